// The first step of tokenization: cuts a text into runs, at spaces and punctuation.

import { CJK } from "./cjk.js";
import { normalizeText } from "./normalize-text.js";

/** The scripts that put no space between words. Hangul has spaces, but glues particles to words. */
const UNSPACED = String.raw`${CJK}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;

/** A name that needs its punctuation, or a version, or a run of unspaced text, or one word, `.js` included. */
const RUN = new RegExp(
  [
    String.raw`(?<!${LETTER})(?:c\+\+|[cf]#|\.net(?!${LETTER}))`,
    String.raw`(?<!${LETTER})v?\p{Nd}+(?:\.\p{Nd}+)+(?!${LETTER})`,
    `[${UNSPACED}]+`,
    String.raw`(?:(?![${UNSPACED}])${LETTER})+(?:\.js(?!${LETTER}))?`,
  ].join("|"),
  "iuy",
);
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

const LETTER_OR_DIGIT = 1;
const PART_OF_SOME_NAMES = 2;

/** What each ASCII character is: 0 where it only parts words. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return LETTER_OR_DIGIT;
  return /[.+#]/.test(character) ? PART_OF_SOME_NAMES : 0;
});

/**
 * The pieces of a text between spaces and punctuation, as they are written: words, compounds, and runs of text without spaces.
 * Nearly all are ASCII words between ASCII punctuation, which are found without the regular expression, in a third of the time.
 */
export function findRuns(text: string): string[] {
  const normalized = normalizeText(text);
  const runs: string[] = [];
  let position = 0;
  while (position < normalized.length) {
    const end = endOfAsciiWord(normalized, position);
    if (end === position) position++;
    else if (end !== undefined) {
      runs.push(normalized.slice(position, end));
      position = end;
    } else {
      RUN.lastIndex = position;
      const [run] = RUN.exec(normalized) ?? [];
      if (run !== undefined) runs.push(run);
      position = run === undefined ? position + 1 : RUN.lastIndex;
    }
  }
  return runs;
}

/** Where the ASCII word ends that begins here; the beginning where there is none, and `undefined` where it takes the regular expression. */
function endOfAsciiWord(text: string, start: number): number | undefined {
  let end = start;
  while (ASCII[text.charCodeAt(end)] === LETTER_OR_DIGIT) end++;
  return end === text.length || ASCII[text.charCodeAt(end)] === 0 ? end : undefined;
}

/** Whether a run is of a script that puts no space between words. */
export function isUnspaced(run: string): boolean {
  return STARTS_UNSPACED.test(run);
}
