// Long answers of one toolset, kept for a while so that a model can read on.

import { MAX_KEPT_ANSWER, MAX_KEPT_ANSWERS, MAX_KEPT_CHARACTERS } from "../text/limits.js";

/** The last long answers of one toolset, within a bound: 16 of them and 8 MB. */
export interface KeptAnswers {
  /**
   * Keeps an answer, and lets go of the oldest ones where there is no room.
   *
   * @returns the name by which read_skill_resource finds it
   */
  keep(text: string): string;
  /** The answer of that name; `undefined` where it was let go, and for all other names. */
  get(name: string): string | undefined;
}

/** The names of kept answers. No file of a skill can be read by such a name. */
export const ANSWER_NAME: RegExp = /^answer:\d+$/;

/** Twelve digits that nobody guesses: one toolset may serve many users, and who knows the name may read the answer. */
function newName(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return `answer:${random % 10n ** 12n}`;
}

/** Makes the memory of one toolset. */
export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, string>();
  let characters = 0;
  const forgetOldest = (): void => {
    const [oldest] = kept;
    if (oldest === undefined) return;
    kept.delete(oldest[0]);
    characters -= oldest[1].length;
  };
  return {
    keep(text) {
      const name = newName();
      const answer = headAndTail(text, MAX_KEPT_ANSWER, (leftOut) => `\n[… ${leftOut} characters left out …]\n`);
      kept.set(name, answer);
      characters += answer.length;
      while (kept.size > MAX_KEPT_ANSWERS || characters > MAX_KEPT_CHARACTERS) forgetOldest();
      return name;
    },
    get: (name) => kept.get(name),
  };
}

/**
 * A text that is too long as its beginning, what says so, and its end. It cuts no character in half.
 *
 * @param between is told how many characters are left out, and the first of them
 */
export function headAndTail(text: string, most: number, between: (leftOut: number, from: number) => string): string {
  if (text.length <= most) return text;
  const room = most - between(text.length, text.length).length;
  const headLength = Math.ceil(room / 2);
  const head = text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(text.length - (room - headLength)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}${between(text.length - head.length - tail.length, head.length)}${tail}`;
}
