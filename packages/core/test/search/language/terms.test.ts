import { expect, test } from "vitest";
import { STOP_WORDS } from "../../../src/search/language/stop-words.js";
import { TERMS } from "../../../src/search/language/terms.js";
import { createTokenizer } from "../../../src/search/language/tokenizer.js";
import { TRADITIONAL } from "../../../src/search/language/traditional.js";
import { splitWords } from "../../../src/search/language/words.js";

const lines = TERMS.trim().split("\n");
const entries = lines.map((line) => {
  const [chinese = "", english = ""] = line.split(" | ");
  return { line, chinese: chinese.split(" "), english: english.split(", ") };
});
const characters = [...TRADITIONAL.replaceAll("\n", "")];
const pairs = characters.flatMap((character, index) =>
  index % 2 === 0 ? [[character, characters[index + 1] ?? ""] as const] : [],
);
const simplified = new Map(pairs);

test("a line is Chinese words of 1 to 6 characters, a bar, and translations of 1 to 3 lower-case words", () => {
  const chinese = String.raw`\p{sc=Han}{1,6}`;
  const english = "[a-z0-9]+(?: [a-z0-9]+){0,2}";
  const form = new RegExp(`^${chinese}(?: ${chinese})* \\| ${english}(?:, ${english})*$`, "u");
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(600);
});

test("the lines are sorted by code points", () => {
  expect(lines).toEqual([...lines].sort());
});

test("no Chinese word stands twice", () => {
  const words = entries.flatMap(({ chinese }) => chinese);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test("the Chinese words are simplified", () => {
  const words = entries.flatMap(({ chinese }) => chinese);
  expect(words.filter((word) => [...word].some((character) => simplified.has(character)))).toEqual([]);
});

test("no translation has a stop word", () => {
  const stopped = entries.filter(({ english }) => splitWords(english.join(" ")).some((word) => STOP_WORDS.has(word)));
  expect(stopped.map(({ line }) => line)).toEqual([]);
});

test("the translations in a line differ after stemming", () => {
  const { tokenize } = createTokenizer();
  const repeated = entries.filter(({ english }) => {
    const stems = english.map((translation) => tokenize(translation).join(" "));
    return new Set(stems).size < stems.length;
  });
  expect(repeated.map(({ line }) => line)).toEqual([]);
});

test("each traditional character has one simplified form, another than itself, that is not folded again", () => {
  expect(characters.filter((character) => !/^\p{sc=Han}$/u.test(character))).toEqual([]);
  expect(characters.length).toBe(2 * simplified.size);
  expect(pairs.filter(([, to]) => simplified.has(to))).toEqual([]);
});

test("the pairs are sorted by code points, fifty a line", () => {
  const left = pairs.map(([from]) => from);
  expect(left).toEqual([...left].sort());
  const lengths = TRADITIONAL.trim()
    .split("\n")
    .map((line) => line.length);
  expect(lengths.slice(0, -1).every((length) => length === 100)).toBe(true);
  expect(lengths.at(-1)).toBeLessThanOrEqual(100);
});

test.each([
  ["資料庫", "资料库"],
  ["專案簡報與會議記錄", "专案简报与会议记录"],
  ["網路爬蟲，將網頁匯出為試算表", "网路爬虫，将网页汇出为试算表"],
  ["軟體測試、除錯、佈署、監控", "软体测试、除错、布署、监控"],
  ["請幫我寫一份關於雲端伺服器的報告", "请帮我写一份关于云端伺服器的报告"],
])("folding: %s", (traditional, expected) => {
  expect([...traditional].map((character) => simplified.get(character) ?? character).join("")).toBe(expected);
});
