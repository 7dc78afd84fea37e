// Texts from outside, made harmless for a terminal and for the log of a CI job.

import { cleanLine, cleanText, escapeHidden, escapeLogCommands, withoutLogCommands } from "@skillplug/core/text";

export { escapeHidden };

/** A longer line is cut, in characters: a text for people, of which `--json` has the whole. */
const MAX_LINE_LENGTH = 10_000;

/** A text from a file, a name or a message as a terminal or a log may get it. */
export function printable(text: string): string {
  return cleanText(text).text.split("\n").map(harmlessLine).join("\n");
}

/** {@link printable} on one line. */
export function printableLine(text: string): string {
  return harmlessLine(cleanLine(text).text);
}

/** JSON in which nothing is hidden, and nothing stands that a runner of CI jobs reads as a command. */
export function toJson(data: unknown): string {
  return escapeLogCommands(escapeHidden(JSON.stringify(data, null, 2)));
}

function harmlessLine(line: string): string {
  const cut =
    line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
  return withoutLogCommands(cut);
}
