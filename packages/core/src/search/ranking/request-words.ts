// The words of a request: the terms of each, and those of the words that are meant where no skill has it.

import { type European, isStopWordIn, languageOf } from "../language/european.js";
import { findRuns } from "../language/find-runs.js";
import type { SkillTokenizer } from "../language/tokenizer.js";
import type { Vocabulary } from "../language/vocabulary.js";
import { fold, splitRun, splitWords } from "../language/words.js";
import { correct } from "./corrections.js";
import type { TermIndex } from "./term-index.js";
import { createWordForms, type FormsOf } from "./word-forms.js";

/** A word of a request. */
export interface RequestWord {
  /** As it is written, in lower case and without accents. */
  readonly word: string;
  /** Its term in each of the languages in which it is looked up, where they differ; a skill that has any of them has the word. */
  readonly forms: readonly string[];
  /** The words that it is taken for, since no skill has it. */
  readonly corrections: readonly string[];
}

/** What the words of requests are looked up in. */
export interface WordIndex {
  readonly words: TermIndex;
  readonly vocabulary: Vocabulary;
  /** The documents in German, French or Spanish, by their numbers. */
  readonly languages: ReadonlyMap<number, European>;
}

/** In words. A longer request is told by those of its words that are right. */
const MAX_CORRECTED_LENGTH = 30;

/** How many words of a request are corrected; more are no typing errors. */
const MAX_CORRECTED = 12;

const NONE: readonly string[] = [];

/**
 * Reads a request. Each word is stemmed in English, in the languages of the skills and in that of the request, whose function
 * words are left out.
 *
 * @param isTranslated whether a word is known to a dictionary, which tells better what is meant than its letters
 */
export function readRequestWords(
  text: string,
  index: WordIndex,
  tokenizer: SkillTokenizer,
  isTranslated: (word: string) => boolean,
): readonly RequestWord[] {
  const { words, languages } = index;
  const own = languageOf(text, 1);
  const formsOf = createWordForms(tokenizer, own, [...new Set(languages.values())]);
  const isKnown = (forms: readonly string[]) => forms.some((form) => words.terms.has(form));
  const runs = findRuns(text);
  let left = runs.length > MAX_CORRECTED_LENGTH ? 0 : MAX_CORRECTED;
  const corrected = (word: string): readonly string[] => {
    if (left === 0 || isTranslated(word)) return NONE;
    left--;
    return correct(word, index, formsOf);
  };
  const read = (run: string): readonly RequestWord[] => {
    const word = run.toLowerCase();
    if (own && isStopWordIn(own, word)) return [];
    const [forms, ...more] = formsOf(run);
    if (!forms) return [];
    if (more.length > 0) return readParts(run, [forms, ...more], tokenizer);
    const corrections = isKnown(forms) ? NONE : corrected(word);
    const meant = corrections.flatMap((correction) => formsOf(correction).flat());
    return [{ word: fold(word), forms: corrections.length > 0 ? meant : forms, corrections }];
  };
  const known = new Map<string, readonly RequestWord[]>();
  const found: RequestWord[] = [];
  for (const run of runs) {
    const before = known.get(run) ?? read(run);
    known.set(run, before);
    for (const word of before) found.push(word);
  }
  return found;
}

/** The words of a run that is several. */
function readParts(run: string, parts: ReturnType<FormsOf>, tokenizer: SkillTokenizer): readonly RequestWord[] {
  const words = splitRun(run).filter((part) => tokenizer.termsOf(undefined, part).length > 0);
  return parts.map((forms, part) => ({ word: words[part] ?? "", forms, corrections: NONE }));
}

/** The words of a request that a tokenizer of somebody else's cuts: each has the terms that it gives, and nothing is corrected. */
export function plainRequestWords(text: string, tokenize: (text: string) => readonly string[]): readonly RequestWord[] {
  return splitWords(text).flatMap((word) => tokenize(word).map((form) => ({ word, forms: [form], corrections: NONE })));
}
