// The instructions about skills for the system prompt. The list in them is skill-list.ts's.

import type { ToolName } from "../base/tool.js";
import { escapeXmlText } from "../text/escape-xml.js";
import { searchOrList } from "./search-or-list.js";
import { type ListedSkill, listSkills } from "./skill-list.js";
import type { CountTokens } from "./tokens.js";

/** The placeholder for the list of skills in a template. */
const SKILLS_LIST_PLACEHOLDER = "{skills_list}";

/** How the instructions are written. */
export interface InstructionsOptions {
  /** The tools that the model really has; no others are mentioned. */
  readonly offered: readonly ToolName[];
  /** Used in place of ours; every `{skills_list}` in it becomes the list. */
  readonly template?: string | undefined;
  /** The list is shortened until the whole text costs no more. */
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
}

/**
 * The text for the system prompt: the skills' names and descriptions, and how to use them.
 *
 * @param skills in the order of the list
 */
export function formatInstructions(
  skills: readonly ListedSkill[],
  { offered, template = defaultTemplate(offered), maxTokens, countTokens }: InstructionsOptions,
): string {
  if (skills.length === 0) return "No skills are installed.";
  const parts = template.split(SKILLS_LIST_PLACEHOLDER);
  const room = (maxTokens - countTokens(parts.join(""))) / Math.max(1, parts.length - 1);
  const list = listSkills(skills, {
    fits: (text) => countTokens(text) <= room,
    elsewhere: searchOrList(offered),
    escapeText: escapeXmlText,
  });
  return parts.join(list);
}

function defaultTemplate(offered: readonly ToolName[]): string {
  const has = (name: ToolName): boolean => offered.includes(name);
  const find = has("search_skills")
    ? "First search: call search_skills with what the task is about"
    : has("list_skills")
      ? "First look: call list_skills"
      : "First choose a skill from the list";
  const steps = [
    has("load_skill")
      ? `${find}, then call load_skill with the name that fits best and follow its instructions.`
      : `${find}.`,
    has("read_skill_resource") && "Call read_skill_resource when the instructions refer to one of the skill's files.",
    has("run_skill_script") && "Call run_skill_script to run one of the skill's scripts.",
  ];
  return `You have skills: tested instructions, files and scripts for particular tasks.

<available_skills>
${SKILLS_LIST_PLACEHOLDER}
</available_skills>

Use a skill whenever one fits the task. ${steps.filter(Boolean).join(" ")}`;
}
