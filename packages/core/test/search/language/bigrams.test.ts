import fc from "fast-check";
import { expect, test } from "vitest";
import { bigrams } from "../../../src/search/language/bigrams.js";

test.each([
  ["every two characters", "天气预报", "天气 气预 预报"],
  ["repeats", "哈哈哈 哈哈", "哈哈 哈哈 哈哈"],
  ["not across spaces, punctuation or Latin letters", "天气，预报 a研究b 学 习", "天气 预报 研究"],
  ["not of one character", "天 a气b", ""],
  ["Japanese and Korean", "東京へ行く 한국어", "東京 京へ へ行 行く 한국 국어"],
  ["compatibility forms", "ｶﾀｶﾅ", "カタ タカ カナ"],
  ["nothing of other scripts", "weather naïve Погода อากาศ 😀😀 「」", ""],
  ["nothing of an empty text", "", ""],
])("bigrams: %s", (_rule, text, expected) => {
  expect(bigrams(text).join(" ")).toBe(expected);
});

test("bad input 36: what a text has beyond 100,000 characters is left out, before and after it is normalised", () => {
  expect(bigrams(`${" ".repeat(99_998)}天气预报`)).toEqual(["天气"]);
  expect(bigrams("㌀".repeat(100_000)).length).toBeLessThan(100_000);
});

test("the bigrams of two texts are those of the one and then those of the other", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("天气预报", "カナ", "天", "한국어", "用Python写"),
  );
  fc.assert(
    fc.property(text, text, (first, second) => {
      expect(bigrams(`${first} ${second}`)).toEqual([...bigrams(first), ...bigrams(second)]);
    }),
  );
});
