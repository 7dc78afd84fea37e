// The tokenizer: from a text to stemmed terms, with a cache.

import type { Tokenizer } from "@orama/orama";
import { stemmer } from "@orama/stemmers/english";
import { findRuns, isUnspaced } from "./find-runs.js";
import { STOP_WORDS } from "./stop-words.js";
import { splitRun } from "./words.js";

/** The bound of the cache from runs to terms: in a long-lived process with ever new words it would grow without end. */
const MAX_KNOWN_RUNS = 50_000;

/** In UTF-16 units. Longer runs rarely come again, and are not cached: without spaces they are half a sentence. */
const MAX_KNOWN_LENGTH = 24;
const MAX_KNOWN_UNSPACED_LENGTH = 4;

const STEMMABLE = /^[a-z]{3,}$/;
const ENDS_IN_ION = /^(.+?)([st])ion(?:al)?s?$/;

/**
 * A tokenizer for Orama's `components.tokenizer`: English and Chinese mixed, cut by {@link findRuns} and {@link splitRun},
 * without stop words, English words reduced to their stems. Keeps order and repeats. Takes time linear in the text and never throws.
 */
export function createTokenizer(): Tokenizer {
  const known = new Map<string, readonly string[]>();
  const termsOf = (run: string): readonly string[] => {
    const before = known.get(run);
    if (before) return before;
    const terms = splitRun(run)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem);
    if (known.size >= MAX_KNOWN_RUNS) known.clear();
    if (run.length <= (isUnspaced(run) ? MAX_KNOWN_UNSPACED_LENGTH : MAX_KNOWN_LENGTH)) known.set(run, terms);
    return terms;
  };
  return {
    language: "multilingual",
    normalizationCache: new Map(),
    tokenize(text) {
      const terms: string[] = [];
      for (const run of findRuns(text)) for (const term of termsOf(run)) terms.push(term);
      return terms;
    },
  };
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
