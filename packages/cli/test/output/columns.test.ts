import stringWidth from "string-width";
import { expect, test } from "vitest";
import { cut, pad, wrap } from "../../src/output/columns.js";

test.each([
  ["abcde", 5, "abcde"],
  ["abcdef", 5, "abcd…"],
  ["abc def", 5, "abc…"],
  ["发票号码", 8, "发票号码"],
  // A character of two columns does not fit into one.
  ["发票号码", 6, "发票…"],
  ["发票号码", 7, "发票号…"],
  ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
  ["ab", 1, "…"],
  ["ab", 0, ""],
  ["", 0, ""],
])("cut: %j in %d columns is %j", (text, columns, expected) => {
  expect(cut(text, columns)).toBe(expected);
});

test("cut: a text of marks that take no column is cut too", () => {
  const text = `e${"\u0301".repeat(1000)}`;
  expect(cut(text, 5).length).toBeLessThan(200);
});

test("pad: up to the columns, and never less than the text", () => {
  expect([pad("发票", 6), pad("abc", 3), pad("abcd", 3)]).toEqual(["发票  ", "abc", "abcd"]);
});

test.each([
  ["one two three", 7, ["one two", "three"]],
  ["one two three", 6, ["one", "two", "three"]],
  ["one, two.", 8, ["one,", "two."]],
  ["abcdefgh ij", 3, ["abc", "def", "gh", "ij"]],
  ["", 5, [""]],
])("wrap: %j in %d columns", (line, columns, expected) => {
  expect(wrap(line, columns)).toEqual(expected);
});

test("wrap: Chinese is broken too, and nothing is lost", () => {
  const lines = wrap("检查发票号码、金额和税率。", 10);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join("")).toBe("检查发票号码、金额和税率。");
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(10);
});
