/** Scripts in which a word of one or two characters stands beside the next without a space. */
const UNSPACED_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}]+/gu;

/** Faster than to look for runs in a text that has none. */
const HAS_SUCH_CHARACTERS = /[\u1100-\uffff]/;

/** In UTF-16 units. What a text has beyond this is not searched. */
const MAX_TEXT_LENGTH = 200_000;

/**
 * Every two characters (UTF-16 units) that stand side by side in a text's Chinese, Japanese and Korean runs, in order and with repeats.
 * Where a segmenter cuts the request and the text differently, their bigrams still meet.
 */
export function bigrams(text: string): string[] {
  if (!HAS_SUCH_CHARACTERS.test(text)) return [];
  const normalized = text.slice(0, MAX_TEXT_LENGTH).normalize("NFKC").slice(0, MAX_TEXT_LENGTH);
  const pairs: string[] = [];
  for (const run of normalized.match(UNSPACED_RUN) ?? []) {
    for (let position = 0; position + 1 < run.length; position++) pairs.push(run.slice(position, position + 2));
  }
  return pairs;
}
