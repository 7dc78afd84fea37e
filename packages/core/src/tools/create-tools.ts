// Makes those of the five tools that are offered. Each tool has a file of its own.

import type { SkillTool, ToolName } from "../base/tool.js";
import type { Operations } from "../operations/operations.js";
import type { AnswerBudget } from "../prompt/answer-budget.js";
import { searchOrList } from "../prompt/search-or-list.js";
import type { ListedSkill } from "../prompt/skill-list.js";
import type { KeptAnswers } from "./kept-answers.js";
import { listSkillsTool } from "./list-skills.js";
import { loadSkillTool } from "./load-skill.js";
import { readSkillResourceTool } from "./read-skill-resource.js";
import { runSkillScriptTool } from "./run-skill-script.js";
import { createScriptAnswers } from "./script-answer.js";
import { searchSkillsTool } from "./search-skills.js";

/**
 * The tools that are offered, in their order. Their descriptions are of this moment; each call sees the skills of its own.
 *
 * @param listed the skills that the description of load_skill names; `undefined` where the instructions alone list them
 * @param kept where long answers are kept to be read on
 * @param budget what each answer may cost
 */
export function createTools(
  operations: Operations,
  listed: readonly ListedSkill[] | undefined,
  offered: readonly ToolName[],
  kept: KeptAnswers,
  budget: AnswerBudget,
): SkillTool[] {
  const answers = createScriptAnswers(offered.includes("read_skill_resource") ? kept : undefined, budget);
  const make: Readonly<Record<ToolName, () => SkillTool>> = {
    list_skills: () => listSkillsTool(operations, searchOrList(offered), budget),
    search_skills: () => searchSkillsTool(operations, offered, budget),
    load_skill: () => loadSkillTool(operations, listed, offered, budget),
    read_skill_resource: () => readSkillResourceTool(operations, kept, budget),
    run_skill_script: () => runSkillScriptTool(operations, answers),
  };
  return offered.map((name) => make[name]());
}
