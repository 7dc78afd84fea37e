// The tool load_skill: its definition, and the list of skills in its description.

import { z } from "zod/v4";
import type { SkillTool, ToolName } from "../base/tool.js";
import type { Operations } from "../operations/operations.js";
import type { AnswerBudget } from "../prompt/answer-budget.js";
import { formatSkillPage } from "../prompt/format-skill.js";
import { searchOrList } from "../prompt/search-or-list.js";
import { type ListedSkill, listSkills } from "../prompt/skill-list.js";
import { cleanText } from "../text/clean-text.js";
import { MAX_ANSWER } from "../text/limits.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./tool-input.js";

/** OpenAI refuses longer tool descriptions. @see https://platform.openai.com/docs/api-reference/chat/create */
const MAX_TOOL_DESCRIPTION = 1024;

/** `load_skill`: the instructions of one skill. Its description names the skills of the moment. */
export function loadSkillTool(
  operations: Operations,
  listed: readonly ListedSkill[] | undefined,
  offered: readonly ToolName[],
  budget: AnswerBudget,
): SkillTool {
  return defineTool({
    name: "load_skill",
    description: toolDescription(listed, searchOrList(offered)),
    input: toolInput(
      "load_skill",
      {
        name: z.string().describe("The skill's name"),
        offset: z.number().optional().describe("Where to read on in long instructions; 0 when absent"),
      },
      { skill_name: "name", skillName: "name" },
    ),
    readOnly: true,
    async answer({ name, offset = 0 }) {
      const skill = await operations.load(name);
      const around = { offered, workFolder: await operations.workFolder() };
      const { text, page } = budget.fit((most) => formatSkillPage(skill, offset, { ...around, most }), MAX_ANSWER);
      const isWhole = page.start === 0 && page.end === page.total;
      const content = isWhole ? cleanText(skill.content).text : page.text;
      return { ok: true, text, data: { name: skill.name, content, baseDir: skill.baseDir } };
    },
  });
}

function toolDescription(listed: readonly ListedSkill[] | undefined, elsewhere: string): string {
  const lead = "Loads a skill: its instructions, and the names of its files and scripts.";
  if (listed === undefined) return lead;
  const text = (list: string) => `${lead} The loadable skills are:\n${list}`;
  return text(listSkills(listed, { fits: (list) => text(list).length <= MAX_TOOL_DESCRIPTION, elsewhere }));
}
