import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addField,
  countIn,
  createTermIndex,
  FIELDS,
  type Field,
  PARTS,
  packCounts,
  removeDocument,
  type TermIndex,
} from "../../../src/search/ranking/term-index.js";

type Texts = { readonly [field in Field]?: readonly string[] };

function add(index: TermIndex, document: number, texts: Texts) {
  for (const field of FIELDS) addField(index, document, field, texts[field] ?? []);
}

function indexOf(...skills: readonly Texts[]) {
  const index = createTermIndex();
  for (const [document, texts] of skills.entries()) add(index, document, texts);
  return index;
}

/** Each document that has a text, with the counts in name, description, body and lead. */
function placesOf(index: TermIndex, text: string) {
  const { documents = [], counts = [] } = index.terms.get(text) ?? {};
  return documents
    .map((document, position) => [document, ...PARTS.map((part) => countIn(part, counts[position]!))])
    .sort(([one], [other]) => one! - other!);
}

/** All that an index says, without the numbers of its terms. */
function contentsOf(index: TermIndex) {
  const documents = [...index.documents].sort(([one], [other]) => one - other);
  return {
    places: Object.fromEntries([...index.terms.keys()].sort().map((text) => [text, placesOf(index, text)])),
    texts: documents.map(([document, terms]) => [
      document,
      ...FIELDS.map((field) => [...terms[field]].map((number) => index.byNumber[number]?.text)),
      ...PARTS.map((part) => index.lengths[part][document]),
    ]),
    totals: index.totals,
  };
}

const repeat = (text: string, times: number) => Array.from({ length: times }, () => text);

test("a term is counted for each document by name, description, body and lead", () => {
  const index = indexOf(
    { name: ["red"], description: ["red", "green", "red"], body: ["red"] },
    { name: ["green"] },
    { body: ["blue", "red", "red", "red"] },
  );
  expect(contentsOf(index)).toEqual({
    places: {
      blue: [[2, 0, 0, 1, 1]],
      green: [
        [0, 0, 1, 0, 0],
        [1, 1, 0, 0, 0],
      ],
      red: [
        [0, 1, 2, 1, 1],
        [2, 0, 0, 3, 3],
      ],
    },
    texts: [
      [0, ["red"], ["red", "green", "red"], ["red"], 1, 3, 1, 1],
      [1, ["green"], [], [], 1, 0, 0, 0],
      [2, [], [], ["blue", "red", "red", "red"], 0, 0, 4, 4],
    ],
    totals: { name: 2, description: 3, body: 5, lead: 5 },
  });
});

test("the lead is the first 200 terms of the body", () => {
  const index = indexOf({ body: [...repeat("red", 199), "last", "first", "red"] });
  expect(placesOf(index, "last")).toEqual([[0, 0, 0, 1, 1]]);
  expect(placesOf(index, "first")).toEqual([[0, 0, 0, 1, 0]]);
  expect(placesOf(index, "red")).toEqual([[0, 0, 0, 200, 199]]);
  expect([index.lengths.body, index.lengths.lead]).toEqual([[202], [200]]);
});

test("a term counts at most 255 times in a part, and nothing runs over into the next part", () => {
  const many = repeat("red", 300);
  expect(placesOf(indexOf({ name: many }), "red")).toEqual([[0, 255, 0, 0, 0]]);
  expect(placesOf(indexOf({ name: many, description: many, body: many }), "red")).toEqual([[0, 255, 255, 255, 200]]);
});

test("counts that are packed are read again, at most 255 each", () => {
  const count = fc.nat(600);
  fc.assert(
    fc.property(count, count, count, count, (...counts) => {
      const packed = packCounts(...counts);
      expect(PARTS.map((part) => countIn(part, packed))).toEqual(counts.map((one) => Math.min(one, 255)));
    }),
  );
});

test("names of Object.prototype are terms like any other", () => {
  const index = indexOf({ name: ["constructor"] });
  expect(placesOf(index, "constructor")).toEqual([[0, 1, 0, 0, 0]]);
  expect(placesOf(index, "__proto__")).toEqual([]);
});

test("a removed document leaves nothing behind, and another's terms take the numbers of its own", () => {
  const index = indexOf({ name: ["red", "green"], body: ["red"] });
  removeDocument(index, 7);
  expect(index.terms.size).toBe(2);
  removeDocument(index, 0);
  expect(contentsOf(index)).toEqual(contentsOf(createTermIndex()));
  expect(index.byNumber).toEqual([undefined, undefined]);
  add(index, 1, { name: ["blue", "grey", "white"] });
  expect(index.byNumber.map((term) => term?.text).sort()).toEqual(["blue", "grey", "white"]);
});

const texts = fc.array(fc.constantFrom("red", "green", "blue", "grey", "constructor"), { maxLength: 6 });
const change = fc.record({
  document: fc.nat(5),
  skill: fc.option(fc.record({ name: texts, description: texts, body: texts })),
});

test("after any additions and removals an index is like one of what is left", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const index = createTermIndex();
      const left = new Map<number, Texts>();
      for (const { document, skill } of changes) {
        removeDocument(index, document);
        left.delete(document);
        if (!skill) continue;
        add(index, document, skill);
        left.set(document, skill);
      }
      const expected = createTermIndex();
      for (const [document, skill] of left) add(expected, document, skill);
      expect(contentsOf(index)).toEqual(contentsOf(expected));
      expect([...index.terms.values()].every((term) => index.byNumber[term.number] === term)).toBe(true);
      expect(index.byNumber).toHaveLength(index.terms.size + index.freeNumbers.length);
    }),
  );
});
