// The tool load_skill: its definition, and the list of skills in its description.

import { z } from "zod";
import type { SkillTool } from "../base/tool.js";
import type { Operations } from "../operations/operations.js";
import { formatSkill } from "../prompt/format-skill.js";
import { type ListedSkill, listSkills } from "../prompt/skill-list.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./tool-input.js";

/** OpenAI refuses longer tool descriptions. @see https://platform.openai.com/docs/api-reference/chat/create */
const MAX_TOOL_DESCRIPTION = 1024;

/** `load_skill`: the instructions of one skill. Its description names the skills of the moment. */
export function loadSkillTool(
  operations: Operations,
  listed: readonly ListedSkill[] | undefined,
  elsewhere: string,
): SkillTool {
  return defineTool({
    name: "load_skill",
    description: toolDescription(listed, elsewhere),
    input: toolInput(
      "load_skill",
      { name: z.string().describe("The skill's name") },
      { skill_name: "name", skillName: "name" },
    ),
    readOnly: true,
    async answer({ name }) {
      const skill = await operations.load(name);
      return { ok: true, text: formatSkill(skill), data: { name, content: skill.content, baseDir: skill.baseDir } };
    },
  });
}

function toolDescription(listed: readonly ListedSkill[] | undefined, elsewhere: string): string {
  const lead = "Loads a skill: its instructions, and the names of its files and scripts.";
  if (listed === undefined) return lead;
  const text = (list: string) => `${lead} The loadable skills are:\n${list}`;
  return text(listSkills(listed, { fits: (list) => text(list).length <= MAX_TOOL_DESCRIPTION, elsewhere }));
}
