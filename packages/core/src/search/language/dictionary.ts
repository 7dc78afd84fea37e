// The built-in dictionary between Chinese and English.

import { hasHan } from "./cjk.js";
import { TERMS } from "./terms.js";
import { TRADITIONAL } from "./traditional.js";

/**
 * Tells what a word is called in the other languages of the skills; empty where that is not known.
 * Asked for runs of one to six Chinese, Japanese or Korean characters, and for one to three words of other scripts, in lower case.
 */
export type Translate = (word: string) => readonly string[];

const HAS_WORD = /[a-z0-9]/i;

/**
 * The terms of `TERMS`, in both directions: from Chinese, simplified or traditional, to English and back.
 *
 * @param stem makes the forms of an English word equal
 */
export function createDictionary(stem: (words: string) => string): Translate {
  const simplified = new Map(
    TRADITIONAL.replaceAll("\n", "")
      .match(/../gu)
      ?.map(([from = "", to = ""]) => [from, to]),
  );
  const simplify = (text: string) =>
    text.replaceAll(/\p{sc=Han}/gu, (character) => simplified.get(character) ?? character);
  const translations = new Map<string, string[]>();
  const add = (from: string, to: readonly string[]) =>
    translations.set(from, [...(translations.get(from) ?? []), ...to]);
  for (const { chinese, english } of readTerms()) {
    for (const word of chinese) add(word, english);
    for (const word of english) add(stem(word), chinese);
  }
  return (word) => {
    if (hasHan(word)) return translations.get(simplify(word)) ?? [];
    // To stem a run of kana or Hangul takes the segmenter, and no term has one.
    return HAS_WORD.test(word) ? (translations.get(stem(word)) ?? []) : [];
  };
}

/** The lines of {@link TERMS}: words that mean the same. */
function readTerms(): { readonly chinese: readonly string[]; readonly english: readonly string[] }[] {
  return TERMS.trim()
    .split("\n")
    .map((line) => {
      const [chinese = "", english = ""] = line.split(" | ");
      return { chinese: chinese.split(" "), english: english.split(", ") };
    });
}
