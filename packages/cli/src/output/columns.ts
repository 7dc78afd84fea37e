// Text in the columns of a terminal, where a character takes none, one or two.

import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** A text without colours, cut so that it takes at most so many columns; `…` stands for the rest. */
export function cut(text: string, columns: number): string {
  // A grapheme rarely has more than a few code units, so that this is enough, and a long text costs no more than a short one.
  const start = text.slice(0, columns * 16 + 16);
  if (start === text && stringWidth(text) <= columns) return text;
  let kept = "";
  let room = columns - 1;
  for (const { segment } of graphemes.segment(start)) {
    room -= stringWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return columns < 1 ? "" : `${kept.trimEnd()}…`;
}

/** A text without colours, filled up with spaces to so many columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

export const widthOf = (text: string): number => stringWidth(text);

/** A line without colours as lines of at most so many columns, broken between words; Chinese is broken between its words too. */
export function wrap(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of pieces(line, columns)) {
    if (stringWidth(current + word.trimEnd()) > columns && current !== "") {
      lines.push(current.trimEnd());
      current = word.trimStart();
    } else current += word;
  }
  return [...lines, current.trimEnd()];
}

/** Words with what follows them up to the next one; one that is longer than a line falls into its characters. */
function pieces(line: string, columns: number): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(line)) {
    const last = found.length - 1;
    if (stringWidth(segment) > columns) found.push(...Array.from(graphemes.segment(segment), (part) => part.segment));
    else if (isWordLike || last < 0) found.push(segment);
    else found[last] += segment;
  }
  return found;
}
