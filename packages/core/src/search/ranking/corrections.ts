// What a word of a request is taken for that no skill has.

import type { Vocabulary } from "../language/vocabulary.js";
import type { TermIndex } from "./term-index.js";
import type { FormsOf } from "./word-forms.js";

/** How many words one is taken for, where several are alike near. */
const MAX_CORRECTIONS = 3;

/** The nearest words that some skill has, those that most skills have first. */
export function correct(
  word: string,
  { words: { terms }, vocabulary }: { readonly words: TermIndex; readonly vocabulary: Vocabulary },
  formsOf: FormsOf,
): readonly string[] {
  const having = (candidate: string): readonly number[] =>
    formsOf(candidate).flatMap((forms) => forms.map((form) => terms.get(form)?.documents.length ?? 0));
  const near = vocabulary.near(word, (candidate) => having(candidate).some((count) => count > 0));
  const counts = new Map([...near].map((candidate) => [candidate, Math.max(...having(candidate))]));
  const byCount = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return byCount.slice(0, MAX_CORRECTIONS).map(([candidate]) => candidate);
}
