// Unicode normalization, and the bound on how much of a text is searched.

/** In UTF-16 units. What a text has beyond this is not searched; the longest of 9,771 real SKILL.md files has 191,000. */
const MAX_TEXT_LENGTH = 200_000;

/** The beginning of a text, with one form for what looks alike: Unicode's NFKC, which can make a text longer. */
export function normalizeText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).normalize("NFKC").slice(0, MAX_TEXT_LENGTH);
}
