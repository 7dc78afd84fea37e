// A loaded skill as the text that answers load_skill.

import type { Skill, SkillEntry } from "../base/skill.js";
import { escapeXmlAttribute, escapeXmlText } from "./escape-xml.js";
import { oneLine } from "./one-line.js";

/** How many files are named in an answer. */
const MAX_LISTED_FILES = 100;

/** A skill as a model reads it: its instructions, and the names of its resources and scripts. */
export function formatSkill(skill: Skill): string {
  const sections = [
    `## Skill: ${shown(skill.name)}`,
    skill.baseDir && `Base directory: ${shownPath(skill.baseDir)}\nRelative paths in these instructions are below it.`,
    skill.content.trim(),
    section("Resources, for read_skill_resource", skill.resources),
    section("Scripts, for run_skill_script", skill.scripts),
  ];
  return `<skill_content name="${escapeXmlAttribute(skill.name)}">\n${sections.filter(Boolean).join("\n\n")}\n</skill_content>`;
}

function section(title: string, entries: readonly SkillEntry[]): string {
  if (entries.length === 0) return "";
  const lines = entries.slice(0, MAX_LISTED_FILES).map(({ name, description, functionSchema }) => {
    const parameters = functionSchema ? ` Parameters: ${shown(JSON.stringify(functionSchema))}` : "";
    return `- ${shown(name)}${description ? `: ${shown(description)}` : ""}${parameters}`;
  });
  const more = entries.length - MAX_LISTED_FILES;
  if (more > 0) lines.push(`- and ${more} more`);
  return `${title}:\n${lines.join("\n")}`;
}

/** A path is data too, and is used as it stands: only line breaks and angle brackets are changed. */
function shownPath(path: string): string {
  return escapeXmlText(path.replace(/[\n\v\f\r\u2028\u2029]/g, " ")).replaceAll("&amp;", "&");
}

/** Names and descriptions are data: none of them can end the element or begin a line of its own. */
function shown(text: string): string {
  return escapeXmlText(oneLine(text));
}
