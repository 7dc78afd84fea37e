import type { FieldPostings } from "./postings.js";

/** How much a field counts in the ranking. */
export interface FieldSettings {
  readonly weight: number;
  /** BM25's b: how far a term counts less in a field that is longer than the average, from 0 (not at all) to 1. */
  readonly lengthNormalization: number;
}

/** A field as the ranking sees it. */
export interface RankedField extends FieldSettings {
  readonly postings: FieldPostings;
}

/** BM25's k1: how fast a term that is repeated stops adding. */
const SATURATION = 1.2;

/** A request can be a long text. Its rarest terms say what it is about. */
const MAX_QUERY_TERMS = 30;

/**
 * Scores the documents that have any of the terms by BM25F: the frequencies of a term in all fields,
 * weighted and normalised by length, are added up before they saturate.
 * The scores do not depend on the order in which the documents came in, to the last bit.
 *
 * @param terms as the tokenizer gave them; repeats count once
 * @param documentCount all documents, also those without any of the terms
 * @returns document -> score, above 0
 * @see https://doi.org/10.1561/1500000019 Robertson and Zaragoza, The Probabilistic Relevance Framework, section 3.6
 */
export function scoreByBm25f(
  fields: readonly RankedField[],
  terms: Iterable<string>,
  documentCount: number,
): Map<number, number> {
  const rarest = [...new Set(terms)]
    .map((term) => weighTerm(fields, term))
    .sort((a, b) => a.size - b.size)
    .slice(0, MAX_QUERY_TERMS);
  const scores = new Map<number, number>();
  for (const frequencies of rarest) {
    const rarity = Math.log(1 + (documentCount - frequencies.size + 0.5) / (frequencies.size + 0.5));
    for (const [document, frequency] of frequencies) {
      const score = (rarity * frequency) / (SATURATION + frequency);
      scores.set(document, (scores.get(document) ?? 0) + score);
    }
  }
  return scores;
}

/** The documents that have the term in a field that counts, with its weighted frequency. */
function weighTerm(fields: readonly RankedField[], term: string): Map<number, number> {
  const weighted = new Map<number, number>();
  for (const { weight, lengthNormalization, postings } of fields) {
    const averageLength = postings.totalLength / postings.lengths.size;
    for (const [document, frequency] of postings.frequencies.get(term) ?? []) {
      const relativeLength = (postings.lengths.get(document) ?? 0) / averageLength;
      const normalized = frequency / (1 - lengthNormalization + lengthNormalization * relativeLength);
      weighted.set(document, (weighted.get(document) ?? 0) + weight * normalized);
    }
  }
  return weighted;
}
