// Unicode normalization that takes time linear in the text.

/** So many combining marks may follow a letter. @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
const MAX_MARKS = 30;

/** Marks, and the two half-width signs that become marks in NFKC. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const TOO_MANY_MARKS = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, "gu");

/** A cheap test first: below U+0300 there are no marks. */
const HAS_MARKS = /[\u0300-\uFFFF]/;

/**
 * A text in a Unicode normalization form. Of more than 30 combining marks in a row the rest is left out, as no writing has
 * them: to put marks in order takes time quadratic in their number, 2 s for 80,000.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFD" | "NFKC"): string {
  return (HAS_MARKS.test(text) ? text.replace(TOO_MANY_MARKS, "$1") : text).normalize(form);
}
