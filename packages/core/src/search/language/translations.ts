// Translates the words of a request, by greedy longest match.

import { normalizeUnicode } from "../../text/normalize-unicode.js";
import { CJK } from "./cjk.js";
import type { Translate } from "./dictionary.js";
import { splitWords } from "./words.js";

/** A word of a request, and what it is called in another language. */
export interface Translation {
  readonly word: string;
  /** How often the request has the word. */
  readonly repeats: number;
  /** Words that mean the same, each of one word or a few. */
  readonly words: readonly string[];
}

/** Chinese, Japanese and Korean runs, in which words stand side by side. */
const CHARACTERS = new RegExp(`[${CJK}]+`, "gu");

/** The longest word that is looked up in such a run, in characters. */
const MAX_CHARACTERS = 6;

/** The longest term that is looked up in other scripts, in words. */
const MAX_WORDS = 3;

/** In UTF-16 units. What a request says beyond this is not translated; one of 300 words has some 2,000. */
const MAX_TRANSLATED_LENGTH = 10_000;

/**
 * Translates what can be translated of a request, word by word, the longest terms first.
 *
 * @param isWord whether a word says anything by itself; `the` does not
 */
export function translateRequest(
  text: string,
  translate: Translate,
  isWord: (word: string) => boolean,
): readonly Translation[] {
  const normalized = normalizeUnicode(text.slice(0, MAX_TRANSLATED_LENGTH), "NFKC");
  const translations = new Map<string, Translation>();
  const note = (word: string, words: readonly string[]) =>
    translations.set(word, { word, repeats: (translations.get(word)?.repeats ?? 0) + 1, words });
  for (const run of normalized.match(CHARACTERS) ?? []) matchLongest([...run], MAX_CHARACTERS, "", translate, note);
  for (const run of normalized.split(CHARACTERS)) {
    matchLongest(splitWords(run).filter(isWord), MAX_WORDS, " ", translate, note);
  }
  return [...translations.values()];
}

function matchLongest(
  units: readonly string[],
  most: number,
  separator: string,
  translate: Translate,
  note: (word: string, words: readonly string[]) => void,
): void {
  for (let start = 0; start < units.length; ) {
    start += matchAt(units.slice(start, start + most), separator, translate, note);
  }
}

/** Notes the longest term with which the units begin, and answers how many of them it has; 1 where there is none. */
function matchAt(
  units: readonly string[],
  separator: string,
  translate: Translate,
  note: (word: string, words: readonly string[]) => void,
): number {
  for (let length = units.length; length > 0; length--) {
    const word = units.slice(0, length).join(separator);
    const words = translate(word);
    if (words.length === 0) continue;
    note(word, words);
    return length;
  }
  return 1;
}
