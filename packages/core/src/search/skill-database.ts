import { create, insert, remove, search } from "@orama/orama";
import type { Skill } from "../skill.js";
import { createBm25fIndex } from "./bm25f-index.js";
import { createTokenizer } from "./tokenizer.js";

/** What the database keeps of a skill, all of it text. */
export const SKILL_SCHEMA = {
  /** The skill's name. */
  id: "string",
  name: "string",
  description: "string",
  /** The instructions. */
  body: "string",
  /** Empty where the skill has none. */
  uri: "string",
} as const;

/** A skill as the database keeps it. */
export type SkillDocument = { readonly [field in keyof typeof SKILL_SCHEMA]: string };

/** What is searched of a skill. */
export type SearchableSkill = Pick<Skill, "name" | "description" | "content" | "uri">;

/** Multiplies the weight of each field; 0 leaves the field out. */
export type FieldBoost = { readonly [field in keyof typeof SEARCHED_FIELDS]?: number | undefined };

/** Measured on requests for 2,800 public skills; a wide range around these values ranks about as well. */
const SEARCHED_FIELDS = {
  name: { weight: 3, lengthNormalization: 0.3 },
  description: { weight: 3, lengthNormalization: 0.3 },
  body: { weight: 0.3, lengthNormalization: 0.5 },
};

/** An empty Orama database of skills with the tokenizer and the ranking of this folder. Loading this file loads Orama. */
export function createSkillDatabase() {
  const database = create({
    schema: SKILL_SCHEMA,
    sort: { enabled: false },
    components: { tokenizer: createTokenizer(), index: createBm25fIndex(SEARCHED_FIELDS) },
  });
  return {
    /** @throws when there is a skill of that id */
    async insert(id: string, skill: SearchableSkill): Promise<void> {
      await insert(database, toDocument(id, skill));
    },
    /** Resolves to whether it was there. */
    async remove(id: string): Promise<boolean> {
      return await remove(database, id);
    },
    /** The ids of skills with their scores, best first, and by id where scores are equal. */
    async search(term: string, limit: number, boost: FieldBoost): Promise<readonly { id: string; score: number }[]> {
      const { hits } = await search(database, {
        term,
        properties: "*", // with neither a term nor properties Orama returns every document
        boost: { name: boost.name ?? 1, description: boost.description ?? 1, body: boost.body ?? 1 },
        limit,
        sortBy: ([, scoreA, a], [, scoreB, b]) => scoreB - scoreA || (a.id < b.id ? -1 : 1),
      });
      return hits;
    },
  };
}

/** The record of a skill that is known as `id`. */
export function toDocument(id: string, { name, description, content, uri = "" }: SearchableSkill): SkillDocument {
  return { id, name, description, body: content, uri };
}
