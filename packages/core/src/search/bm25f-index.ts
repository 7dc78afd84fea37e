import type { AnyIndexStore, IIndex, SearchableValue, Tokenizer } from "@orama/orama";
import { SkillError } from "../errors.js";
import { type FieldSettings, scoreByBm25f } from "./bm25f.js";
import { addDocument, createPostings, type FieldPostings, removeDocument } from "./postings.js";

/** What the index keeps in an Orama database. */
export interface Bm25fStore extends AnyIndexStore {
  readonly fields: ReadonlyMap<string, FieldPostings>;
}

/**
 * An index for Orama's `components.index` that looks terms up exactly and ranks by BM25F.
 * Of Orama's search parameters, `properties` and `boost` (multiplies a field's weight; 0 leaves the field out) have an effect;
 * `exact`, `tolerance`, `relevance` and `threshold` have none. `where`, `save` and `load` are refused.
 *
 * @param settings the text fields to be searched; the schema's other fields are only stored
 */
export function createBm25fIndex(settings: Readonly<Record<string, FieldSettings>>): IIndex<Bm25fStore> {
  const names = Object.keys(settings);
  return {
    create: () => ({ vectorIndexes: {}, fields: new Map(names.map((name) => [name, createPostings()])) }),
    getSearchableProperties: () => names,
    getSearchablePropertiesWithTypes: () => Object.fromEntries(names.map((name) => [name, "string" as const])),
    insert(_implementation, { fields }, field, _id, document, value, _type, language, tokenizer) {
      const postings = fields.get(field);
      if (postings) addDocument(postings, document, tokenize(tokenizer, value, language, field));
    },
    remove(_implementation, { fields }, field, _id, document, value, _type, language, tokenizer) {
      const postings = fields.get(field);
      if (postings) removeDocument(postings, document, tokenize(tokenizer, value, language, field));
      return postings !== undefined;
    },
    search({ fields }: Bm25fStore, text, tokenizer, language, searched, _exact, _tolerance, boost: Boost, _k, count) {
      const ranked = searched.flatMap((name) => {
        const [postings, field, factor] = [fields.get(name), settings[name], boost[name] ?? 1];
        return postings && field && factor > 0 ? [{ ...field, postings, weight: field.weight * factor }] : [];
      });
      return [...scoreByBm25f(ranked, tokenizer.tokenize(text, language), count)];
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

function tokenize(tokenizer: Tokenizer, value: SearchableValue, language: string | undefined, field: string): string[] {
  return typeof value === "string" ? tokenizer.tokenize(value, language, field) : [];
}

function unsupported(): never {
  throw new SkillError(
    "unsupported",
    "The search index of skills can insert, remove and search. Build it again instead of saving it, and filter the hits instead of using `where`.",
  );
}
