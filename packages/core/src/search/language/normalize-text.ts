// Unicode normalization, and the bound on how much of a text is searched.

import { normalizeUnicode } from "../../text/normalize-unicode.js";

/** In UTF-16 units. What a text has beyond this is not searched; of 9,771 real SKILL.md files the longest has 191,000. */
export const MAX_TEXT_LENGTH = 100_000;

/** The beginning of a text, with one form for what looks alike: Unicode's NFKC, which can make a text longer. */
export function normalizeText(text: string): string {
  return normalizeUnicode(text.slice(0, MAX_TEXT_LENGTH), "NFKC").slice(0, MAX_TEXT_LENGTH);
}
