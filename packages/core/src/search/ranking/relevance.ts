// BM25F: how relevant a document is by the terms that it has.

import { countIn, type Occurrences, PARTS, type Part, type TermIndex } from "./term-index.js";

/** The postings of a term, and its weight in a request. */
export interface WeightedTerm {
  readonly occurrences: Occurrences;
  readonly weight: number;
}

/** Multiplies what a match in each part counts by itself; 0 leaves the part out. */
export type PartBoost = Readonly<Record<Part, number>>;

/** A score for each document, by its number; 0 where nothing was found. */
export type Scores = Float64Array;

/** How a part counts in a formula. */
interface PartSettings {
  readonly weight: number;
  /** BM25's b: how far a term counts less in a part that is longer than the average, from 0 (not at all) to 1. */
  readonly b: number;
}

/** For the sum that saturates once: a term in the name and in the description counts little more than in one of them. */
const JOINT: Readonly<Record<Part, PartSettings>> = {
  name: { weight: 3, b: 0.3 },
  description: { weight: 3, b: 0.5 },
  body: { weight: 0.2, b: 0.75 },
  lead: { weight: 0.3, b: 0.5 },
};

/** For the sum in which each part saturates by itself: a term in two parts counts as two. */
const SEPARATE: Readonly<Record<Part, PartSettings>> = {
  name: { weight: 1, b: 0.3 },
  description: { weight: 1, b: 0.5 },
  body: { weight: 0.5, b: 0.3 },
  lead: { weight: 0, b: 0 },
};

/** BM25's k1: how fast a term that is repeated in a text stops adding. */
const TERM_SATURATION = 1.2;

/** BM25's k3: how fast a term that is repeated in the request stops adding. */
const REQUEST_SATURATION = 1.2;

/** Softens the difference between rare terms and common ones: a request is not about its rarest word alone. */
const RARITY_EXPONENT = 0.8;

/**
 * The weight of a term: its inverse document frequency (IDF), and how often the request repeats it.
 *
 * @param having how many of the documents have it
 * @param repeats how often the request asks for it
 */
export function weigh(having: number, { documents: { size } }: TermIndex, repeats = 1): number {
  const rarity = Math.log(1 + (size - having + 0.5) / (having + 0.5)) ** RARITY_EXPONENT;
  return (rarity * repeats * (REQUEST_SATURATION + 1)) / (repeats + REQUEST_SATURATION);
}

/** Those of the terms that say the most, the heaviest first. */
export function heaviest(terms: readonly WeightedTerm[], count: number): WeightedTerm[] {
  return [...terms].sort((a, b) => b.weight - a.weight).slice(0, count);
}

/**
 * Scores the documents that have any of the terms, as the mean of two forms of BM25F: one in which the counts of all parts are added
 * before they saturate, and one in which the parts' scores are added. Each form finds what the other underrates.
 * The scores do not depend on the order in which the documents came in, to the last bit.
 *
 * @see https://doi.org/10.1561/1500000019 Robertson and Zaragoza, The Probabilistic Relevance Framework, section 3.6
 */
export function scoreTerms(index: TermIndex, terms: readonly WeightedTerm[], boost: PartBoost): Scores {
  const relevance = createRelevance(index, boost);
  const scores = new Float64Array(index.lengths.name.length);
  for (const { occurrences, weight } of terms) {
    occurrences.documents.forEach((document, position) => {
      const score = weight * relevance(document, occurrences.counts[position] ?? 0);
      scores[document] = (scores[document] ?? 0) + score;
    });
  }
  return scores;
}

/** A function that tells how relevant a document is by the counts of one term: from 0 to about 2, before the term's weight. */
function createRelevance({ documents, lengths, totals }: TermIndex, boost: PartBoost) {
  const parts = PARTS.filter((part) => boost[part] > 0).map((part) => ({
    part,
    lengths: lengths[part],
    averageLength: totals[part] / documents.size,
    joint: { ...JOINT[part], weight: JOINT[part].weight * boost[part] },
    separate: { ...SEPARATE[part], weight: SEPARATE[part].weight * boost[part] },
  }));
  return (document: number, counts: number): number => {
    let jointCount = 0;
    let separateScore = 0;
    for (const { part, lengths, averageLength, joint, separate } of parts) {
      const count = countIn(part, counts);
      if (count === 0) continue;
      const relativeLength = (lengths[document] ?? 0) / averageLength;
      jointCount += joint.weight * normalize(count, relativeLength, joint.b);
      separateScore += separate.weight * saturate(normalize(count, relativeLength, separate.b));
    }
    return (saturate(jointCount) + separateScore) / 2;
  };
}

function normalize(count: number, relativeLength: number, b: number): number {
  return count / (1 - b + b * relativeLength);
}

function saturate(count: number): number {
  return count / (TERM_SATURATION + count);
}
