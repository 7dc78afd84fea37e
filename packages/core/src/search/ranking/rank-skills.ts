// The ranking: adds up words, bigrams, translations and term proximity.

import { createAdjacency } from "./adjacent-pairs.js";
import { intersect, unite } from "./combine-occurrences.js";
import { heaviest, type PartBoost, type Scores, scoreTerms, type WeightedTerm, weigh } from "./relevance.js";
import type { RequestWord } from "./request-words.js";
import { FIELDS, type Occurrences, type TermIndex } from "./term-index.js";

/** What is searched. */
export interface SkillTerms {
  readonly words: TermIndex;
  /** Of Chinese, Japanese and Korean runs, every two characters side by side. */
  readonly bigrams: TermIndex;
  /** The numbers of the documents that are in Chinese. */
  readonly chinese: ReadonlySet<number>;
}

/** A request as it is looked up. */
export interface SearchRequest {
  /** In the order of the text, with repeats. */
  readonly words: readonly RequestWord[];
  readonly bigrams: readonly string[];
  readonly translations: readonly TranslatedTerm[];
  readonly isChinese: boolean;
}

/** A term of the request in the other languages: several ways to say it, each made of one text or more, all of which a skill must have. */
interface TranslatedTerm {
  /** How often the request has the term. */
  readonly repeats: number;
  readonly words: readonly (readonly string[])[];
  readonly bigrams: readonly (readonly string[])[];
}

/** A request can be a long text. Its heaviest terms say what it is about. */
const MAX_WORDS = 30;
const MAX_BIGRAMS = 60;

/** What a word counts that was put in the place of one that no skill has. */
const CORRECTION_WEIGHT = 0.7;

/** What bigrams count beside words, which say the same wherever the segmenter cuts request and skill alike. */
const BIGRAM_WEIGHT = 0.4;

/** What a translation counts beside a word of the skill's own: of two skills that fit, the one in the language of the request is better. */
const TRANSLATION_WEIGHT = 0.9;

/** How many of the best are reranked by words side by side. */
const RERANKED = 100;

/** The most that words side by side add, as a share of the best score. */
const ADJACENCY_WEIGHT = 0.6;

/**
 * Scores the skills that share a word with the request, or have one that means the same in another language.
 * docs/search.md tells what else was tried, and what each part brings.
 */
export function rankSkills(index: SkillTerms, request: SearchRequest, boost: PartBoost): Scores {
  const { words, bigrams, chinese } = index;
  const byWords = scoreTerms(words, lookUpWords(words, request.words), boost);
  const byBigrams = scoreTerms(bigrams, heaviest(lookUp(bigrams, request.bigrams), MAX_BIGRAMS), boost);
  const inOthers = scoreTranslations(index, "words", request.translations, boost);
  // For Chinese skills a Chinese request is not translated: its own words, English ones included, find them.
  const inChinese = request.isChinese ? undefined : scoreTranslations(index, "bigrams", request.translations, boost);
  const scores = byWords.map((score, document) => {
    const translated = (chinese.has(document) ? inChinese : inOthers)?.[document] ?? 0;
    return score + BIGRAM_WEIGHT * (byBigrams[document] ?? 0) + TRANSLATION_WEIGHT * translated;
  });
  return rewardAdjacency(scores, words, request.words, boost);
}

/** The words that say the most. Those that a skill has in any of their forms weigh alike. */
function lookUpWords(index: TermIndex, words: readonly RequestWord[]): WeightedTerm[] {
  const repeats = new Map<string, { readonly word: RequestWord; count: number }>();
  for (const word of words) {
    const [key = ""] = word.forms;
    const known = repeats.get(key);
    if (known) known.count++;
    else repeats.set(key, { word, count: 1 });
  }
  const found = [...repeats.values()].map(({ word: { forms, corrections }, count }) => {
    const places = forms.flatMap((form) => index.terms.get(form) ?? []);
    const having = places.reduce((sum, { documents }) => sum + documents.length, 0);
    const share = corrections.length > 0 ? CORRECTION_WEIGHT : 1;
    return { places, weight: having > 0 ? share * weigh(Math.min(having, index.documents.size), index, count) : 0 };
  });
  found.sort((a, b) => b.weight - a.weight);
  // Hardly a skill has a word in two of its forms: to unite them would cost more than it tells.
  return found
    .slice(0, MAX_WORDS)
    .flatMap(({ places, weight }) => places.map((occurrences) => ({ occurrences, weight })));
}

function lookUp(index: TermIndex, texts: readonly string[]): WeightedTerm[] {
  const repeats = new Map<string, number>();
  for (const text of texts) repeats.set(text, (repeats.get(text) ?? 0) + 1);
  return [...repeats].flatMap(([text, count]) => toWeighted(index, index.terms.get(text), count));
}

function scoreTranslations(
  index: SkillTerms,
  kind: "words" | "bigrams",
  translations: readonly TranslatedTerm[],
  boost: PartBoost,
): Scores {
  const { [kind]: terms } = index;
  const found = translations.flatMap(({ repeats, [kind]: several }) => {
    const places = several.map((texts) => intersect(texts.map((text) => terms.terms.get(text))));
    return toWeighted(terms, unite(places), repeats);
  });
  return scoreTerms(terms, heaviest(found, MAX_WORDS), boost);
}

function toWeighted(index: TermIndex, occurrences: Occurrences | undefined, repeats: number): WeightedTerm[] {
  const having = occurrences?.documents.length ?? 0;
  return occurrences && having > 0 ? [{ occurrences, weight: weigh(having, index, repeats) }] : [];
}

/** Adds to the best scores what words side by side are worth. */
function rewardAdjacency(scores: Scores, index: TermIndex, words: readonly RequestWord[], boost: PartBoost): Scores {
  const ascending = scores.filter((score) => score > 0).sort();
  const best = ascending.at(-1) ?? 0;
  const least = ascending.at(-RERANKED) ?? 0;
  const fields = FIELDS.filter((field) => boost[field] > 0);
  const adjacency = createAdjacency(
    index,
    words.map(({ forms }) => forms),
    fields,
  );
  return scores.map((score, document) => {
    const terms = score > 0 && score >= least ? index.documents.get(document) : undefined;
    return terms ? score + ADJACENCY_WEIGHT * best * adjacency(terms) : score;
  });
}
