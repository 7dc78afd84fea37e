import { expect, test } from "vitest";
import { createVocabulary } from "../../../src/search/language/vocabulary.js";

const near = (word: string, words: readonly string[], isKnown = (_: string) => true) => {
  const vocabulary = createVocabulary();
  for (const each of words) vocabulary.add(each);
  return vocabulary.near(word, isKnown);
};

test.each([
  ["a letter left out", "invoce", "invoice"],
  ["a letter too many", "invooice", "invoice"],
  ["a wrong letter", "invoise", "invoice"],
  ["two letters in the wrong order", "ivnoice", "invoice"],
  ["two edits of a long word", "presantaton", "presentation"],
])("%s is an error that is forgiven: %s", (_, wrong, right) => {
  expect(near(wrong, ["something", right])).toEqual([right]);
});

test.each([
  ["two edits of a short word", "invise", ["invoice"]],
  ["two edits of a word of seven letters", "inxoixe", ["invoice"]],
  ["three edits of a long one", "prasantaton", ["presentation"]],
  ["a wrong first letter", "onvoice", ["invoice"]],
  ["a word of four letters", "invo", ["invoi"]],
  ["a word with a digit", "invoic3", ["invoice"]],
  ["letters that are swapped across others", "cinvoie", ["invoice"]],
  ["two letters in the wrong order with another error behind", "xanana", ["xnanan"]],
])("%s is not: %s", (_, wrong, words) => {
  expect(near(wrong, words)).toEqual([]);
});

test("only the nearest are told, and all that are as near", () => {
  expect(near("functoin", ["functions", "function", "fraction"])).toEqual(["function"]);
  expect([...near("tester", ["testes", "testers", "tested"])].toSorted()).toEqual(["tested", "testers", "testes"]);
});

test("a word that is none any more is not told, and hides none that is farther", () => {
  expect(near("presentaton", ["presentation", "presentations"], (word) => word !== "presentation")).toEqual([
    "presentations",
  ]);
});

test("one word is compared with 20,000 others at the most", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const nameOf = (index: number) => [17576, 676, 26, 1].map((unit) => letters[Math.floor(index / unit) % 26]).join("");
  const others = Array.from({ length: 20_000 }, (_, index) => `zyzzyx${nameOf(index)}`);
  expect(near("zinvoiceex", ["zinvoicexx", ...others])).toEqual(["zinvoicexx"]);
  expect(near("zinvoiceex", [...others, "zinvoicexx"])).toEqual([]);
});
