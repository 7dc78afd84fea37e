// The tool search_skills: its definition, and how hits are written for a model.

import { z } from "zod/v4";
import { shownDescription } from "../base/skill-hints.js";
import type { SkillTool, ToolName } from "../base/tool.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { Operations } from "../operations/operations.js";
import type { SkillSearchHit } from "../operations/search-catalog.js";
import type { AnswerBudget } from "../prompt/answer-budget.js";
import { type ListedSkill, listSkills } from "../prompt/skill-list.js";
import { estimateTokens } from "../prompt/tokens.js";
import { defineTool } from "./define-tool.js";
import { originOf } from "./listed-skills.js";
import { toolInput } from "./tool-input.js";

/** How many hits a model gets that does not say. */
const DEFAULT_LIMIT = 5;
/** What the default number of hits may cost, in tokens. More hits may cost more, in proportion. */
const MAX_TOKENS = 350;

/** `search_skills`: the skills that fit a task best. */
export function searchSkillsTool(
  operations: Operations,
  offered: readonly ToolName[],
  budget: AnswerBudget,
): SkillTool {
  const next = offered.includes("load_skill") ? "\nCall load_skill with the name that fits." : "";
  return defineTool({
    name: "search_skills",
    description: "Finds the skills that fit a task. Describe the task in a few words or sentences, in any language.",
    input: toolInput("search_skills", {
      query: z.string().describe("What the task is about"),
      limit: z.number().optional().describe(`How many skills at the most; ${DEFAULT_LIMIT} when absent`),
    }),
    readOnly: true,
    async answer({ query, limit = DEFAULT_LIMIT }) {
      const hits = await operations.search(query, { limit, explain: true });
      const fits = (list: string) =>
        estimateTokens(list) <=
        Math.min(budget.maxTokens, (MAX_TOKENS * Math.max(hits.length, DEFAULT_LIMIT)) / DEFAULT_LIMIT);
      const { entries } = await operations.catalog.current();
      const found = hits.map((hit) => toListed(hit, entries.get(hit.name)));
      const list = listSkills(found, { fits, elsewhere: "ask for fewer" });
      const text =
        hits.length > 0
          ? `${list}${next}`
          : "No skill matches. Try other words for the task, or go on without a skill.";
      return { ok: true, text, data: hits };
    },
  });
}

/** With what the instructions say of the task, so that the model can choose before it loads one. */
function toListed({ name, description, passage }: SkillSearchHit, entry: CatalogEntry | undefined): ListedSkill {
  const detail = passage && `line ${passage.startLine}: ${passage.text}`;
  return { name, description: entry ? shownDescription(entry.skill) : description, detail, ...originOf(entry) };
}
