import { escapeXml } from "./escape-xml.js";
import { type ListedSkill, shorten } from "./skill-list.js";
import type { ToolName } from "./tools/tool.js";

/** Where the list of skills goes in a template. */
const SKILLS_LIST_PLACEHOLDER = "{skills_list}";

/**
 * The text for the system prompt: the skills' names and descriptions, and how to use them.
 *
 * @param offered the tools that the model really has; no others are mentioned
 * @param template used in place of ours; every `{skills_list}` in it becomes the list
 */
export function formatInstructions(
  skills: readonly ListedSkill[],
  offered: readonly ToolName[],
  template: string = defaultTemplate(offered),
): string {
  if (skills.length === 0) return "No skills are installed.";
  const list = [...skills]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, description }) => {
      const line = escapeXml(shorten(description, Number.POSITIVE_INFINITY));
      return `<skill><name>${escapeXml(name)}</name><description>${line}</description></skill>`;
    })
    .join("\n");
  return template.split(SKILLS_LIST_PLACEHOLDER).join(list);
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
