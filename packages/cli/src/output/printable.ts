import { stripVTControlCharacters } from "node:util";

/** Control characters but tab and line end, and what reorders or hides text. */
const HIDDEN =
  /(?![\t\n])\p{Cc}|[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu;

/** A text from a file, a name or a message as a terminal may get it: without escape sequences and hidden characters. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll("\r\n", "\n").replace(HIDDEN, "");
}

/** {@link printable} on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}

/** JSON in which nothing is hidden: what a terminal would act on stands there as an escape. */
export function toJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replace(HIDDEN, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
