// Texts from outside, made harmless for a terminal and for the log of a CI job.

import { cleanLine, cleanText, escapeHidden } from "@skillplug/core/text";

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
  return escapeHidden(JSON.stringify(data, null, 2))
    .replaceAll("##[", "#\\u0023[")
    .replaceAll("##vso[", "#\\u0023vso[");
}

function harmlessLine(line: string): string {
  const cut =
    line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
  return withoutCommands(cut);
}

/**
 * A line that no runner of CI jobs takes for a command: GitHub reads `::error …` where nothing but white space stands before
 * it, and `##[error]…` anywhere; Azure `##vso[…]`. A space between their first two characters is enough.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function withoutCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1: ").replace(/##(?=\[|vso\[)/gi, "# #");
}
