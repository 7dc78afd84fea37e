// How a name of somebody else's is shown, and how the shown form finds the name again.

import { cleanLine, withoutLogCommands } from "./clean-text.js";
import { unescapeXml } from "./escape-xml.js";
import { MAX_SHOWN_NAME } from "./limits.js";
import { normalizeUnicode } from "./normalize-unicode.js";

/** A text of at most so many characters; `…` stands for the rest, and no character is cut in half. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A text on one line without anything hidden, cut. What lies far behind the cut is not even looked at. */
export function shownLine(text: string, most: number): string {
  const start = text.slice(0, 4 * most);
  const { text: line } = cleanLine(start);
  return start === text ? cut(line, most) : cut(`${line}…`, most);
}

/** {@link shownLine} for a log: no runner of CI jobs takes a part of it for a command. */
export function loggedLine(text: string, most: number): string {
  return cut(withoutLogCommands(shownLine(text, most)), most);
}

/** A name as lists, errors and headings show it: one line of at most 64 characters. */
export function shownName(name: string): string {
  return shownLine(name, MAX_SHOWN_NAME);
}

/** What a name is compared by: what can be seen of it, in Unicode's composed form. */
export function nameKey(name: string): string {
  return normalizeUnicode(cleanLine(name).text, "NFC");
}

/**
 * What a name that was sent back may mean: what can be seen of it, also with the entities of XML read, since between the tags
 * of a prompt `&` stands as `&amp;`.
 */
export function askedNames(name: string): readonly string[] {
  const asked = nameKey(name);
  const unescaped = unescapeXml(asked);
  return unescaped === asked ? [asked] : [asked, unescaped];
}

/**
 * Whether a name that was sent back is this one, or its beginning with `…` behind it.
 *
 * @param asked one of {@link askedNames}
 * @param key the {@link nameKey} of the name
 */
export function meansName(asked: string, key: string): boolean {
  return asked === key || (asked.endsWith("…") && asked.length > 1 && key.startsWith(asked.slice(0, -1)));
}
