// The tool list_skills: its definition, and the bound of its answer.

import type { SkillTool } from "../base/tool.js";
import type { Operations } from "../operations/operations.js";
import type { AnswerBudget } from "../prompt/answer-budget.js";
import { listSkills } from "../prompt/skill-list.js";
import { MAX_LIST } from "../text/limits.js";
import { defineTool } from "./define-tool.js";
import { listedSkillsOf } from "./listed-skills.js";
import { toolInput } from "./tool-input.js";

/** `list_skills`: every skill's name and description. */
export function listSkillsTool(operations: Operations, elsewhere: string, budget: AnswerBudget): SkillTool {
  return defineTool({
    name: "list_skills",
    description: "Lists the available skills with their descriptions.",
    input: toolInput("list_skills", {}),
    readOnly: true,
    async answer() {
      const skills = listedSkillsOf(await operations.catalog.current());
      const data = Object.fromEntries(skills.map(({ name, description }) => [name, description]));
      const write = (most: number) => ({
        text: listSkills(skills, { fits: ({ length }) => length <= most, elsewhere }),
      });
      const { text } = budget.fit(write, MAX_LIST);
      return { ok: true, text: text || "No skills are installed.", data };
    },
  });
}
