// The tool list_skills: its definition, and the bound of its answer.

import type { SkillTool } from "../base/tool.js";
import { skillsOf } from "../catalog/catalog.js";
import type { Operations } from "../operations/operations.js";
import { listSkills } from "../prompt/skill-list.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./tool-input.js";

/** The longest list, in characters: about 5,000 tokens. */
const MAX_LIST_LENGTH = 20_000;

/** `list_skills`: every skill's name and description. */
export function listSkillsTool(operations: Operations, elsewhere: string): SkillTool {
  return defineTool({
    name: "list_skills",
    description: "Lists the available skills with their descriptions.",
    input: toolInput("list_skills", {}),
    readOnly: true,
    async answer() {
      const skills = skillsOf(await operations.catalog.current());
      const data = Object.fromEntries(skills.map(({ name, description }) => [name, description]));
      const list = listSkills(skills, { fits: ({ length }) => length <= MAX_LIST_LENGTH, elsewhere });
      return { ok: true, text: list || "No skills are installed.", data };
    },
  });
}
