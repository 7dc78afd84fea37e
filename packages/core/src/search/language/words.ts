// The second step of tokenization: splits runs into words, folded in case and accents.

import { findRuns, isUnspaced } from "./find-runs.js";

/** Between the parts of `nodeRunner`, `PDFForms`, `node.js` and `3.12`, but not inside `PDFs`. */
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll}{2})|(?<=.)\.(?=[jJ][sS]$|\p{Nd})/u;

/** The accents of Latin, Greek and Cyrillic letters, where they stand apart. */
const ACCENTS = /[\u0300-\u036f]/g;

/** In UTF-16 units. Intl.Segmenter takes quadratic time on one long run: 10 s for 100,000 characters, 50 ms in pieces. */
const MAX_SEGMENTED_LENGTH = 512;

/** In UTF-16 units. What is longer is a key, a hash or a picture in base64, and nobody searches for it. */
const MAX_WORD_LENGTH = 64;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** A text's words, in order and with repeats: {@link splitRun} of each of its {@link findRuns}. */
export function splitWords(text: string): string[] {
  return findRuns(text).flatMap(splitRun);
}

/**
 * The words of a run, in lower case and without accents. Splits `camelCase` and versions, besides giving the whole.
 * Keeps `c++`, `c#`, `f#`, `.net` and `node.js`. Text without spaces is cut by `Intl.Segmenter`.
 */
export function splitRun(run: string): string[] {
  if (isUnspaced(run)) return segment(run);
  return run.length <= MAX_WORD_LENGTH ? splitCompound(run) : [];
}

function segment(run: string): string[] {
  if (run.length === 1) return [run];
  const words: string[] = [];
  for (let start = 0; start < run.length; start += MAX_SEGMENTED_LENGTH) {
    const segments = segmenter.segment(run.slice(start, start + MAX_SEGMENTED_LENGTH));
    // a third faster than to iterate
    for (let next = segments.containing(0); next; next = segments.containing(next.index + next.segment.length)) {
      words.push(next.segment);
    }
  }
  return words;
}

/** `v1.2` is `1.2`. */
const VERSION_MARK = /^v(?=\p{Nd}+\.)/iu;

function splitCompound(written: string): string[] {
  const run = written.replace(VERSION_MARK, "");
  const whole = fold(run);
  if (whole === "") return []; // accents alone
  if (whole === run && !run.includes(".")) return [whole];
  const parts = run.split(SEAMS);
  return parts.length > 1 ? [whole, ...parts.map(fold).filter((part) => part !== "")] : [whole];
}

/** What differs in case or accents only is one word. Both rules are those of Unicode, whatever the process's locale. */
export function fold(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(ACCENTS, "").normalize("NFC");
}
