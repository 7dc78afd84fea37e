// The tokenizer: from a text to stemmed terms, with a cache.

import type { Tokenizer } from "@orama/orama";
import { stemmer } from "@orama/stemmers/english";
import { type European, isStopWordIn, stemIn } from "./european.js";
import { findRuns, isUnspaced } from "./find-runs.js";
import { STOP_WORDS } from "./stop-words.js";
import { fold, splitRun } from "./words.js";

/** The bound of the cache from runs to terms: in a long-lived process with ever new words it would grow without end. */
const MAX_KNOWN_RUNS = 50_000;

/** In UTF-16 units. Longer runs rarely come again, and are not cached: without spaces they are half a sentence. */
const MAX_KNOWN_LENGTH = 24;
const MAX_KNOWN_UNSPACED_LENGTH = 4;

const STEMMABLE = /^[a-z]{3,}$/;
const ENDS_IN_ION = /^(.+?)([st])ion(?:al)?s?$/;

/** A word of a single part, whose stem depends on the language. */
const WORD = /^[\p{L}\p{M}]{2,64}$/u;

/** The language in which words are stemmed: English where none is told. */
export type WordLanguage = European | undefined;

/** A tokenizer that knows several languages. */
export interface SkillTokenizer extends Tokenizer {
  /** The terms of a text. Those of words in another language than English begin with its name, so that they meet no others. */
  tokenizeIn(language: WordLanguage, text: string): string[];
  /** The terms of one of a text's runs. */
  termsOf(language: WordLanguage, run: string): readonly string[];
}

/**
 * A tokenizer for Orama's `components.tokenizer`: English and Chinese mixed, cut by {@link findRuns} and {@link splitRun},
 * without stop words, English words reduced to their stems. Keeps order and repeats. Takes time linear in the text and never throws.
 */
export function createTokenizer(): SkillTokenizer {
  const known = new Map<WordLanguage, Map<string, readonly string[]>>();
  const cacheOf = (language: WordLanguage) => {
    const cache = known.get(language) ?? new Map<string, readonly string[]>();
    known.set(language, cache);
    return cache;
  };
  const termsIn = (language: WordLanguage, cache: Map<string, readonly string[]>, run: string): readonly string[] => {
    const before = cache.get(run);
    if (before) return before;
    const isWord = language !== undefined && WORD.test(run) && !isUnspaced(run);
    const terms = isWord ? europeanTerms(language, run) : englishTerms(run);
    if (cache.size >= MAX_KNOWN_RUNS) cache.clear();
    if (run.length <= (isUnspaced(run) ? MAX_KNOWN_UNSPACED_LENGTH : MAX_KNOWN_LENGTH)) cache.set(run, terms);
    return terms;
  };
  const tokenizeIn = (language: WordLanguage, text: string): string[] => {
    const cache = cacheOf(language);
    const terms: string[] = [];
    for (const run of findRuns(text)) for (const term of termsIn(language, cache, run)) terms.push(term);
    return terms;
  };
  return {
    language: "multilingual",
    normalizationCache: new Map(),
    tokenize: (text) => tokenizeIn(undefined, text),
    tokenizeIn,
    termsOf: (language, run) => termsIn(language, cacheOf(language), run),
  };
}

function englishTerms(run: string): readonly string[] {
  return splitRun(run)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

/** Endings are told by their accents, and accents are left out by many who write: they go after the stemming. */
function europeanTerms(language: European, run: string): readonly string[] {
  const word = run.toLowerCase();
  if (isStopWordIn(language, word) || STOP_WORDS.has(fold(word))) return [];
  return [`${language} ${fold(stemIn(language, word))}`];
}

function stem(word: string): string {
  return STEMMABLE.test(word) ? stemEnglish(word) : word;
}

/** `@orama/stemmers` 3.1.18 makes `extrac` of `extraction`, which then does not meet `extract`: it loses the s or t before `ion`. */
function stemEnglish(word: string): string {
  const stemmed = stemmer(word);
  const [, start, lost] = ENDS_IN_ION.exec(word) ?? [];
  return stemmed === start ? `${stemmed}${lost}` : stemmed;
}
