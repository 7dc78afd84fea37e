import type { Tokenizer } from "@orama/orama";
import { stemmer } from "@orama/stemmers/english";
import { STOP_WORDS } from "./stop-words.js";
import { splitWords } from "./words.js";

/** Stems that are kept, so that a long life with ever new words does not fill the memory. */
const MAX_STEMS = 50_000;

const STEMMABLE = /^[a-z]{3,}$/;
const ENDS_IN_ION = /^(.+?)([st])ion(?:al)?s?$/;

/**
 * A tokenizer for Orama's `components.tokenizer`: English and Chinese mixed, cut by {@link splitWords},
 * without stop words, English words reduced to their stems. Keeps order and repeats. Takes time linear in the text and never throws.
 */
export function createTokenizer(): Tokenizer {
  const stems = new Map<string, string>();
  const stem = (word: string) => {
    if (!STEMMABLE.test(word)) return word;
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size >= MAX_STEMS) stems.clear();
    const stemmed = stemEnglish(word);
    stems.set(word, stemmed);
    return stemmed;
  };
  return {
    language: "multilingual",
    normalizationCache: stems,
    tokenize(text) {
      return splitWords(text)
        .filter((word) => !STOP_WORDS.has(word))
        .map(stem);
    },
  };
}

/** `@orama/stemmers` 3.1.18 makes `extrac` of `extraction`, which then does not meet `extract`: it loses the s or t before `ion`. */
function stemEnglish(word: string): string {
  const stemmed = stemmer(word);
  const [, start, lost] = ENDS_IN_ION.exec(word) ?? [];
  return stemmed === start ? `${stemmed}${lost}` : stemmed;
}
