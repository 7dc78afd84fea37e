// German, French and Spanish: which of them a text is in, and the stems of its words.

import { stemmer as stemFrench } from "@orama/stemmers/french";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemSpanish } from "@orama/stemmers/spanish";
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as french } from "@orama/stopwords/french";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as spanish } from "@orama/stopwords/spanish";
import { hasHan } from "./cjk.js";

/** A language besides English and Chinese that is stemmed. */
export type European = "german" | "french" | "spanish";

/** Single letters mean something to whoever asks for `C` or `R`; these are words, or stand before an apostrophe. */
const ONE_LETTER_WORDS = new Set([..."aeouyàdjlmnst"]);

const wordsOf = (list: readonly string[]): ReadonlySet<string> =>
  new Set(list.filter((word) => word.length > 1 || ONE_LETTER_WORDS.has(word)));

/** Of each language its function words and its stemmer, both for words in lower case with their accents. */
const LANGUAGES: Readonly<Record<European, { readonly stopWords: ReadonlySet<string>; stem(word: string): string }>> = {
  german: { stopWords: wordsOf(german), stem: stemGerman },
  french: { stopWords: wordsOf(french), stem: stemFrench },
  spanish: { stopWords: wordsOf(spanish), stem: stemSpanish },
};
const NAMES = Object.keys(LANGUAGES) as European[];
const ENGLISH = new Set([...english, "a"]);

/** Function words that are English words, names or acronyms as well: alone they tell no language. */
const AMBIGUOUS = new Set(
  `ai al also as aura bin con de die dies dos en era es est et eu fin final general ha hat he hin la le ma mal man me mi
  mit nun on ou par pas real sans se sea ser ses si sin solo son ta tal te ton tu um un va van vos war`.split(/\s+/),
);

/** In UTF-16 units: the beginning of a text tells its language. */
const MAX_READ_LENGTH = 500;

/**
 * The language of whose function words a text has more than of English and of the others; `undefined` where that is none.
 *
 * @param least how many different ones it must have, of which one tells the language by itself
 */
export function languageOf(text: string, least: number): European | undefined {
  if (hasHan(text)) return undefined;
  const words = [
    ...new Set(
      text
        .slice(0, MAX_READ_LENGTH)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu),
    ),
  ];
  const inEnglish = words.filter((word) => ENGLISH.has(word)).length;
  const [best, second] = NAMES.map((name) => {
    const found = words.filter((word) => LANGUAGES[name].stopWords.has(word));
    const telling = found.filter((word) => word.length > 1 && !AMBIGUOUS.has(word) && !ENGLISH.has(word));
    return { name, having: telling.length > 0 ? found.length : 0 };
  }).sort((a, b) => b.having - a.having);
  if (!best || best.having < least || best.having <= (second?.having ?? 0)) return undefined;
  return best.having > inEnglish ? best.name : undefined;
}

/** Whether a word, in lower case, is one of those that say nothing by themselves. */
export function isStopWordIn(language: European, word: string): boolean {
  return LANGUAGES[language].stopWords.has(word);
}

/** The stem of a word in lower case with its accents. */
export function stemIn(language: European, word: string): string {
  return LANGUAGES[language].stem(word);
}
