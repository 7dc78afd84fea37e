import fc from "fast-check";
import { expect, test } from "vitest";
import { createDictionary } from "../../../src/search/language/dictionary.js";
import { TERMS } from "../../../src/search/language/terms.js";
import { createTokenizer } from "../../../src/search/language/tokenizer.js";
import { translateRequest } from "../../../src/search/language/translations.js";

const tokenizer = createTokenizer();
const translate = createDictionary((words) => tokenizer.tokenize(words).join(" "));

const lines = TERMS.trim()
  .split("\n")
  .map((line) => line.split(" | "));

test("each Chinese word of the table is translated to the English ones of its line", () => {
  for (const [chinese = "", english = ""] of lines) {
    for (const word of chinese.split(" ")) expect([word, ...translate(word)]).toEqual([word, ...english.split(", ")]);
  }
});

test("each English word of the table is translated to the Chinese ones of its lines", () => {
  for (const [chinese = "", english = ""] of lines) {
    const words = chinese.split(" ");
    for (const word of english.split(", ")) expect([word, ...translate(word)]).toEqual(expect.arrayContaining(words));
  }
});

test("a Chinese stop word is no part of a term", () => {
  for (const word of lines.flatMap(([chinese = ""]) => chinese.split(" "))) {
    const words = translateRequest(`的${word}`, translate, () => true).map((translation) => translation.words);
    expect([word, ...words]).toEqual([word, translate(word)]);
  }
});

test.each([
  ["simplified", "天气预报", "weather forecast"],
  ["traditional", "資料庫", "database"],
  ["both mixed", "幻燈片", "slides, presentation, powerpoint, pptx"],
  ["English", "database", "数据库, 资料库"],
  ["other forms of an English word", "databases", "数据库, 资料库"],
  ["other forms of several", "machines learned", "机器学习"],
  ["words of several lines", "merge", "合并, 拼接"],
  ["unknown words", "zebra", ""],
  ["unknown characters", "斑马", ""],
  ["names of Object.prototype", "constructor", ""],
  ["nothing", "", ""],
])("the dictionary translates %s", (_rule, word, expected) => {
  expect(translate(word).join(", ")).toBe(expected);
});

/** The words for which a request is looked up, and how often, in a dictionary of these words and no others. */
function found(request: string, ...known: readonly string[]) {
  const only = (word: string) => (known.includes(word) ? [`${word} translated`] : []);
  return translateRequest(request, only, (word) => word !== "the").map(({ repeats, words }) => [...words, repeats]);
}

test.each([
  ["the longest of the terms", "天气预报", ["天气", "预报", "天气预报"], ["天气预报"]],
  ["what comes after it", "天气预报天气", ["天气", "天气预报"], ["天气预报", "天气"]],
  ["a word among others", "请查天气吧", ["天气"], ["天气"]],
  ["six characters", "一二三四五六七", ["一二三四五六"], ["一二三四五六"]],
  ["not seven", "一二三四五六七", ["一二三四五六七"], []],
  ["characters, not halves of them", "𠮷一二三四五", ["𠮷一二三四五"], ["𠮷一二三四五"]],
  ["three words", "a large language model", ["large language model", "large"], ["large language model"]],
  ["not four", "one large language model", ["one large language model"], []],
  ["words with a stop word between", "machine the learning", ["machine learning"], ["machine learning"]],
  ["no stop words", "the", ["the"], []],
  ["words beside Chinese", "用python写docker", ["python", "docker"], ["python", "docker"]],
  ["nothing across the border of a run", "天 气，machine用learning", ["天气", "machine learning"], []],
  ["Japanese and Korean", "東京 한국어", ["東京", "한국어"], ["東京", "한국어"]],
  [
    "in lower case, in compatibility forms too",
    "Docker ＰＤＦ ｶﾅ",
    ["docker", "pdf", "カナ"],
    ["カナ", "docker", "pdf"],
  ],
])("a request is looked up for %s", (_rule, request, known, expected) => {
  expect(found(request, ...known)).toEqual(expected.map((word) => [`${word} translated`, 1]));
});

test("a term that a request repeats is translated once, with the number of repeats", () => {
  const expected = [
    ["天气 translated", 3],
    ["docker translated", 2],
  ];
  expect(found("天气天气 Docker 天气 docker", "天气", "docker")).toEqual(expected);
});

test.each(["天气", "weather ", "a", "天a", "ﷺ", "㌀"])(
  "bad input 36: 100 kB of %j ask the dictionary not too often, and what comes late is not translated",
  (unit) => {
    let asked = 0;
    const knowsLate = (word: string) => {
      asked += 1;
      return word === "late" ? ["found"] : [];
    };
    expect(translateRequest(`${unit.repeat(100_000 / unit.length)} late`, knowsLate, () => true)).toEqual([]);
    expect(asked).toBeLessThan(500_000);
  },
);

test("of a request the first 10,000 characters are translated", () => {
  const lateBy = (spaces: number) => found(`${" ".repeat(spaces)}docker`, "docker");
  expect(lateBy(10_000 - "docker".length)).toEqual([["docker translated", 1]]);
  expect(lateBy(10_001 - "docker".length)).toEqual([]);
});

test("bad input 36: any request gets translations that the dictionary has, in numbers above 0", () => {
  const request = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("資料庫", "databases", "merge requests的天气"),
  );
  fc.assert(
    fc.property(fc.array(request), (texts) => {
      for (const { repeats, words } of translateRequest(texts.join(" "), translate, () => true)) {
        expect(repeats).toBeGreaterThan(0);
        expect(words).not.toEqual([]);
      }
    }),
  );
});
