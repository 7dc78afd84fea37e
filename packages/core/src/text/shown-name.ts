// How a name of somebody else's is shown, and how the shown form finds the name again.

import { cleanLine } from "./clean-text.js";
import { escapeXmlText } from "./escape-xml.js";
import { MAX_SHOWN_NAME } from "./limits.js";

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

/** A name as lists, errors and headings show it: one line of at most 64 characters. */
export function shownName(name: string): string {
  return shownLine(name, MAX_SHOWN_NAME);
}

/** What a name is compared by: what can be seen of it, in Unicode's composed form. */
export function nameKey(name: string): string {
  return cleanLine(name).text.normalize("NFC");
}

/**
 * The forms in which a name can come back: as it is seen, and as it stands between the tags of a prompt, where `&` is `&amp;`.
 */
export function shownForms(name: string): readonly string[] {
  const key = nameKey(name);
  const escaped = escapeXmlText(key);
  return escaped === key ? [key] : [key, escaped];
}

/**
 * Whether a name that was sent back is this one: one of its forms, or the beginning of one with `…` behind it.
 *
 * @param asked a {@link nameKey}
 */
export function meansName(asked: string, name: string): boolean {
  const begin = asked.endsWith("…") && asked.length > 1 ? asked.slice(0, -1) : undefined;
  return shownForms(name).some((form) => form === asked || (begin !== undefined && form.startsWith(begin)));
}
