// Texts of up to 1 MB that are known, or likely, to be expensive for somebody.

/** In UTF-16 units; at most 1 MB in UTF-8 where it matters. */
export const LENGTH = 1_000_000;

const fill = (unit, length = LENGTH) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** The same words in every run. */
function randomText(alphabet, length) {
  let seed = 1;
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed;
  };
  let text = "";
  while (text.length < length) text += alphabet[next() % alphabet.length];
  return text;
}

const han = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(0x4e00 + index * 4));

/** Each as long as it is asked for. */
export const KINDS = {
  "one word": (length) => fill("a", length),
  spaces: (length) => fill(" ", length),
  tabs: (length) => fill("\t", length),
  "line feeds": (length) => fill("\n", length),
  "carriage returns": (length) => fill("\r", length),
  "line separators": (length) => fill("\u2028", length),
  "spaces and line feeds": (length) => fill(" \n", length),
  "short lines": (length) => fill("a\n", length),
  words: (length) => fill("word ", length),
  "other words": (length) => randomText("abcdefghijklmnopqrstuvwxyz    ", length),
  sentences: (length) => fill("A b. ", length),
  "less-than signs": (length) => fill("<", length),
  tags: (length) => fill("</a>", length),
  "entities of XML": (length) => fill("&\"'<>", length),
  backticks: (length) => fill("`", length),
  fences: (length) => fill("---\n", length),
  dashes: (length) => fill("-", length),
  "dashes and spaces": (length) => fill("--- ", length),
  brackets: (length) => fill("[", length),
  braces: (length) => fill("{a: ", length),
  "question marks": (length) => fill("? ", length),
  items: (length) => fill("- ", length),
  comments: (length) => fill("#", length),
  "spaces and a comment": (length) => fill(" #", length),
  colons: (length) => fill("a: ", length),
  quotes: (length) => fill("'", length),
  "double quotes": (length) => fill('"', length),
  backslashes: (length) => fill("\\", length),
  slashes: (length) => fill("/", length),
  "paths upward": (length) => fill("../", length),
  dots: (length) => fill(".", length),
  versions: (length) => fill("1.", length),
  digits: (length) => fill("1", length),
  "camel case": (length) => fill("aB", length),
  "camel case in words": (length) => fill("aBcDeFgHiJkLmN ", length),
  "hyphens between letters": (length) => fill("a-", length),
  percent: (length) => fill("%2e", length),
  Chinese: (length) => randomText(han, length),
  "one Chinese word": (length) => fill("技能", length),
  Japanese: (length) => fill("ひらがなカタカナ", length),
  "half-width kana": (length) => fill("ｶﾞ", length),
  Korean: (length) => fill("한국어", length),
  Thai: (length) => fill("ภาษาไทย", length),
  "a letter that is eighteen": (length) => fill("\uFDFA", length),
  "marks out of order": (length) => `a${fill("\u0315", length / 2)}${fill("\u0300", length / 2 - 1)}`,
  "marks in turn": (length) => fill("\u0315\u0300", length),
  "marks and half-width signs": (length) => fill(`${"\u0315".repeat(29)}\uFF9E`, length),
  "letters with marks": (length) => fill("e\u0301", length),
  emoji: (length) => fill("👩\u200D👩\u200D👧", length),
  joiners: (length) => fill("\u200D", length),
  "half a pair": (length) => fill("\uD83D", length),
  "variation selectors": (length) => fill("a\uFE0F", length),
  ESC: (length) => fill("\u001B", length),
  "half an ANSI sequence": (length) => fill("\u001B[", length),
  "ANSI parameters": (length) => `\u001B[${fill(";#", length - 2)}`,
  "ANSI titles": (length) => fill("\u001B]0;", length),
  "bidirectional controls": (length) => fill("\u202E", length),
  "byte order marks": (length) => fill("\uFEFF", length),
};

/** Those few that stand for the others where one case costs much. */
export const FEW = [
  "one word",
  "spaces",
  "short lines",
  "words",
  "less-than signs",
  "one Chinese word",
  "marks out of order",
  "ANSI parameters",
];
