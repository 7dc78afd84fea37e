// The list of skills as XML, for prompts that follow the standard's reference implementation.

import type { SkillSummary } from "../base/skill.js";
import { escapeXmlText } from "../text/escape-xml.js";
import { MAX_SHOWN_DESCRIPTION, MAX_SHOWN_NAME } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";

/** The longest path that a system has, in characters. */
const MAX_LOCATION = 4_096;

/**
 * The list of skills in the XML form of the standard's reference implementation: `<available_skills>` with a `<skill>` each,
 * and in it `<name>`, `<description>` and, where the skill lies in a file, `<location>`. Not cut to a budget; the
 * instructions' own list says the same in two thirds of the tokens.
 */
export function toAvailableSkillsXml(skills: readonly Pick<SkillSummary, "name" | "description" | "uri">[]): string {
  const elements = skills.flatMap(({ name, description, uri }) => [
    "<skill>",
    ...element("name", shownLine(name, MAX_SHOWN_NAME)),
    ...element("description", shownLine(description, MAX_SHOWN_DESCRIPTION)),
    ...(uri === undefined ? [] : element("location", shownLine(uri, MAX_LOCATION))),
    "</skill>",
  ]);
  return ["<available_skills>", ...elements, "</available_skills>"].join("\n");
}

function element(tag: string, text: string): string[] {
  return [`<${tag}>`, escapeXmlText(text), `</${tag}>`];
}
