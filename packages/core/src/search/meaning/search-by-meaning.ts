// Hybrid search: adds the similarity of embeddings to the scores by words.

import type { Embed } from "../search-engine.js";
import type { DatabaseHit, SearchableSkill, SkillDatabase } from "../skill-database.js";
import { createVectorStore } from "./vector-store.js";

/** In UTF-16 units: what a skill is for stands at its beginning, and the input of embedding models is bounded. */
const MAX_EMBEDDED_LENGTH = 2000;

/** What the greatest similarity adds, as a share of the best score by words. */
const MEANING_WEIGHT = 0.35;

/** Extends a database that finds skills by their words to one that finds them by their meaning as well. */
export function searchByMeaning(database: SkillDatabase, embed: Embed): SkillDatabase {
  const vectors = createVectorStore(embed);
  return {
    ...database,
    async insert(id, skill) {
      await database.insert(id, skill);
      await vectors.put(id, textToEmbed(skill));
    },
    async remove(id) {
      vectors.remove(id);
      return database.remove(id);
    },
    async search(text, how) {
      if (how.wordsOnly || text.trim() === "") return database.search(text, how);
      const byWords = database.search(text, { ...how, limit: vectors.count(), share: 0 }); // all of them; no greater limit, since Orama allocates a list of that length
      const hits = fuse(await byWords, await vectors.similarities(text));
      const least = how.share * (hits[0]?.score ?? 0);
      return hits.filter(({ score }) => score >= least).slice(0, how.limit);
    },
  };
}

function textToEmbed({ name, description, content }: SearchableSkill): string {
  return `${name}: ${description}\n${content}`.slice(0, MAX_EMBEDDED_LENGTH);
}

/**
 * Words decide, and meaning helps: the most similar skill gets the whole of what meaning can add, the others in proportion, and those
 * up to the average similarity nothing, since models differ in how similar they find unrelated texts. docs/search.md has the figures.
 */
function fuse(byWords: readonly DatabaseHit[], similarities: ReadonlyMap<string, number>): DatabaseHit[] {
  const scores = new Map(byWords.map(({ id, score }) => [id, score]));
  const best = byWords[0]?.score ?? 1;
  const all = [...similarities.values()].sort((a, b) => a - b); // sorted, so that the sum is the same in any order
  const average = Math.max(0, all.reduce((sum, similarity) => sum + similarity, 0) / (all.length + 1)); // one more, of similarity 0, so that a single skill can be above the average
  const likest = all.at(-1) ?? 0;
  for (const [id, similarity] of similarities) {
    const share = (similarity - average) / (likest - average);
    if (similarity > average) scores.set(id, (scores.get(id) ?? 0) + MEANING_WEIGHT * best * share);
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
