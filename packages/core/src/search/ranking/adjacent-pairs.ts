// Term proximity: how far a document has the request's words side by side.

import { weigh } from "./relevance.js";
import { type DocumentTerms, FIELDS, type Field, type Term, type TermIndex } from "./term-index.js";

/** Two terms that stand side by side in a request. */
interface Pair {
  readonly first: Term;
  readonly second: Term;
}

/** Two words that stand side by side in a request: the pair of their terms in each language. */
interface WordPair {
  readonly pairs: readonly Pair[];
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
 * @param words the request's words in order, each by its terms in the languages of the skills
 * @param fields those in which to look
 */
export function createAdjacency(
  index: TermIndex,
  words: readonly (readonly string[])[],
  fields: readonly Field[] = FIELDS,
): (terms: DocumentTerms) => number {
  const pairs = rarestPairs(index, words);
  const full = sum(pairs.slice(0, ENOUGH_PAIRS).map(({ weight }) => weight));
  if (full === 0) return () => 0;
  const byFirst = groupByFirst(pairs, index.byNumber.length);
  return (terms) => {
    const found = new Map<WordPair, number>();
    for (const field of fields) {
      for (const pair of pairsIn(terms[field], byFirst)) {
        found.set(pair, Math.max(found.get(pair) ?? 0, FIELD_WEIGHTS[field]));
      }
    }
    return Math.min(1, sum([...found].map(([{ weight }, share]) => weight * share)) / full);
  };
}

function rarestPairs(index: TermIndex, words: readonly (readonly string[])[]): WordPair[] {
  const found = new Map<string, WordPair>();
  for (const [position, word] of words.entries()) {
    const next = words[position + 1];
    if (!next) continue;
    const pairs = pairsOf(index, word, next);
    if (pairs.length === 0) continue;
    const having = (of: "first" | "second") => sum(pairs.map(({ [of]: { documents } }) => documents.length));
    const weight = weigh(Math.min(Math.max(having("first"), having("second")), index.documents.size), index);
    found.set(`${word[0]} ${next[0]}`, { pairs, weight });
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_PAIRS);
}

/** Of each language the terms of both words, as far as there are skills that have them. */
function pairsOf(index: TermIndex, word: readonly string[], next: readonly string[]): Pair[] {
  return word.flatMap((text) => {
    const first = index.terms.get(text);
    const language = languageOf(text);
    const second = first && index.terms.get(next.find((other) => languageOf(other) === language) ?? "");
    return first && second ? [{ first, second }] : [];
  });
}

/** The name with which a term begins that is not English. */
function languageOf(text: string): string {
  return text.slice(0, text.indexOf(" ") + 1);
}

/** Pairs by the number of their first term. */
interface PairsByFirst {
  /** 1 where there is a pair: each search scans the bodies of a hundred skills, and this is the fastest way to skip a term. */
  readonly isFirst: Uint8Array;
  readonly pairs: ReadonlyMap<number, readonly { readonly second: Term; readonly of: WordPair }[]>;
}

function groupByFirst(found: readonly WordPair[], termCount: number): PairsByFirst {
  const isFirst = new Uint8Array(termCount);
  const groups = new Map<number, { readonly second: Term; readonly of: WordPair }[]>();
  for (const of of found) {
    for (const { first, second } of of.pairs) {
      isFirst[first.number] = 1;
      groups.set(first.number, [...(groups.get(first.number) ?? []), { second, of }]);
    }
  }
  return { isFirst, pairs: groups };
}

/** Those of the pairs that stand in a text, some of them more than once. */
function pairsIn(terms: Uint32Array, { isFirst, pairs }: PairsByFirst): WordPair[] {
  const found: WordPair[] = [];
  for (let position = 0; position + 1 < terms.length; position++) {
    const first = terms[position] ?? 0;
    if (isFirst[first] === 0) continue;
    const next = terms[position + 1];
    for (const { second, of } of pairs.get(first) ?? []) if (second.number === next) found.push(of);
  }
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
