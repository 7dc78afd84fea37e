// The ranking as an index component of Orama.

import type { AnyIndexStore, IIndex } from "@orama/orama";
import { SkillError } from "../../base/errors.js";
import { isRecord } from "../../base/is-record.js";
import { bigrams } from "../language/bigrams.js";
import { hasHan } from "../language/cjk.js";
import type { Translate } from "../language/dictionary.js";
import { translateRequest } from "../language/translations.js";
import { rankSkills, type SearchRequest, type SkillTerms } from "./rank-skills.js";
import type { Scores } from "./relevance.js";
import { addField, createTermIndex, FIELDS, type Field, removeDocument } from "./term-index.js";

/** What the index keeps in an Orama database. */
export interface SkillIndexStore extends AnyIndexStore, SkillTerms {
  readonly chinese: Set<number>;
}

/** Whether an Orama database has the index of this file. */
export function isSkillIndexStore(store: unknown): store is SkillIndexStore {
  return isRecord(store) && "words" in store && "bigrams" in store;
}

/** A description is Chinese when such a share of its characters is; an English one may name a Chinese product. */
const CHINESE_SHARE = 0.1;

/**
 * An index for Orama's `components.index` that ranks skills by {@link rankSkills}, from the properties `name`, `description` and `body`.
 * Of Orama's search parameters, `properties`, `boost` (multiplies what a field counts; 0 leaves it out) and `threshold` have an effect:
 * 1, Orama's default, answers all that match, and less only those whose score lacks at most that share of the best.
 * `where`, `save` and `load` are refused.
 *
 * @param translate what the words of a request are called in other languages
 */
export function createSkillIndex(translate: Translate): IIndex<SkillIndexStore> {
  return {
    create: () => ({ vectorIndexes: {}, words: createTermIndex(), bigrams: createTermIndex(), chinese: new Set() }),
    getSearchableProperties: () => [...FIELDS],
    getSearchablePropertiesWithTypes: () => Object.fromEntries(FIELDS.map((field) => [field, "string" as const])),
    insert(_implementation, store, property, _id, number, value, _type, language, tokenizer) {
      const field = FIELDS.find((candidate) => candidate === property);
      if (!field || typeof value !== "string") return;
      addField(store.words, number, field, tokenizer.tokenize(value, language, field));
      addField(store.bigrams, number, field, bigrams(value));
      if (field === "description" && isChinese(value)) store.chinese.add(number);
    },
    // The first of the properties takes the whole document out.
    remove(_implementation, { words, bigrams, chinese }, _property, _id, number) {
      removeDocument(words, number);
      removeDocument(bigrams, number);
      chinese.delete(number);
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
      const request = readRequest(text, (words) => tokenizer.tokenize(words, language), translate);
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

function readRequest(text: string, tokenize: (text: string) => string[], translate: Translate): SearchRequest {
  const translations = translateRequest(text, translate, (word) => tokenize(word).length > 0);
  return {
    words: tokenize(text),
    bigrams: bigrams(text),
    isChinese: hasHan(text),
    translations: translations.map(({ repeats, words }) => ({
      repeats,
      words: words.filter((word) => !hasHan(word)).map(tokenize),
      bigrams: words.filter(hasHan).map(bigrams),
    })),
  };
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
