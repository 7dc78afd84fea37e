// Removes characters that YAML refuses, before it is read.

import { removeEscapes } from "../text/clean-text.js";

/** What YAML does not allow unescaped. @see https://yaml.org/spec/1.2.2/#51-character-set */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g;

/** Removes what YAML would refuse, so that a stray escape sequence does not lose a skill. All else is kept as written. */
export function removeUnprintable(text: string): { readonly text: string; readonly removed: number } {
  const printable = removeEscapes(text).replace(UNPRINTABLE, "");
  return { text: printable, removed: text.length - printable.length };
}
