import { expect, test } from "vitest";
import { heaviest, scoreTerms, weigh } from "../../../src/search/ranking/relevance.js";
import {
  addField,
  createTermIndex,
  FIELDS,
  type Field,
  type TermIndex,
} from "../../../src/search/ranking/term-index.js";

type Texts = { readonly [field in Field]?: string };

function indexOf(...skills: readonly Texts[]) {
  const index = createTermIndex();
  for (const [document, texts] of skills.entries()) {
    for (const field of FIELDS) addField(index, document, field, texts[field]?.split(" ") ?? []);
  }
  return index;
}

const ALL = { name: 1, description: 1, body: 1, lead: 1 };

/** The score of each document for one term of weight 1. */
function scoresOf(index: TermIndex, text: string, boost: Partial<typeof ALL> = {}) {
  return [...scoreTerms(index, [{ occurrences: index.terms.get(text)!, weight: 1 }], { ...ALL, ...boost })];
}

const saturate = (count: number) => count / (1.2 + count);

test("a score is the mean of a sum that saturates once and a sum of parts that saturate by themselves", () => {
  const index = indexOf(
    { name: "red", description: "red green", body: "red red blue" },
    { name: "a b c", description: "a b c d", body: "a b c d e" },
  );
  // the texts have 1/2, 2/3, 3/4 and 3/4 of the average length of their part
  const joint =
    3 / (0.7 + 0.3 / 2) +
    3 / (0.5 + (0.5 * 2) / 3) +
    (0.2 * 2) / (0.25 + (0.75 * 3) / 4) +
    (0.3 * 2) / (0.5 + (0.5 * 3) / 4);
  const separate =
    saturate(1 / (0.7 + 0.3 / 2)) + saturate(1 / (0.5 + (0.5 * 2) / 3)) + 0.5 * saturate(2 / (0.7 + (0.3 * 3) / 4));
  expect(scoresOf(index, "red")).toEqual([expect.closeTo((saturate(joint) + separate) / 2, 12), 0]);
});

test("the scores of several terms are multiplied by their weights and added", () => {
  const index = indexOf({ name: "red green" }, { name: "red" }, { name: "blue" });
  const red = { occurrences: index.terms.get("red")!, weight: 2 };
  const green = { occurrences: index.terms.get("green")!, weight: 3 };
  const expected = scoresOf(index, "red").map((score, document) => 2 * score + 3 * scoresOf(index, "green")[document]!);
  expect([...scoreTerms(index, [red, green], ALL)]).toEqual(expected.map((score) => expect.closeTo(score, 12)));
});

test("a term says more the fewer documents have it, softened by 0.8, and always something", () => {
  const index = indexOf({ name: "red" }, { name: "red" }, { name: "red green" });
  expect(weigh(1, index)).toBeCloseTo(Math.log(1 + 2.5 / 1.5) ** 0.8, 12);
  expect(weigh(3, index)).toBeCloseTo(Math.log(1 + 0.5 / 3.5) ** 0.8, 12);
});

test.each([
  [2, (2 * 2.2) / 3.2],
  [10, (10 * 2.2) / 11.2],
])("a term that a request has %d times weighs %d times as much", (repeats, factor) => {
  const index = indexOf({ name: "red" }, { name: "green" });
  expect(weigh(1, index, repeats) / weigh(1, index)).toBeCloseTo(factor, 12);
});

test("a term in two parts counts more than in one, and more in the name than in the body, and first in its lead", () => {
  const filler = Array.from({ length: 200 }, () => "blue").join(" ");
  const index = indexOf(
    { name: "blue", description: "blue", body: `${filler} red` },
    { name: "blue", description: "blue", body: `red ${filler}` },
    { name: "red", description: "blue", body: `blue ${filler}` },
    { name: "red", description: "red", body: `blue ${filler}` },
  );
  const scores = scoresOf(index, "red");
  expect(scores).toEqual([...scores].sort((one, other) => one - other));
  expect(new Set(scores).size).toBe(4);
});

test.each(["name", "description", "body", "lead"] as const)(
  "the boost of the %s multiplies what it counts by itself, in both forms; 0 and less leave it out",
  (part) => {
    const index = indexOf({ name: "red", description: "red", body: "red" }, { name: "blue" });
    // each text has twice the average length of its part, the names excepted
    const lengths = { name: 1, description: 2, body: 2, lead: 2 };
    const none = { name: 0, description: 0, body: 0, lead: 0 };
    const [joint, b, separate, separateB] = {
      name: [3, 0.3, 1, 0.3],
      description: [3, 0.5, 1, 0.5],
      body: [0.2, 0.75, 0.5, 0.3],
      lead: [0.3, 0.5, 0, 0],
    }[part] as [number, number, number, number];
    const length = (share: number) => 1 - share + share * lengths[part];
    const expected = (saturate((7 * joint) / length(b)) + 7 * separate * saturate(1 / length(separateB))) / 2;
    expect(scoresOf(index, "red", { ...none, [part]: 7 })).toEqual([expect.closeTo(expected, 12), 0]);
    expect(scoresOf(index, "red", { ...none, [part]: -1 })).toEqual([0, 0]);
    expect(scoresOf(index, "red", { [part]: 0 })[0]).toBeLessThan(scoresOf(index, "red")[0]!);
  },
);

test("the heaviest terms come first, no more than asked for", () => {
  const terms = [1, 3, 2].map((weight) => ({ occurrences: { documents: [], counts: [] }, weight }));
  expect(heaviest(terms, 2).map(({ weight }) => weight)).toEqual([3, 2]);
  expect(terms.map(({ weight }) => weight)).toEqual([1, 3, 2]);
});
