// An Orama database of skills, with our tokenizer, index and explanations.

import { type AnyOrama, create, insert, remove, search } from "@orama/orama";
import type { Skill } from "../base/skill.js";
import { explainMatch, type SkillExplanation } from "./explaining/explain-match.js";
import { soughtWords } from "./explaining/sought-words.js";
import { bigrams } from "./language/bigrams.js";
import { createDictionary, type Translate } from "./language/dictionary.js";
import { MAX_TEXT_LENGTH } from "./language/normalize-text.js";
import { createTokenizer } from "./language/tokenizer.js";
import { translateRequest } from "./language/translations.js";
import { weigh } from "./ranking/relevance.js";
import { plainRequestWords, readRequestWords } from "./ranking/request-words.js";
import { createSkillIndex, isAmong, isSkillIndexStore, languageOfSkill } from "./ranking/skill-index.js";
import type { Field } from "./ranking/term-index.js";
import { type SearchEngineOptions, SKILL_SCHEMA } from "./search-engine.js";

/** A skill as the database keeps it. */
export type SkillDocument = { readonly [field in keyof typeof SKILL_SCHEMA]: string };

/** What is searched of a skill. */
export interface SearchableSkill extends Pick<Skill, "name" | "description" | "content" | "uri"> {
  /** What it is found by besides, such as its tags. Counts as a part of the description. @default none */
  readonly hints?: string | undefined;
  /** The line of SKILL.md with which the content begins, for the line numbers of passages. @default 1 */
  readonly contentLine?: number | undefined;
}

/** Multiplies what a match in each field counts; 0 leaves the field out. */
export type FieldBoost = { readonly [field in Field]?: number | undefined };

/** How to search the database. */
interface DatabaseSearch {
  readonly limit: number;
  /** The share of the best score that a hit must reach, 0 to 1. */
  readonly share: number;
  readonly boost: FieldBoost;
  /** Whether to search by words alone, although there are vectors. */
  readonly wordsOnly: boolean;
}

/** A skill that was found. */
export interface DatabaseHit {
  readonly id: string;
  readonly score: number;
}

/** An Orama database of skills. */
export interface SkillDatabase {
  /** @throws when there is a skill of that id */
  insert(id: string, skill: SearchableSkill): Promise<void>;
  /** Resolves to whether it was there. */
  remove(id: string): Promise<boolean>;
  /** The ids of skills with their scores, best first, and by id where scores are equal. */
  search(text: string, how: DatabaseSearch): Promise<readonly DatabaseHit[]>;
  /** A function that explains why a request finds a skill. */
  explain(text: string): (skill: SearchableSkill) => SkillExplanation;
}

/** An empty database, with our tokenizer and index unless the options say otherwise. Importing this file loads Orama. */
export function createSkillDatabase({ translate, createDatabase = create }: SearchEngineOptions = {}): SkillDatabase {
  const own = createTokenizer();
  const translateAll = translate === false ? () => [] : withBuiltIn(translate, own.tokenize);
  const index = createSkillIndex(translateAll, own);
  const database: AnyOrama = createDatabase({
    schema: SKILL_SCHEMA,
    sort: { enabled: false },
    components: { tokenizer: own, index },
  });
  const store: unknown = database.data.index;
  const known = isSkillIndexStore(store) ? store : undefined;
  const words = known?.words;
  const isOwn = database.tokenizer === own;
  const tokenize = (text: string): string[] => database.tokenizer.tokenize(text, undefined);
  return {
    async insert(id, skill) {
      await insert(database, toDocument(id, skill));
    },
    async remove(id) {
      return await remove(database, id);
    },
    async search(term, { limit, share, boost }) {
      const { hits } = await search(database, {
        term,
        properties: "*", // with neither a term nor properties Orama returns every document
        boost: { name: boost.name ?? 1, description: boost.description ?? 1, body: boost.body ?? 1 },
        limit,
        threshold: words ? 1 - share : 1, // Orama's own index takes it for the share of the words that a document may lack
        sortBy: ([, scoreA, a], [, scoreB, b]) => scoreB - scoreA || (a["id"] < b["id"] ? -1 : 1),
      });
      const least = share * (hits[0]?.score ?? 0);
      return hits.filter(({ score }) => score >= least);
    },
    explain(text) {
      const weighTerms = (terms: ReadonlySet<string>): number => {
        if (!words) return 1;
        const having = [...terms].reduce((sum, term) => sum + (words.terms.get(term)?.documents.length ?? 0), 0);
        return having > 0 ? weigh(Math.min(having, words.documents.size), words) : 0;
      };
      const translations = translateRequest(text, translateAll, (word) => tokenize(word).length > 0);
      const requestWords =
        known && isOwn ? readRequestWords(text, known, own, isAmong(translations)) : plainRequestWords(text, tokenize);
      const sought = soughtWords(text, { words: requestWords, translations, tokenize, weigh: weighTerms });
      return (skill) => {
        const { name, description, content: body, contentLine: bodyLine = 1 } = searchedPart(skill);
        const language = isOwn ? languageOfSkill(description) : undefined;
        const inLanguage = (part: string) => (language ? own.tokenizeIn(language, part) : []);
        const termsOf = (part: string) => [...tokenize(part), ...inLanguage(part), ...bigrams(part)];
        return explainMatch({ name, description, body, bodyLine }, sought, termsOf);
      };
    },
  };
}

/** In UTF-16 units. What a name or a description has beyond this is not searched; nobody reads so much of them. */
const MAX_NAME_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 10_000;

/** A skill with as much of its texts as is searched. */
function searchedPart<S extends SearchableSkill>(skill: S): S {
  const { name, description, hints, content } = skill;
  const described = hints ? `${description}\n${hints}` : description;
  return {
    ...skill,
    name: name.slice(0, MAX_NAME_LENGTH),
    description: described.slice(0, MAX_DESCRIPTION_LENGTH),
    content: content.slice(0, MAX_TEXT_LENGTH),
  };
}

/** The record of a skill that is known as `id`. */
function toDocument(id: string, skill: SearchableSkill): SkillDocument {
  const { name, description, content: body, uri = "" } = searchedPart(skill);
  return { id, name, description, body, uri };
}

/** All that either of the two knows. */
function withBuiltIn(translate: Translate | undefined, tokenize: (text: string) => string[]): Translate {
  const builtIn = createDictionary((words) => tokenize(words).join(" "));
  return translate ? (word) => [...translate(word), ...builtIn(word)] : builtIn;
}
