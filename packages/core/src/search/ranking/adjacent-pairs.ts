// Term proximity: how far a document has the request's words side by side.

import { weigh } from "./relevance.js";
import { type DocumentTerms, FIELDS, type Field, type Term, type TermIndex } from "./term-index.js";

/** Two terms that stand side by side in a request. */
interface Pair {
  readonly first: Term;
  readonly second: Term;
  readonly weight: number;
}

/** A request can be a long text. Its rarest pairs say what it is about. */
const MAX_PAIRS = 30;

/** A document that has so many of the request's best pairs has them all, as far as the answer goes. */
const ENOUGH_PAIRS = 10;

/** What a pair counts by the field in which it stands. */
const FIELD_WEIGHTS: Readonly<Record<Field, number>> = { name: 1, description: 1, body: 0.5 };

/**
 * Tells how far a document has the request's words side by side and in the same order, from 0 to 1: `merge request` is not `request a merge`.
 *
 * @param texts the request's terms in order
 * @param fields those in which to look
 */
export function createAdjacency(
  index: TermIndex,
  texts: readonly string[],
  fields: readonly Field[] = FIELDS,
): (terms: DocumentTerms) => number {
  const pairs = rarestPairs(index, texts);
  const full = sum(pairs.slice(0, ENOUGH_PAIRS).map(({ weight }) => weight));
  if (full === 0) return () => 0;
  const byFirst = groupByFirst(pairs, index.byNumber.length);
  return (terms) => {
    const found = new Map<Pair, number>();
    for (const field of fields) {
      for (const pair of pairsIn(terms[field], byFirst)) {
        found.set(pair, Math.max(found.get(pair) ?? 0, FIELD_WEIGHTS[field]));
      }
    }
    return Math.min(1, sum([...found].map(([{ weight }, share]) => weight * share)) / full);
  };
}

function rarestPairs(index: TermIndex, texts: readonly string[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const [position, text] of texts.entries()) {
    const first = index.terms.get(text);
    const second = index.terms.get(texts[position + 1] ?? "");
    if (!first || !second) continue;
    const weight = weigh(Math.max(first.documents.length, second.documents.length), index);
    pairs.set(`${first.text} ${second.text}`, { first, second, weight });
  }
  return [...pairs.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_PAIRS);
}

/** Pairs by the number of their first term. */
interface PairsByFirst {
  /** 1 where there is a pair: each search scans the bodies of a hundred skills, and this is the fastest way to skip a term. */
  readonly isFirst: Uint8Array;
  readonly pairs: ReadonlyMap<number, readonly Pair[]>;
}

function groupByFirst(pairs: readonly Pair[], termCount: number): PairsByFirst {
  const isFirst = new Uint8Array(termCount);
  const groups = new Map<number, Pair[]>();
  for (const pair of pairs) {
    isFirst[pair.first.number] = 1;
    groups.set(pair.first.number, [...(groups.get(pair.first.number) ?? []), pair]);
  }
  return { isFirst, pairs: groups };
}

/** Those of the pairs that stand in a text, some of them more than once. */
function pairsIn(terms: Uint32Array, { isFirst, pairs }: PairsByFirst): Pair[] {
  const found: Pair[] = [];
  for (let position = 0; position + 1 < terms.length; position++) {
    const first = terms[position] ?? 0;
    if (isFirst[first] === 0) continue;
    const next = terms[position + 1];
    found.push(...(pairs.get(first) ?? []).filter(({ second }) => second.number === next));
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
