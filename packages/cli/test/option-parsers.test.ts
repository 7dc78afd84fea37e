import { expect, test } from "vitest";
import { collect, seconds, wholeNumber } from "../src/option-parsers.js";

test("a repeated option keeps its order", () => {
  expect(collect("b", collect("a"))).toEqual(["a", "b"]);
});

test("a whole number is one within its limits", () => {
  const parse = wholeNumber(1, 50);
  expect(["1", "50"].map(parse)).toEqual([1, 50]);
  for (const text of ["0", "51", "1.5", "", "ten", "NaN"]) {
    expect(() => parse(text), text).toThrow("It must be a whole number from 1 to 50.");
  }
});

test("seconds are above 0, and no more than a timer holds", () => {
  expect(["0.001", "0.5", "30", "2147483.647"].map(seconds)).toEqual([1, 500, 30_000, 2_147_483_647]);
  for (const text of ["0", "0.0004", "-1", "", "soon", "2147483.648", "Infinity"]) {
    expect(() => seconds(text), text).toThrow("It must be a number of seconds above 0, such as 5 or 0.5.");
  }
});
