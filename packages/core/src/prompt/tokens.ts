// What texts and skills cost in tokens.

import { estimateTokenCount } from "tokenx";
import { invocationOf } from "../base/invocation.js";
import type { Skill } from "../base/skill.js";
import { shownDescription } from "../base/skill-hints.js";

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * How many tokens a text costs, without a model's tokenizer. In English and Chinese about a tenth too many: 3,814 public
 * skills' descriptions were counted with OpenAI's o200k.
 */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}

/** What a skill costs at each level at which a model sees it, in tokens. */
export interface SkillTokens {
  /** Its line in the list: paid in every request. 0 for a skill that only people may call for. */
  readonly metadata: number;
  /** Its instructions: paid once it is loaded. */
  readonly instructions: number;
  /** Each file that is a text, by its name: paid when it is read. */
  readonly resources: Readonly<Record<string, number>>;
}

/**
 * Counts a skill's tokens, level by level. Reads its files; what a function gives is not counted.
 *
 * @param countTokens a model's own tokenizer, for exact figures
 * @see https://agentskills.io/specification
 */
export async function countSkillTokens(skill: Skill, countTokens: CountTokens = estimateTokens): Promise<SkillTokens> {
  const { name, content, resources } = skill;
  const files = resources.filter((resource) => !resource.function);
  const counts = files.map(async (file) => [file.name, countTokens(await file.load())] as const);
  return {
    metadata: invocationOf(skill).model ? countTokens(`- ${name}: ${shownDescription(skill)}`) : 0,
    instructions: countTokens(content),
    resources: Object.fromEntries(await Promise.all(counts)),
  };
}
