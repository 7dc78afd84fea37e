// The list of skills as XML, for prompts that follow the standard's reference implementation.

import { invocationOf } from "../base/invocation.js";
import type { SkillSummary } from "../base/skill.js";
import { shownDescription } from "../base/skill-hints.js";
import { escapeXmlText } from "../text/escape-xml.js";
import { MAX_SHOWN_DESCRIPTION, MAX_SHOWN_NAME } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";

/** What the list needs of a skill; any `SkillSummary` will do. */
type XmlSkill = Pick<SkillSummary, "name" | "description" | "uri"> &
  Partial<Pick<SkillSummary, "invocation" | "metadata">>;

/** The longest path that a system has, in characters. */
const MAX_LOCATION = 4_096;

/**
 * The list of skills in the XML form of the standard's reference implementation: `<available_skills>` with a `<skill>` each,
 * and in it `<name>`, `<description>` and, where the skill lies in a file, `<location>`. Not cut to a budget; the
 * instructions' own list says the same in two thirds of the tokens. Skills that no model may call for are left out.
 */
export function toAvailableSkillsXml(skills: readonly XmlSkill[]): string {
  const offered = skills.filter((skill) => invocationOf(skill).model);
  const elements = offered.flatMap((skill) => [
    "<skill>",
    ...element("name", shownLine(skill.name, MAX_SHOWN_NAME)),
    ...element("description", shownLine(shownDescription(skill), MAX_SHOWN_DESCRIPTION)),
    ...(skill.uri === undefined ? [] : element("location", shownLine(skill.uri, MAX_LOCATION))),
    "</skill>",
  ]);
  return ["<available_skills>", ...elements, "</available_skills>"].join("\n");
}

function element(tag: string, text: string): string[] {
  return [`<${tag}>`, escapeXmlText(text), `</${tag}>`];
}
