import { expect, test } from "vitest";
import { createAnswerBudget } from "../../src/prompt/answer-budget.js";
import { estimateTokens } from "../../src/prompt/tokens.js";

const write = (most: number) => ({ text: "x".repeat(most) });
/** Counts nothing but full lines: far from even. */
const atTheEnd = (text: string): number => Math.max(0, text.length - 5_000);

test("what is short is not counted: no tokenizer makes more tokens of it than it has bytes", () => {
  let counted = 0;
  const budget = createAnswerBudget(3_000, (text) => {
    counted += 1;
    return text.length;
  });
  expect(budget.fit(write, 1_000).text).toHaveLength(1_000);
  expect(counted).toBe(0);
  for (let time = 0; time < 3; time += 1) budget.fit(write, 1_001);
  // Once for all three.
  expect(counted).toBe(1);
  for (let length = 1_002; length < 1_030; length += 1) budget.fit(write, length);
  budget.fit(write, 1_001);
  expect(counted).toBe(30);
});

test("our own estimate is never above a token a character", () => {
  for (const part of ["a", "a ", "1 2,", "😀", "天", "\n", "!?", "é", "ß1", "﷽", "\u0300", "{}[]", "a\u200b"])
    expect(estimateTokens(part.repeat(3_000)), part).toBeLessThanOrEqual(part.length * 3_000);
});

test("what costs too much is written anew with less room, until it fits", () => {
  for (const countTokens of [(text: string) => text.length, atTheEnd]) {
    const { text } = createAnswerBudget(2_000, countTokens).fit(write, 50_000);
    expect(countTokens(text)).toBeLessThanOrEqual(2_000);
    expect(text.length).toBeGreaterThan(1_500);
  }
});

test("an answer far shorter than its room is cut by its own length, at once", () => {
  let written = 0;
  const short = (most: number) => {
    written += 1;
    return write(Math.min(most, 10_000));
  };
  const { text } = createAnswerBudget(5_000, ({ length }) => length).fit(short, 10_000_000);
  expect([text.length, written]).toEqual([4_750, 2]);
});

test("it ends, also where nothing fits", () => {
  expect(createAnswerBudget(1_000, () => 1_000_000).fit(write, 50_000).text).toHaveLength(250);
  expect(createAnswerBudget(1_000, () => 1_000_000).fit(() => ({ text: "y".repeat(9_000) }), 50_000).text).toHaveLength(
    9_000,
  );
});
