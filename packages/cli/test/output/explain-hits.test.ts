import { resolve } from "node:path";
import { expect, test } from "vitest";
import { styleOf } from "../../src/base/page.js";
import { explainHits } from "../../src/output/explain-hits.js";

const passage = { text: "one two three four five\nsix", startLine: 5, endLine: 6 };
const hit = {
  name: "a",
  description: "Does a",
  score: 1.23456,
  matches: [{ field: "body" as const, words: ["one", "two"] }],
  passage,
};
const explained = (hits: Parameters<typeof explainHits>[0], columns: number | undefined) =>
  explainHits(hits, [{ name: "a", uri: resolve("skills/a/SKILL.md") }], { columns, style: styleOf(false) });

test("in a terminal lines are broken at its edge, and in a pipe none is", async () => {
  expect(await explained([hit], undefined)).toBe(
    "a  1.235\n  body: one, two\n  skills/a/SKILL.md:5\n  one two three four five\n  six",
  );
  const narrow = await explained([hit], 20);
  expect(narrow.split("\n").slice(3)).toEqual(["  one two three four", "  five", "  six"]);
});

test("a skill without a file has its passage in SKILL.md", async () => {
  expect(await explained([{ ...hit, name: "b" }], undefined)).toContain("\n  SKILL.md:5\n");
});

test("what a skill brings has no hidden characters", async () => {
  const evil = "\u001B[2Ja\u202Eb";
  const text = await explainHits(
    [{ ...hit, name: evil, passage: { ...passage, text: evil } }],
    [{ name: evil, uri: resolve(evil, "SKILL.md") }],
    { columns: undefined, style: styleOf(false) },
  );
  expect(text).toBe("ab  1.235\n  body: one, two\n  ab/SKILL.md:5\n  ab");
});
