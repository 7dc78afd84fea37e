import { z } from "zod";
import type { Skill, SkillEntry } from "../base/skill.js";
import type { SkillTool } from "../base/tool.js";
import type { SkillAccess } from "../operations/operations.js";
import { escapeXmlAttribute } from "../prompt/escape-xml.js";
import { type ListedSkill, listSkills } from "../prompt/skill-list.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./tool-input.js";

/** OpenAI refuses longer tool descriptions. @see https://platform.openai.com/docs/api-reference/chat/create */
const MAX_TOOL_DESCRIPTION = 1024;

/** How many files are named in an answer. */
const MAX_LISTED_FILES = 100;

/** `load_skill`: the instructions of one skill. Its description names the skills of the moment. */
export function loadSkillTool(
  access: SkillAccess,
  listed: readonly ListedSkill[] | undefined,
  elsewhere: string,
): SkillTool {
  return defineTool({
    name: "load_skill",
    description: describe(listed, elsewhere),
    input: toolInput(
      "load_skill",
      { name: z.string().describe("The skill's name") },
      { skill_name: "name", skillName: "name" },
    ),
    readOnly: true,
    needsApproval: false,
    async answer({ name }) {
      const skill = await access.open(name);
      return { ok: true, text: formatSkill(skill), data: { name, content: skill.content, baseDir: skill.baseDir } };
    },
  });
}

function describe(listed: readonly ListedSkill[] | undefined, elsewhere: string): string {
  const lead = "Loads a skill: its instructions, and the names of its files and scripts.";
  if (listed === undefined) return lead;
  const text = (list: string) => `${lead} The loadable skills are:\n${list}`;
  return text(listSkills(listed, { fits: (list) => text(list).length <= MAX_TOOL_DESCRIPTION, elsewhere }));
}

/** A skill as a model reads it. */
export function formatSkill(skill: Skill): string {
  const sections = [
    `## Skill: ${skill.name}`,
    skill.baseDir && `Base directory: ${skill.baseDir}\nRelative paths in these instructions are below it.`,
    skill.content.trim(),
    section("Resources, for read_skill_resource", skill.resources),
    section("Scripts, for run_skill_script", skill.scripts),
  ];
  return `<skill_content name="${escapeXmlAttribute(skill.name)}">\n${sections.filter(Boolean).join("\n\n")}\n</skill_content>`;
}

function section(title: string, entries: readonly SkillEntry[]): string {
  if (entries.length === 0) return "";
  const lines = entries.slice(0, MAX_LISTED_FILES).map(({ name, description, functionSchema }) => {
    const parameters = functionSchema ? ` Parameters: ${JSON.stringify(functionSchema)}` : "";
    return `- ${name}${description ? `: ${description}` : ""}${parameters}`;
  });
  const more = entries.length - MAX_LISTED_FILES;
  if (more > 0) lines.push(`- and ${more} more`);
  return `${title}:\n${lines.join("\n")}`;
}
