// What one answer may cost: cut by characters first, and further by tokens.

import { type CountTokens, estimateTokens } from "./tokens.js";

/** What each answer of a tool may cost. */
export interface AnswerBudget {
  /** In tokens. */
  readonly maxTokens: number;
  /**
   * An answer that costs no more.
   *
   * @param write makes the answer of at most so many characters; called again with fewer while it costs too much
   * @param most how many characters it may have at the most
   */
  fit<Answer extends { readonly text: string }>(write: (most: number) => Answer, most: number): Answer;
}

/**
 * A token stands for at least one byte, and a character has at most three in UTF-8; our estimate is never above one a character.
 * What is too short to cost too much need not be counted.
 */
const mostTokensOf = (countTokens: CountTokens): number => (countTokens === estimateTokens ? 1 : 3);

/** How many texts' costs are remembered: counting takes longer than all else of an answer, and skills are loaded again and again. */
const REMEMBERED = 16;

/** No answer is cut further, in characters: what stands around it has its room too. */
const LEAST = 250;

/** An answer is cut to a little less than its share: tokens are not spread evenly. */
const MARGIN = 0.95;

export function createAnswerBudget(maxTokens: number, countTokens: CountTokens): AnswerBudget {
  const perCharacter = mostTokensOf(countTokens);
  const known = new Map<string, number>();
  const costOf = (text: string): number => {
    if (text.length * perCharacter <= maxTokens) return 0;
    const cost = known.get(text) ?? countTokens(text);
    known.delete(text);
    known.set(text, cost);
    for (const [oldest] of known) if (known.size > REMEMBERED) known.delete(oldest);
    return cost;
  };
  return {
    maxTokens,
    fit(write, most) {
      let room = most;
      let answer = write(room);
      for (let cost = costOf(answer.text); cost > maxTokens && room > LEAST; cost = costOf(answer.text)) {
        const share = (Math.min(room, answer.text.length) * maxTokens) / cost;
        room = Math.max(LEAST, Math.floor(share * MARGIN));
        answer = write(room);
      }
      return answer;
    },
  };
}
