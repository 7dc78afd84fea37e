// Character bigrams of Chinese, Japanese and Korean text.

import { CJK } from "./cjk.js";
import { normalizeText } from "./normalize-text.js";

const RUN = new RegExp(`[${CJK}]+`, "gu");

/** A cheap test first: most texts have no such run. */
const HAS_SUCH_CHARACTERS = /[\u1100-\uffff]/;

/**
 * Every two characters (UTF-16 units) that stand side by side in a text's Chinese, Japanese and Korean runs, in order and with repeats.
 * Where a segmenter cuts the request and the text differently, their bigrams still meet.
 */
export function bigrams(text: string): string[] {
  if (!HAS_SUCH_CHARACTERS.test(text)) return [];
  const pairs: string[] = [];
  for (const run of normalizeText(text).match(RUN) ?? []) {
    for (let position = 0; position + 1 < run.length; position++) pairs.push(run.slice(position, position + 2));
  }
  return pairs;
}
