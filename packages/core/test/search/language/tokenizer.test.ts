import fc from "fast-check";
import { expect, test } from "vitest";
import { findRuns } from "../../../src/search/language/find-runs.js";
import { createTokenizer } from "../../../src/search/language/tokenizer.js";

const tokenize = (text: string) => createTokenizer().tokenize(text);

test.each([
  ["hyphens, underscores and paths", "pdf-processing scripts/run_query.py", "pdf process script run queri py"],
  [
    "camelCase, besides the whole",
    "JavaScript parseURLPath base64Encode",
    "javascript java script parseurlpath pars url path base64encode base64 encod",
  ],
  ["plurals of abbreviations stay whole", "PDFs APIs", "pdf api"],
  ["names with punctuation", "C++ c# F# .NET Node.js NEXT.JS", "c++ c# f# .net node.js node js next.js next js"],
  [
    "other punctuation splits",
    "asp.net (a|b).* user@example.com src/app/page.tsx",
    "asp net b user exampl com src app page tsx",
  ],
  ["versions, besides their parts", "Python 3.12 v1.2.3-rc 2. v8", "python 3.12 3 12 1.2.3 1 2 3 rc 2 v8"],
  ["accents and the case of other alphabets", "Café RÉSUMÉ naïve Ёлка İstanbul", "cafe resum naiv елка istanbul"],
  ["compatibility forms", "ﬁle ＰＤＦ ﾃﾞｰﾀ", "file pdf データ"],
  ["order and repeats", "red green red", "red green red"],
  ["stems", "extracting extractions extracted transactional transactions", "extract extract extract transact transact"],
  ["other alphabets", "Пример ΜΕΓΑ हिन्दी", "пример μεγα हिन्दी"],
  ["Chinese", "查询城市的天气预报", "查询 城市 天气 预报"],
  ["Chinese and English without a space", "生成PPT演示文稿", "生成 ppt 演示 文稿"],
  ["Japanese, Korean, Thai", "東京へ行く 한국어 การประมวลผล", "東京 へ 行く 한국어 การ ประมวล ผล"],
  ["names of Object.prototype", "constructor __proto__ hasOwnProperty", "constructor proto hasownproperti properti"],
])("words: %s", (_rule, text, expected) => {
  expect(tokenize(text).join(" ")).toBe(expected);
});

test("stop words and the words of asking are left out, contractions included", () => {
  expect(tokenize("Please help me to convert a file, I don't know how. Thanks! Can you?")).toEqual(["convert", "file"]);
  expect(tokenize("请问，能够帮我分析一下数据吗？谢谢")).toEqual(["分析", "数据"]);
});

test("English function words are left out of a text in another language as well", () => {
  expect(createTokenizer().tokenizeIn("german", "with die Rechnung please")).toEqual(["german rechnung"]);
});

test("A26: Mandarin stop words are applied, and only as whole words", () => {
  expect(tokenize("的 我们 什么 因为")).toEqual([]);
  expect(tokenize("天气")).toEqual(["天气"]);
});

test("A27: Latin words are found in any case, beside Chinese too", () => {
  expect(tokenize("Research RESEARCH research 研究Research")).toEqual([
    "research",
    "research",
    "research",
    "研究",
    "research",
  ]);
});

test("accents without a letter are no word", () => {
  expect(tokenize("a \u0301 b\u0300 .\u0301")).toEqual(["b"]);
});

test("bad input 36: any text gives tokens that are not empty and hold no space", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      for (const token of tokenize(text)) expect(token).toMatch(/^\S+$/);
    }),
  );
});

test("the tokens of two texts are those of the one and then those of the other", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("c++", "天气预报", "parseURL", "node.js", "don't"),
  );
  fc.assert(
    fc.property(text, text, (first, second) => {
      expect(tokenize(`${first} ${second}`)).toEqual([...tokenize(first), ...tokenize(second)]);
    }),
  );
});

test("what is longer than any word, such as a picture in base64, is no word", () => {
  expect(tokenize(`logo ${"iVBORw0KGgo".repeat(500)} end`)).toEqual(["logo", "end"]);
  expect(tokenize(`${"x".repeat(64)} ${"y".repeat(65)}`)).toEqual(["x".repeat(64)]);
});

// Intl.Segmenter needs longer than a test may take for one run of this length
test("bad input 36: 100,000 characters without a space are cut in linear time, and what comes later is left out", () => {
  expect(tokenize("天气预报".repeat(25_000))).toHaveLength(50_000);
  expect(tokenize("ﷺ".repeat(100_000)).length).toBeLessThanOrEqual(100_000);
  expect(tokenize(`${" ".repeat(100_000)}late`)).toEqual([]);
});

test("ASCII words are found as all others: in any company", () => {
  expect(findRuns("a1 b-c d.e f+g h#i j,k é1 l中m n.js. o\u{1F600}p q_r C++x v1.2 3.4")).toEqual(
    "a1 b c d e f g h i j k é1 l 中 m n.js o p q r C++ x v1.2 3.4".split(" "),
  );
});
