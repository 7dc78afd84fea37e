// The words of a request: the terms of each, and those of the words that are meant where no skill has it.

import { type European, isStopWordIn, languageOf } from "../language/european.js";
import { findRuns } from "../language/find-runs.js";
import type { SkillTokenizer, WordLanguage } from "../language/tokenizer.js";
import type { Vocabulary } from "../language/vocabulary.js";
import { fold, splitRun, splitWords } from "../language/words.js";
import type { TermIndex } from "./term-index.js";

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

/** How many words one is taken for, where several are alike near. */
const MAX_CORRECTIONS = 3;

/** In UTF-16 units. */
const MIN_LOAN_STEM = 4;

const NONE: readonly string[] = [];

/**
 * Reads a request. Each word is stemmed in English, in the languages of the skills and in that of the request, whose function
 * words are left out.
 *
 * @param isTranslated whether a word is known to a dictionary, which tells better what is meant than its letters
 */
export function readRequestWords(
  text: string,
  { words, vocabulary, languages }: WordIndex,
  tokenizer: SkillTokenizer,
  isTranslated: (word: string) => boolean,
): readonly RequestWord[] {
  const own = languageOf(text, 1);
  const others: readonly WordLanguage[] = [...new Set(languages.values())];
  const formsOf = (run: string): readonly (readonly string[])[] => {
    const terms = tokenizer.termsOf(undefined, run);
    if (terms.length !== 1 || (others.length === 0 && !own)) return terms.map((term) => [term]);
    const forms = new Set(terms);
    for (const language of others) {
      for (const form of tokenizer.termsOf(language, run)) if (language === own || isLoan(form, run)) forms.add(form);
    }
    // What looks alike in both languages, such as "configurar" and "configure", meets in the stem.
    if (own) for (const form of tokenizer.termsOf(own, run)) forms.add(withoutLanguage(form));
    return [[...forms]];
  };
  const isKnown = (forms: readonly string[]) => forms.some((form) => words.terms.has(form));
  const having = (word: string) =>
    Math.max(...formsOf(word).flatMap((forms) => forms.map((form) => words.terms.get(form)?.documents.length ?? 0)));
  const runs = findRuns(text);
  let left = runs.length > MAX_CORRECTED_LENGTH ? 0 : MAX_CORRECTED;
  const correct = (word: string): readonly string[] => {
    if (left === 0 || isTranslated(word)) return [];
    left--;
    const near = vocabulary.near(word, (candidate) => formsOf(candidate).some(isKnown));
    return [...near].sort((a, b) => having(b) - having(a) || (a < b ? -1 : 1)).slice(0, MAX_CORRECTIONS);
  };
  const read = (run: string): readonly RequestWord[] => {
    const word = run.toLowerCase();
    if (own && isStopWordIn(own, word)) return [];
    const parts = formsOf(run);
    const [forms] = parts;
    if (!forms || parts.length > 1) {
      const words = splitRun(run).filter((part) => tokenizer.termsOf(undefined, part).length > 0);
      return parts.map((forms, part) => ({ word: words[part] ?? "", forms, corrections: NONE }));
    }
    const corrections = isKnown(forms) ? NONE : correct(word);
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

/** The words of a request that a tokenizer of somebody else's cuts: each has the terms that it gives, and nothing is corrected. */
export function plainRequestWords(text: string, tokenize: (text: string) => readonly string[]): readonly RequestWord[] {
  return splitWords(text).flatMap((word) => tokenize(word).map((form) => ({ word, forms: [form], corrections: NONE })));
}

/** Whether a word of one language may be meant by a stem of another: short stems are alike by chance, such as that of "comes". */
function isLoan(form: string, run: string): boolean {
  const stem = withoutLanguage(form);
  return stem.length >= MIN_LOAN_STEM || stem === fold(run);
}

function withoutLanguage(term: string): string {
  return term.slice(term.indexOf(" ") + 1);
}
