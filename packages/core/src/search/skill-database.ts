import { create, insert, remove, search } from "@orama/orama";
import type { Skill } from "../skill.js";
import { createDictionary } from "./dictionary.js";
import { createSkillIndex } from "./skill-index.js";
import type { Field } from "./term-index.js";
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
export type FieldBoost = { readonly [field in Field]?: number | undefined };

/** An empty Orama database of skills with the tokenizer and the ranking of this folder. Loading this file loads Orama. */
export function createSkillDatabase() {
  const tokenizer = createTokenizer();
  const translate = createDictionary((words) => tokenizer.tokenize(words).join(" "));
  const database = create({
    schema: SKILL_SCHEMA,
    sort: { enabled: false },
    components: { tokenizer, index: createSkillIndex(translate) },
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
    /** The ids of skills that reach a share of the best score, best first, and by id where scores are equal. */
    async search(
      term: string,
      { limit, share, boost }: { readonly limit: number; readonly share: number; readonly boost: FieldBoost },
    ): Promise<readonly { id: string; score: number }[]> {
      const { hits } = await search(database, {
        term,
        properties: "*", // with neither a term nor properties Orama returns every document
        boost: { name: boost.name ?? 1, description: boost.description ?? 1, body: boost.body ?? 1 },
        limit,
        threshold: 1 - share,
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
