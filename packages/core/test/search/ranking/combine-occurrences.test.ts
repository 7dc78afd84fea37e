import fc from "fast-check";
import { expect, test } from "vitest";
import { intersect, unite } from "../../../src/search/ranking/combine-occurrences.js";
import { countIn, type Occurrences, PARTS, packCounts } from "../../../src/search/ranking/term-index.js";

type Counts = readonly [document: number, name: number, description: number, body: number, lead: number];

const occurrencesOf = (...entries: readonly Counts[]): Occurrences => ({
  documents: entries.map(([document]) => document),
  counts: entries.map(([, ...counts]) => packCounts(...counts)),
});

/** The documents in ascending order, each with its counts by part. */
const countsOf = ({ documents, counts }: Occurrences) =>
  documents
    .map((document, position) => [document, ...PARTS.map((part) => countIn(part, counts[position]!))])
    .sort(([one], [other]) => one! - other!);

const count = fc.oneof(fc.constant(0), fc.nat(3), fc.nat(255));
const occurrences = fc
  .uniqueArray(
    fc.tuple(fc.nat(5), count, count, count, count).filter(([, ...counts]) => counts.some((one) => one > 0)),
    { selector: ([document]) => document, maxLength: 5 },
  )
  .map((entries) => occurrencesOf(...entries));

const combinations = [
  ["unite", unite],
  ["intersect", intersect],
] as const;

test.each(combinations)("%s: the order and the grouping of what is combined do not matter", (_name, combine) => {
  fc.assert(
    fc.property(occurrences, occurrences, occurrences, (one, other, third) => {
      const all = countsOf(combine([one, other, third]));
      expect(countsOf(combine([third, other, one]))).toEqual(all);
      expect(countsOf(combine([combine([one, other]), third]))).toEqual(all);
    }),
  );
});

test.each(combinations)("%s: what is combined with itself stands in the same documents", (_name, combine) => {
  fc.assert(
    fc.property(occurrences, (one) => {
      const documents = countsOf(one).map(([document]) => document);
      expect(countsOf(combine([one, one])).map(([document]) => document)).toEqual(documents);
    }),
  );
});

test("what is united stands where any stands, and its counts are sums of at most 255", () => {
  const one = occurrencesOf([0, 1, 2, 3, 4], [2, 200, 200, 200, 200], [3, 1, 0, 0, 0]);
  const other = occurrencesOf([2, 100, 55, 54, 56], [0, 1, 1, 1, 1], [1, 0, 0, 5, 0]);
  expect(countsOf(unite([one, other]))).toEqual([
    [0, 2, 3, 4, 5],
    [1, 0, 0, 5, 0],
    [2, 255, 255, 254, 255],
    [3, 1, 0, 0, 0],
  ]);
});

test("what is intersected stands where all stand in one part, as often as the rarest of them", () => {
  const one = occurrencesOf([0, 1, 2, 3, 200], [1, 1, 0, 9, 9], [2, 1, 0, 0, 0], [3, 1, 1, 1, 1]);
  const other = occurrencesOf([2, 0, 1, 1, 1], [1, 1, 1, 4, 0], [0, 2, 1, 0, 255], [4, 1, 1, 1, 1]);
  expect(countsOf(intersect([one, other]))).toEqual([
    [0, 1, 1, 0, 200],
    [1, 1, 0, 4, 0],
  ]);
});

test("one alone stays as it is, and nothing comes of nothing", () => {
  const one = occurrencesOf([0, 1, 2, 3, 4]);
  const nothing = { documents: [], counts: [] };
  for (const [, combine] of combinations) expect([combine([one]), combine([])]).toEqual([one, nothing]);
  expect([intersect([one, undefined]), intersect([undefined, one]), intersect([undefined])]).toEqual([
    nothing,
    nothing,
    nothing,
  ]);
});
