import fc from "fast-check";
import { expect, test } from "vitest";
import { createAdjacency } from "../../../src/search/ranking/adjacent-pairs.js";
import { weigh } from "../../../src/search/ranking/relevance.js";
import { addField, createTermIndex, FIELDS, type Field } from "../../../src/search/ranking/term-index.js";

type Texts = { readonly [field in Field]?: string };

function indexOf(...skills: readonly Texts[]) {
  const index = createTermIndex();
  for (const [document, texts] of skills.entries()) {
    for (const field of FIELDS) addField(index, document, field, texts[field]?.split(" ").filter(Boolean) ?? []);
  }
  return index;
}

/** How far the first of the skills has the request's words side by side. */
function adjacency(request: string, skills: readonly Texts[], fields: readonly Field[] = FIELDS) {
  const index = indexOf(...skills);
  return createAdjacency(
    index,
    request.split(" ").map((term) => [term]),
    fields,
  )(index.documents.get(0)!);
}

test.each<[string, string, Texts, number]>([
  ["in the name", "merge request", { name: "merge request" }, 1],
  ["in the description", "merge request", { description: "a merge request b" }, 1],
  ["in the body half", "merge request", { body: "a merge request" }, 0.5],
  ["once, in the best place", "merge request", { name: "merge request", body: "merge request" }, 1],
  ["once, where a text repeats it", "merge request", { body: "merge request merge request" }, 0.5],
  ["once, where the request repeats it", "merge request , merge request , a b", { name: "merge request b a" }, 0.5],
  ["not in another order", "merge request", { description: "request merge" }, 0],
  ["not with a word between", "merge request", { description: "merge a request" }, 0],
  ["not across fields", "merge request", { name: "merge", description: "request" }, 0],
  ["for one pair of two half", "merge request review", { name: "merge request", body: "review" }, 0.5],
  ["of a word with itself", "night night", { name: "night night" }, 1],
  ["not of one word", "merge", { name: "merge merge" }, 0],
  ["not with a word that no skill has", "merge unknown request", { name: "merge request" }, 0],
])("words side by side count %s", (_rule, request, texts, expected) => {
  expect(adjacency(request, [texts])).toBe(expected);
});

test("a pair weighs as much as the more common of its words", () => {
  const skills = [{ name: "rare common", body: "rarer" }, { name: "common" }, { name: "common" }, { name: "other" }];
  const index = indexOf(...skills);
  expect(adjacency("rarer rare common", skills)).toBeCloseTo(weigh(3, index) / (weigh(3, index) + weigh(1, index)), 12);
});

const numbered = (count: number) => Array.from({ length: count }, (_, position) => `word${position}`);

test.each([
  [5, 0.5],
  [10, 1],
  [11, 1],
])("of many pairs %d make %d: ten are enough", (count, expected) => {
  const request = numbered(20);
  const name = request.slice(0, count + 1).join(" ");
  expect(adjacency(request.join(" "), [{ name, body: request.toReversed().join(" ") }])).toBeCloseTo(expected, 12);
});

test("the 30 rarest pairs of a request are looked at", () => {
  const common = numbered(32);
  const request = [...common, "rare", "pair"].join(" ");
  const others = [{ name: common.join(" ") }, { body: common.join(" ") }];
  const withPair = (first: string, second: string) =>
    adjacency(request, [
      { name: `${first} ${second}`, description: "pair rare", body: request.replaceAll(" ", " , ") },
      ...others,
    ]);
  expect(withPair("rare", "pair")).toBeGreaterThan(withPair("word28", "word29"));
  expect(withPair("word28", "word29")).toBeGreaterThan(0);
  expect(withPair("word29", "word30")).toBe(0);
});

test("only the fields that are searched count", () => {
  const skills = [{ name: "merge request", body: "merge request" }];
  expect(adjacency("merge request", skills, ["description", "body"])).toBe(0.5);
  expect(adjacency("merge request", skills, ["description"])).toBe(0);
});

const text = fc
  .array(fc.constantFrom("red", "green", "blue", "constructor"), { maxLength: 8 })
  .map((words) => words.join(" "));
const skill = fc.record({ name: text, description: text, body: text });

test("a request is side by side from 0 to 1, and wholly in a skill that has it as its description", () => {
  fc.assert(
    fc.property(text, fc.array(skill, { minLength: 1, maxLength: 6 }), (request, [first, ...others]) => {
      const share = adjacency(request, [first!, ...others]);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      const whole = adjacency(request, [{ ...first!, description: request }, ...others]);
      expect(whole).toBeCloseTo(request.includes(" ") ? 1 : 0, 12);
    }),
  );
});
