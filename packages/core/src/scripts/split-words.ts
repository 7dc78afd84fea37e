// Splits a command line into its words, as a shell does.

/** A word of quoted and plain parts, or nothing but a quote that is never closed. */
const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/gsu;

const PART = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gsu;

/** The words of a text, with quotes and backslashes read; where a quote is not closed, its parts between white space. */
export function splitWords(text: string): string[] {
  const words = text.match(WORD) ?? [];
  const rest = text.replace(WORD, "").trim();
  if (rest !== "") return text.trim().split(/\s+/u);
  return words.map((word) => word.replace(PART, unquote));
}

function unquote(_: string, double?: string, single?: string, escaped?: string): string {
  return double === undefined ? (single ?? escaped ?? "") : double.replace(/\\(["\\$`])/gu, "$1");
}
