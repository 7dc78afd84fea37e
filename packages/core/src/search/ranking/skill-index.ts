// The ranking as an index component of Orama.

import type { AnyIndexStore, IIndex } from "@orama/orama";
import { SkillError } from "../../base/errors.js";
import { isRecord } from "../../base/is-record.js";
import { bigrams } from "../language/bigrams.js";
import { hasHan } from "../language/cjk.js";
import type { Translate } from "../language/dictionary.js";
import { type European, languageOf } from "../language/european.js";
import { findRuns } from "../language/find-runs.js";
import type { SkillTokenizer } from "../language/tokenizer.js";
import { type Translation, translateRequest } from "../language/translations.js";
import { createVocabulary, type Vocabulary } from "../language/vocabulary.js";
import { fold } from "../language/words.js";
import { rankSkills, type SearchRequest, type SkillTerms } from "./rank-skills.js";
import type { Scores } from "./relevance.js";
import { readRequestWords, type WordIndex } from "./request-words.js";
import { addField, createTermIndex, FIELDS, type Field, removeDocument } from "./term-index.js";

/** What the index keeps in an Orama database. */
export interface SkillIndexStore extends AnyIndexStore, SkillTerms, WordIndex {
  readonly chinese: Set<number>;
  readonly languages: Map<number, European>;
}

/** Whether an Orama database has the index of this file. */
export function isSkillIndexStore(store: unknown): store is SkillIndexStore {
  return isRecord(store) && "words" in store && "bigrams" in store;
}

/** A description is Chinese when such a share of its characters is; an English one may name a Chinese product. */
const CHINESE_SHARE = 0.1;

/** How many function words of a language a description must have: some stand in names of English skills. */
const LEAST_FUNCTION_WORDS = 4;

/**
 * An index for Orama's `components.index` that ranks skills by {@link rankSkills}, from the properties `name`, `description` and `body`.
 * Of Orama's search parameters, `properties`, `boost` (multiplies what a field counts; 0 leaves it out) and `threshold` have an effect:
 * 1, Orama's default, answers all that match, and less only those whose score lacks at most that share of the best.
 * `where`, `save` and `load` are refused.
 *
 * @param translate what the words of a request are called in other languages
 * @param own the tokenizer that knows languages and words; with another one, texts and requests are cut as that does it
 */
export function createSkillIndex(translate: Translate, own: SkillTokenizer): IIndex<SkillIndexStore> {
  return {
    create: () => ({
      vectorIndexes: {},
      words: createTermIndex(),
      bigrams: createTermIndex(),
      chinese: new Set(),
      languages: new Map(),
      vocabulary: createVocabulary(),
    }),
    getSearchableProperties: () => [...FIELDS],
    getSearchablePropertiesWithTypes: () => Object.fromEntries(FIELDS.map((field) => [field, "string" as const])),
    insert(_implementation, store, property, _id, number, value, _type, language, tokenizer) {
      const field = FIELDS.find((candidate) => candidate === property);
      if (!field || typeof value !== "string") return;
      if (field === "description") noteLanguage(store, number, value);
      if (field !== "body") addWords(store.vocabulary, value);
      const inLanguage = tokenizer === own ? store.languages.get(number) : undefined;
      const terms = inLanguage ? own.tokenizeIn(inLanguage, value) : tokenizer.tokenize(value, language, field);
      addField(store.words, number, field, terms);
      addField(store.bigrams, number, field, bigrams(value));
    },
    // The first of the properties takes the whole document out.
    remove(_implementation, { words, bigrams, chinese, languages }, _property, _id, number) {
      removeDocument(words, number);
      removeDocument(bigrams, number);
      chinese.delete(number);
      languages.delete(number);
      return true;
    },
    search(
      store: SkillIndexStore,
      text,
      tokenizer,
      language,
      searched,
      _e,
      _t,
      boost: Boost,
      _r,
      _c,
      _w,
      threshold = 1,
    ) {
      const factor = (field: Field) => (searched.includes(field) ? (boost[field] ?? 1) : 0);
      const body = factor("body");
      const parts = { name: factor("name"), description: factor("description"), body, lead: body };
      const tokenize = (words: string) => tokenizer.tokenize(words, language);
      const known = tokenizer === own ? { store, own } : undefined;
      const request = readRequest(text, { tokenize, translate, known });
      return bestOf(rankSkills(store, request, parts), 1 - threshold);
    },
    searchByWhereClause: unsupported,
    insertDocumentScoreParameters: unsupported,
    insertTokenScoreParameters: unsupported,
    removeDocumentScoreParameters: unsupported,
    removeTokenScoreParameters: unsupported,
    calculateResultScores: unsupported,
    load: unsupported,
    save: unsupported,
  };
}

type Boost = Readonly<Record<string, number | undefined>>;

/** How a request is read. */
interface RequestReading {
  readonly tokenize: (text: string) => string[];
  readonly translate: Translate;
  /** Absent with a tokenizer of somebody else's. */
  readonly known: { readonly store: SkillIndexStore; readonly own: SkillTokenizer } | undefined;
}

function readRequest(text: string, { tokenize, translate, known }: RequestReading): SearchRequest {
  const translations = translateRequest(text, translate, (word) => tokenize(word).length > 0);
  const languages = known ? [...new Set(known.store.languages.values())] : [];
  const inLanguages = (word: string): readonly string[][] => [
    tokenize(word),
    ...languages.flatMap((language) => (known ? [known.own.tokenizeIn(language, word)] : [])),
  ];
  return {
    words: known
      ? readRequestWords(text, known.store, known.own, isAmong(translations))
      : tokenize(text).map((term) => ({ word: term, forms: [term], corrections: [] })),
    bigrams: bigrams(text),
    isChinese: hasHan(text),
    translations: translations.map(({ repeats, words }) => ({
      repeats,
      words: words.filter((word) => !hasHan(word)).flatMap(inLanguages),
      bigrams: words.filter(hasHan).map(bigrams),
    })),
  };
}

/** Whether a word is one of those that were translated. */
export function isAmong(translations: readonly Translation[]): (word: string) => boolean {
  const words = new Set(translations.flatMap(({ word }) => word.split(" ")));
  return (word) => words.has(fold(word));
}

/** The language of a skill with this description. */
export function languageOfSkill(description: string): European | undefined {
  return languageOf(description, LEAST_FUNCTION_WORDS);
}

function noteLanguage({ chinese, languages }: SkillIndexStore, number: number, description: string): void {
  if (isChinese(description)) chinese.add(number);
  const language = languageOfSkill(description);
  if (language) languages.set(number, language);
}

function addWords(vocabulary: Vocabulary, text: string): void {
  for (const run of findRuns(text)) vocabulary.add(run.toLowerCase());
}

/** The documents that have a score, and at least such a share of the best one. */
function bestOf(scores: Scores, share: number): [number, number][] {
  const least = share * scores.reduce((best, score) => Math.max(best, score), 0);
  const found: [number, number][] = [];
  scores.forEach((score, document) => {
    if (score > 0 && score >= least) found.push([document, score]);
  });
  return found;
}

function isChinese(text: string): boolean {
  const characters = text.match(/\S/gu)?.length ?? 0;
  const han = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  return han > CHINESE_SHARE * characters;
}

function unsupported(): never {
  throw new SkillError(
    "unsupported",
    "The search index of skills can insert, remove and search. Build it again instead of saving it, and filter the hits instead of using `where`.",
  );
}
