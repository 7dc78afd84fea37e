// What a model is offered of the current skills: tools and instructions within a token budget, memoised.

import { SkillError } from "../base/errors.js";
import { aBoolean, aboveZero, aFunction, aText, listOf, numberFrom, type OptionRules, oneOf } from "../base/options.js";
import type { SkillSummary } from "../base/skill.js";
import { type SkillTool, TOOL_NAMES, type ToolName } from "../base/tool.js";
import { type Catalog, skillsOf } from "../catalog/catalog.js";
import { hasRunnable } from "../operations/find-script.js";
import type { Operations } from "../operations/operations.js";
import { createAnswerBudget } from "../prompt/answer-budget.js";
import { type CountTokens, estimateTokens } from "../prompt/tokens.js";
import { createKeptAnswers } from "./kept-answers.js";
import { listedSkillsOf } from "./listed-skills.js";

/** What a request may hold of the skills, in tokens, when nobody says otherwise. */
const DEFAULT_MAX_TOKENS = 4000;

/** What one answer may cost, in tokens, when nobody says otherwise. */
const DEFAULT_MAX_ANSWER_TOKENS = 15_000;

/** What a model is told of the skills before it loads one. */
export interface OfferOptions {
  /** `false` switches search off. Otherwise its index is built by the first search. */
  readonly enableBM25?: boolean | undefined;
  /** Tools that are not offered. @default none */
  readonly excludeTools?: readonly ToolName[] | undefined;
  /** Replaces the text of the instructions; `{skills_list}` in it becomes the list. */
  readonly instructionTemplate?: string | undefined;
  /**
   * What the instructions and the tools' definitions may cost together, in tokens. The list of skills is shortened to fit:
   * descriptions first, then they are left out, then names are, and the model is told how many and how to find them.
   * @default 4000
   */
  readonly maxTokens?: number | undefined;
  /**
   * What one answer of a tool may cost, in tokens; at least 1,000. Instructions and files are cut into smaller pages, outputs of
   * scripts in their middle, and the model is told how to read on. Pages have at most 50,000 characters in any case, or 100,000
   * where the model asks for it. @default 15_000
   */
  readonly maxAnswerTokens?: number | undefined;
  /** A model's own tokenizer, for exact budgets. @default an estimate that is about a tenth too high */
  readonly countTokens?: CountTokens | undefined;
  /**
   * Where skills are listed. `"instructions"`: not in the description of `load_skill` too, for agents that are always given the
   * instructions. @default "both"
   */
  readonly listSkillsIn?: "both" | "instructions" | undefined;
}

/** What is offered depends on more than on how it is told. */
type Offered = OfferOptions & { readonly sharedFolders?: readonly string[] | undefined };

/** What each of {@link OfferOptions} may be. */
export const OFFER_RULES: OptionRules<OfferOptions> = {
  enableBM25: aBoolean,
  excludeTools: listOf(oneOf(...TOOL_NAMES), `a list of ${TOOL_NAMES.join(", ")}`),
  instructionTemplate: aText,
  maxTokens: aboveZero,
  maxAnswerTokens: numberFrom(1_000, Number.POSITIVE_INFINITY),
  countTokens: aFunction,
  listSkillsIn: oneOf("both", "instructions"),
};

/** What a model is given of the skills of the moment. Both are memoised by catalogue, since an agent asks for them in every turn. */
export interface Offer {
  tools(): Promise<readonly SkillTool[]>;
  /** @throws SkillError `invalid_option` for a budget that is no number above 0 */
  instructions(maxTokens?: number | undefined): Promise<string>;
}

/** Makes the offer of these operations. Lazy: the tools load Zod when they are asked for. */
export function createOffer(operations: Operations, options: Offered): Offer {
  const { countTokens = estimateTokens, listSkillsIn = "both", instructionTemplate: template } = options;
  const kept = createKeptAnswers();
  const budget = createAnswerBudget(options.maxAnswerTokens ?? DEFAULT_MAX_ANSWER_TOKENS, countTokens);
  const made = new WeakMap<Catalog, Promise<readonly SkillTool[]>>();
  let last: { readonly catalog: Catalog; readonly maxTokens: number; readonly text: string } | undefined;

  const make = async (catalog: Catalog): Promise<readonly SkillTool[]> => {
    const { createTools } = await import("./create-tools.js");
    const offered = offeredTools(skillsOf(catalog), options);
    const listed = listSkillsIn === "both" ? listedSkillsOf(catalog) : undefined;
    return Object.freeze(createTools(operations, listed, offered, kept, budget));
  };
  const toolsFor = (catalog: Catalog) => {
    const known = made.get(catalog) ?? make(catalog);
    made.set(catalog, known);
    return known;
  };
  return {
    tools: async () => toolsFor(await operations.catalog.current()),
    async instructions(maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS) {
      const catalog = await operations.catalog.current();
      if (last?.catalog === catalog && last.maxTokens === maxTokens) return last.text;
      if (!(maxTokens > 0)) throw new SkillError("invalid_option", `maxTokens must be above 0, but is ${maxTokens}.`);
      const { formatInstructions } = await import("../prompt/instructions.js");
      const definitions = await toolsFor(catalog);
      const room = maxTokens - countTokens(definitions.map(asDefinition).join("\n"));
      const offered = definitions.map(({ name }) => name);
      const text = formatInstructions(listedSkillsOf(catalog), { offered, template, maxTokens: room, countTokens });
      last = { catalog, maxTokens, text };
      return text;
    },
  };
}

/** The tools that make sense with these skills and options: one that could do nothing is not offered. */
function offeredTools(skills: readonly SkillSummary[], options: Offered): ToolName[] {
  if (skills.length === 0) return [];
  const hasScripts = skills.some(hasRunnable);
  const hasShared = options.sharedFolders !== undefined && options.sharedFolders.length > 0;
  const hasFiles = hasScripts || hasShared || skills.some(({ resources }) => resources.length > 0);
  const isUseful: Readonly<Record<ToolName, boolean>> = {
    list_skills: true,
    search_skills: options.enableBM25 !== false,
    load_skill: true,
    read_skill_resource: hasFiles,
    run_skill_script: hasScripts,
  };
  return TOOL_NAMES.filter((name) => isUseful[name] && !options.excludeTools?.includes(name));
}

/** As providers are sent it, more or less. */
function asDefinition({ name, description, inputSchema: parameters }: SkillTool): string {
  return JSON.stringify({ type: "function", name, description, parameters });
}
