// A page of a long text, and the lines below it that say what is missing.

import { SkillError } from "../base/errors.js";

/** A part of a text. */
export interface Page {
  readonly text: string;
  /** The first character, from 0. */
  readonly start: number;
  /** The one behind the last. */
  readonly end: number;
  /** How many the whole text has. */
  readonly total: number;
}

/**
 * The part of a text that begins at an offset, and has at most so many characters, and at least one. It cuts no character in
 * half; an offset below 0 is 0.
 *
 * @param what in an error, what the text is
 * @throws SkillError `invalid_input` when the text ends before the offset, with its length and the offsets that there are
 */
export function takePage(text: string, offset: number, most: number, what = "The text"): Page {
  const total = text.length;
  const asked = Math.max(0, Math.trunc(offset) || 0);
  if (total > 0 && asked >= total) throw pastEnd(what, asked, total);
  const start = wholeCharacter(text, Math.min(asked, total));
  let end = wholeCharacter(text, Math.min(total, start + Math.max(1, Math.trunc(most))));
  if (end === start && start < total) end = Math.min(total, start + 2);
  return { text: text.slice(start, end), start, end, total };
}

function pastEnd(what: string, offset: number, total: number): SkillError {
  const offsets = total > 1 ? `an offset from 0 to ${total - 1}` : "offset 0";
  const length = total === 1 ? "1 character" : `${total} characters`;
  return new SkillError(
    "invalid_input",
    `${what} ends before offset ${offset}: it has ${length}. Send ${offsets}, or none.`,
  );
}

/** The position, or the one before where it lies inside of a surrogate pair. */
function wholeCharacter(text: string, position: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(position - 1, position + 1)) ? position - 1 : position;
}

/** Says which part this is and how to read on; nothing for a whole text. */
export function pageNote({ start, end, total }: Page, what = "characters"): string[] {
  if (start === 0 && end === total) return [];
  const next = end < total ? `; read on with offset ${end}` : "";
  return [`[${what} ${start} to ${end} of ${total}${next}]`];
}

/** Says how many characters were taken out of a text; nothing where none were. */
export function hiddenNote(removed: number): string[] {
  if (removed === 0) return [];
  return [
    removed === 1
      ? "[1 character that cannot be seen was left out]"
      : `[${removed} characters that cannot be seen were left out]`,
  ];
}
