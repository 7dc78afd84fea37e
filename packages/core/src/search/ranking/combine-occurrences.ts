// Union and intersection of postings.

import { countIn, type Occurrences, type Part, packCounts } from "./term-index.js";

/** The postings of what no document has. */
const NOWHERE: Occurrences = { documents: [], counts: [] };

/** The union: where any of several stands, as if they were one, for words that mean the same. */
export function unite(several: readonly Occurrences[]): Occurrences {
  const [only, second] = several;
  if (!only || !second) return only ?? NOWHERE;
  const counts = new Map<number, number>();
  for (const occurrences of several) {
    forEach(occurrences, (document, count) => {
      const before = counts.get(document);
      counts.set(document, before === undefined ? count : combine(before, count, (a, b) => a + b));
    });
  }
  return toOccurrences(counts);
}

/** The intersection: where all of several stand in one part, for a term of several words. It counts as often as the rarest of them. */
export function intersect(several: readonly (Occurrences | undefined)[]): Occurrences {
  const [first = NOWHERE, ...others] = several;
  return others.reduce<Occurrences>((common, other = NOWHERE) => {
    const commonCounts = new Map<number, number>();
    forEach(common, (document, count) => commonCounts.set(document, count));
    const counts = new Map<number, number>();
    forEach(other, (document, count) => {
      const both = combine(commonCounts.get(document) ?? 0, count, Math.min);
      if (both !== 0) counts.set(document, both);
    });
    return toOccurrences(counts);
  }, first);
}

function combine(one: number, other: number, counts: (one: number, other: number) => number): number {
  const inPart = (part: Part) => counts(countIn(part, one), countIn(part, other));
  return packCounts(inPart("name"), inPart("description"), inPart("body"), inPart("lead"));
}

function forEach({ documents, counts }: Occurrences, visit: (document: number, count: number) => void): void {
  documents.forEach((document, position) => void visit(document, counts[position] ?? 0));
}

function toOccurrences(counts: ReadonlyMap<number, number>): Occurrences {
  return { documents: [...counts.keys()], counts: [...counts.values()] };
}
