// Splits a command line into its words, as a shell does.

/** A word of quoted and plain parts, or nothing but a quote that is never closed. */
const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/gsu;

const PART = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gsu;

/** The words of a text, with quotes and backslashes read; where a quote is not closed, its parts between white space. */
export function splitWords(text: string): string[] {
  return isClosed(text) ? splitRawWords(text).map(unquoteWord) : splitRawWords(text);
}

/** As {@link splitWords}, each word as it is written, with its quotes. */
export function splitRawWords(text: string): string[] {
  if (!isClosed(text)) return text.trim().split(/\s+/u);
  return [...(text.match(WORD) ?? [])];
}

/** A word without its quotes and backslashes. */
export function unquoteWord(word: string): string {
  return word.replace(PART, unquote);
}

function isClosed(text: string): boolean {
  return text.replace(WORD, "").trim() === "";
}

function unquote(_: string, double?: string, single?: string, escaped?: string): string {
  return double === undefined ? (single ?? escaped ?? "") : double.replace(/\\(["\\$`])/gu, "$1");
}
