// Texts from outside, made harmless for a terminal.

/**
 * Whole escape sequences: those with a final character (colours, cursor), those with a text and its end (titles, links), and
 * short ones. No part can begin another one inside it, so that the time grows with the length alone; `stripVTControlCharacters`
 * of Node 20 and 22 takes minutes for some texts of 200 kB.
 *
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const ESCAPE_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0000-\u0008\u000A-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g;

/** Control characters but tab and line end, and what reorders or hides text: as core's, without loading core for a message. */
const HIDDEN =
  /(?![\t\n])\p{Cc}|[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/** A text from a file, a name or a message as a terminal may get it: without escape sequences and hidden characters. */
export function printable(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, "").replaceAll("\r\n", "\n").replace(HIDDEN, "");
}

/** {@link printable} on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}

/** JSON in which nothing is hidden. */
export function toJson(data: unknown): string {
  return escapeHidden(JSON.stringify(data, null, 2));
}

/** JSON as a terminal may get it: what it would act on or not show stands there as an escape of JSON. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
