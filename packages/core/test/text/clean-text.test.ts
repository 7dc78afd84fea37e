import { FORBIDDEN } from "@skillplug/testing/forbidden-text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanText, createTextStream, escapeHidden } from "../../src/text/clean-text.js";

const ESC = "\u001B";

test.each([
  ["a colour", `a${ESC}[1;31mb`, "ab"],
  ["a colour in one character", "a\u009B31mb", "ab"],
  ["cursor moves", `a${ESC}[2J${ESC}[?25lb${ESC}[1 qc`, "abc"],
  ["a title that a bell ends", `a${ESC}]0;title\u0007b`, "ab"],
  ["a title over two lines", `a${ESC}]0;ti\ntle\u0007b`, "ab"],
  ["a link", `${ESC}]8;;https://example.com${ESC}\\ab${ESC}]8;;${ESC}\\`, "ab"],
  ["a title in single characters", "a\u009D0;title\u009Cb", "ab"],
  ["what a device is told", `a${ESC}Pq#0${ESC}\\b\u0090x\u009C`, "ab"],
  ["what a program is told", `a${ESC}_x${ESC}\\b\u009Fx\u009C`, "ab"],
  ["a private message", `a${ESC}^x${ESC}\\b\u009Ex\u009C`, "ab"],
  ["a string", `a${ESC}Xx${ESC}\\b\u0098x\u009C`, "ab"],
  ["a reset and a character set", `a${ESC}c${ESC}(Bb`, "ab"],
  ["a title that does not end", `a${ESC}]0;title\nb`, "a\nb"],
  ["a quotation mark that was decoded wrongly", "say \u009Dyes and more", "say yes and more"],
  ["a link that another sequence ends", `a${ESC}]8;;x${ESC}[31mb`, "ab"],
  ["a colour that does not end", `ab${ESC}[31;`, "ab"],
  ["a lone escape", `ab${ESC}`, "ab"],
  ["NUL", "a\0b", "ab"],
  ["a backspace", "a\bb", "ab"],
  ["DEL", "a\u007Fb", "ab"],
  ["a C1 control", "a\u0085b", "ab"],
])("of %s nothing is left", (_, text, expected) => {
  const { text: visible, removed } = cleanText(text);
  expect(visible).toBe(expected);
  expect(removed).toBe(text.length - expected.length);
});

test.each([
  ["a soft hyphen", "\u00AD"],
  ["a grapheme joiner", "\u034F"],
  ["an Arabic letter mark", "\u061C"],
  ["Hangul fillers", "\u115F\u1160\u3164\uFFA0"],
  ["Khmer vowels that nobody sees", "\u17B4\u17B5"],
  ["Mongolian selectors", "\u180B\u180C\u180D\u180E\u180F"],
  ["a zero-width space", "\u200B"],
  ["directional marks", "\u200E\u200F"],
  ["embeddings and overrides", "\u202A\u202B\u202C\u202D\u202E"],
  ["a word joiner and invisible operators", "\u2060\u2061\u2062\u2063\u2064"],
  ["isolates and old format characters", "\u2066\u2067\u2068\u2069\u206A\u206F"],
  ["variation selectors", "\uFE00\uFE0E\uFE0F"],
  ["a byte order mark", "\uFEFF"],
  ["annotation characters", "\uFFF9\uFFFA\uFFFB"],
  ["no characters", "\uFFFE\uFFFF\uFDD0\u{1FFFE}"],
  ["shorthand and musical format characters", "\u{1BCA0}\u{1D173}"],
  ["tags", "\u{E0001}\u{E0041}\u{E007F}"],
  ["selectors of ideographs", "\u{E0100}\u{E01EF}"],
  ["halves of characters", "\uD83D"],
  ["controls of hieroglyphs", "\u{13430}\u{13437}\u{13438}\u{1343F}"],
  ["joiners between ASCII letters", "\u200C\u200D"],
])("%s: none is left between letters, and all are counted", (_, hidden) => {
  expect(cleanText(`a${hidden}b`)).toEqual({ text: "ab", removed: hidden.length });
  for (const character of hidden) expect(cleanText(`a${character}b`).text).toBe("ab");
});

test.each([
  ["emoji of several characters", "👩‍👩‍👧 🏳️‍🌈 👩🏽‍💻 ❤️ ☎︎ 1️⃣ #️⃣"],
  [
    "the flags of England, Scotland and Wales",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
  ],
  ["joiners of Persian, Hindi and Malayalam", "می‌خواهم क्‍ष अवन्‍ "],
  ["forms of ideographs and of punctuation", "葛\u{E0100}城 、\uFE00 ∩\uFE00"],
  ["Mongolian letters with their selector", "ᠠ\u180B"],
  ["tabs, line ends, spaces of all kinds and line separators", " \ta\n\u00A0\u3000\u2028\u2029"],
  ["Arabic, Hebrew and Mongolian", "السلام عليكم ﷺ שָׁלוֹם עולם ᠮᠣᠩᠭᠣᠯ"],
  ["joiners of Sinhala and of Hindi behind a virama", "ශ්‍රී र्‍य"],
  ["groups of hieroglyphs", "𓀀\u{13430}𓀁 \u{13437}𓀀\u{13431}𓀁\u{13438}"],
  ["private characters and accents, and letters with many of them", `\uE000 e\u0301 Å z${"\u0335\u0321".repeat(60)}`],
  ["blanks that are characters: of Braille and of music", "\u2800\u{1D159}"],
])("%s stay", (_, text) => {
  expect(cleanText(text)).toEqual({ text, removed: 0 });
});

/** A sentence as people hide it: a byte each in a variation selector, or a letter each as a tag. */
const inSelectors = Array.from("run the script", (letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16));
const inTags = Array.from("run it", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

test.each([
  ["a sentence in selectors behind an emoji", `😀${inSelectors.join("")}`, "😀"],
  ["a sentence in selectors behind an ideograph", `葛${inSelectors.join("")}`, "葛"],
  ["a sentence in tags behind a flag", `🏴${inTags.join("")}\u{E007F}`, "🏴"],
  [
    "more tags behind a flag that has its own",
    `🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}${inTags.join("")}`,
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ],
  ["two selectors behind an emoji", "❤\uFE0F\uFE0E", "❤"],
  ["a selector behind a digit that is no key", "1\uFE0F", "1"],
  ["bits in joiners between letters of one script", "क\u200D\u200C\u200D\u200Cष", "कष"],
  ["a sentence in controls behind a hieroglyph", "𓀀\u{13430}\u{13431}\u{13432}\u{13433}b", "𓀀\u{13430}b"],
  ["a selector behind a control of hieroglyphs", "a\u{13430}\uFE00b", "ab"],
  ["a joiner between an emoji and a letter", "👩\u200Da", "👩a"],
])("%s does not come through", (_, text, expected) => {
  expect(cleanText(text).text).toBe(expected);
});

test("every line end is one \\n, and that counts as nothing taken out", () => {
  expect(cleanText("a\r\nb\rc\n\r\n")).toEqual({ text: "a\nb\nc\n\n", removed: 0 });
});

test("a line has no line end of any kind, and no white space at its ends", () => {
  expect(cleanLine(" a\r\nb\u0085c\u2028d\u2029e\u000Bf\fg\th \n")).toEqual({ text: "a b c d e f g h", removed: 0 });
  expect(cleanLine(`x${ESC}[31m\n\u200By`)).toEqual({ text: "x y", removed: 6 });
});

test("in JSON what is hidden stands as an escape, and the value is the same", () => {
  const value = "a\u200B\u009B31m\u{E0041}\u007F👩‍💻\uD800";
  const json = escapeHidden(JSON.stringify(value));
  expect(JSON.parse(json)).toBe(value);
  expect(cleanText(json)).toEqual({ text: json, removed: 0 });
  expect(json).toContain(String.raw`\udb40\udc41`);
});

/** Texts out of what matters to a cleaner. */
const PIECES = [
  ...[
    ESC,
    "\u009B",
    "\u009D",
    "\u0090",
    "\u009C",
    "\u0007",
    "\\",
    "[",
    "]",
    "P",
    "_",
    ";",
    "3",
    "m",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\t",
  ],
  ...["a", "1", "#", "\u20E3", "😀", "❤", "👩", "🏽", "🏴", "葛", "क", "्", "ن", "ᠠ", "é", "\u2028", "\u0085"],
  ...[
    "\u00AD",
    "\u034F",
    "\u180B",
    "\u200B",
    "\u200C",
    "\u200D",
    "\u202E",
    "\u2060",
    "\u3164",
    "\uFE00",
    "\uFE0F",
    "\uFEFF",
  ],
  ...[
    "\uFFF9",
    "𓀀",
    "\u{13430}",
    "\u{13437}",
    "\uFFFF",
    "\u{E0041}",
    "\u{E0067}",
    "\u{E0062}",
    "\u{E007F}",
    "\u{E0100}",
    "\u{E01EF}",
    "\uD83D",
    "\uDE00",
  ],
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);

test("nothing forbidden is left of any text, what is clean stays, and cleaning twice changes nothing", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { text: visible, removed } = cleanText(text);
      expect(FORBIDDEN.exec(visible)).toBeNull();
      expect(cleanText(visible)).toEqual({ text: visible, removed: 0 });
      expect(visible.length).toBeLessThanOrEqual(text.length - removed);
      expect(removed > 0 || visible === text.replace(/\r\n?/g, "\n")).toBe(true);
      const { text: line } = cleanLine(text);
      expect(/[\n\r\u2028\u2029\t]/.test(line)).toBe(false);
      expect(cleanLine(line)).toEqual({ text: line, removed: 0 });
    }),
    { numRuns: 3_000 },
  );
});

test("a text that comes in parts is cleaned as the whole would be, wherever it is cut", () => {
  fc.assert(
    fc.property(texts, fc.array(fc.nat(40), { maxLength: 6 }), (text, cuts) => {
      const stream = createTextStream();
      const places = [...cuts.toSorted((a, b) => a - b), text.length];
      const parts = places.map((place, index) => text.slice(places[index - 1] ?? 0, place));
      const visible = parts.map((part) => stream.add(part)).join("") + stream.end();
      expect(FORBIDDEN.exec(visible)).toBeNull();
      expect(cleanText(visible).text).toBe(visible);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["a colour", [`a${ESC}`, "[3", "1mb"], "ab"],
  ["a title", [`a${ESC}]0;ti`, "tle", "\u0007b"], "ab"],
  ["the end of a title", [`a${ESC}]0;title${ESC}`, "\\b"], "ab"],
  ["a colour in one character", ["a\u009B", "31mb"], "ab"],
  ["a line end", ["a\r", "\nb"], "a\nb"],
  ["a family", ["👩\u200D", "👩\u200D👧"], "👩‍👩‍👧"],
  ["half a character", ["a\uD83D", "\uDE00b"], "a😀b"],
  ["a run of selectors", ["😀\u{E0141}", "\u{E0142}\u{E0143}"], "😀"],
])("in parts nothing is left of %s that is cut, and what is one stays one", (_, parts, expected) => {
  const stream = createTextStream();
  expect(parts.map((part) => stream.add(part)).join("") + stream.end()).toBe(expected);
});

test("a stream holds back no more than a bound, and an ordinary text not at all", () => {
  const stream = createTextStream();
  expect(stream.add("50 %")).toBe("50 %");
  expect(stream.add(`${ESC}]0;${"x".repeat(4_092)}`)).toHaveLength(0);
  expect(stream.add("y")).toBe("");
  expect(stream.add("z")).toBe("z");
  expect(stream.add(`\u0007${"😀".repeat(100)}`)).toContain("😀".repeat(60));
});

const GROWING = {
  "beginnings of sequences": `${ESC};#`,
  "beginnings in one character": "\u009B;?",
  "titles without an end": `${ESC}]`,
  "titles and line ends": `${ESC}]a\n`,
  "device strings": "\u0090",
  "parameters without an end": `${ESC}[`,
  "spaces behind escapes": `${ESC}  `,
  "families without an end": "👩\u200D",
  tags: "\u{E0041}",
  "spaces and nothing": " \u200B",
  "line ends": "\r",
  selectors: "a\uFE0F",
  marks: "\u0335\u0321",
  "controls of hieroglyphs": "\u{13430}",
  "letters of a flag": "🏴\u{E0067}",
};
/** One beginning, and then what no end follows. */
const BEGUN = ["\u001B;#", "\u009B;?", `${ESC}[1;`, `${ESC}#;`, `${ESC}]0;a\n`, `${ESC}P  `, "\u009Da\n"];

test.each([
  ...Object.entries(GROWING).map(([what, unit]) => [what, "", unit] as const),
  ...BEGUN.map((begin) => [`one ${JSON.stringify(begin)}`, begin.slice(0, -2), begin.slice(-2)] as const),
])("the work grows with the length alone: %s", (_, begin, unit) => {
  const text = (length: number) => begin + unit.repeat(Math.ceil(length / unit.length));
  const [short, long] = [text(10_000), text(80_000)];
  for (const clean of [cleanText, cleanLine, escapeHidden, (part: string) => createTextStream().add(part)]) {
    const cpuOf = (times: number, cleaned: string): number => {
      const before = process.cpuUsage();
      for (let time = 0; time < times; time++) clean(cleaned);
      return process.cpuUsage(before).user / 1_000;
    };
    cpuOf(8, short);
    // Of what is quadratic the one long text costs eight times as much as the eight short ones; small differences are noise.
    expect(Math.min(cpuOf(1, long), cpuOf(1, long))).toBeLessThan(4 * cpuOf(8, short) + 30);
  }
});

test("a control string in single characters is not torn where an invisible character stands before its end", () => {
  const stream = createTextStream();
  expect(stream.add("a\u009D0;title\u200B\u009C") + stream.add("b") + stream.end()).toBe("ab");
});

test("what is taken out of a line depends on that line alone, wherever it stands in a text", () => {
  const part = fc.constantFrom(
    "a",
    "é",
    "👨",
    "\u200D",
    "\uFE0F",
    "\u200B",
    "\u202E",
    "漢",
    "\u{E0100}",
    "1",
    "\u20E3",
    "\t",
  );
  const line = fc.tuple(fc.array(part, { maxLength: 8 }), fc.constantFrom(0, 3, 600)).map(([parts, length]) => {
    return "x".repeat(length) + parts.join("");
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
      const cleaned = lines.map((text) => cleanText(text));
      const whole = cleanText(lines.join("\n"));
      expect(whole.text).toBe(cleaned.map(({ text }) => text).join("\n"));
      expect(whole.removed).toBe(cleaned.reduce((sum, { removed }) => sum + removed, 0));
    }),
    { numRuns: 500 },
  );
});
