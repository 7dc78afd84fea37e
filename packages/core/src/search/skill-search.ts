import type { Catalog, CatalogEntry } from "../catalog.js";
import { readInstructions } from "../open-skill.js";
import type { SkillSearchHit } from "../skill-access.js";
import { OramaSearchManager, type SearchableSkill } from "./orama-search-manager.js";

/** The most skills that one search answers. */
const MAX_LIMIT = 50;

/** Searches a catalogue: its index is built by the first search, once, and again when the catalogue is another one. */
export function createSkillSearch(threshold: number) {
  let built: { catalog: Catalog; manager: Promise<OramaSearchManager<SearchableSkill>> } | undefined;

  return async (catalog: Catalog, query: string, limit: number): Promise<SkillSearchHit[]> => {
    if (built?.catalog !== catalog) built = { catalog, manager: buildIndex(catalog) };
    const { manager: building } = built;
    // A build that fails is tried again by the next search.
    building.catch(() => {
      if (built?.manager === building) built = undefined;
    });
    const manager = await building;
    const hits = await manager.search(query, { limit: Math.min(limit, MAX_LIMIT), threshold });
    return hits.map(({ skill: { name, description }, score }) => ({
      name,
      description,
      score: Math.round(score * 1000) / 1000,
    }));
  };
}

async function buildIndex({ entries }: Catalog): Promise<OramaSearchManager<SearchableSkill>> {
  const documents = await Promise.all([...entries.values()].map(toDocument));
  const manager = new OramaSearchManager<SearchableSkill>();
  await manager.buildIndex(new Map(documents.map((document) => [document.name, document])));
  return manager;
}

/** A skill whose instructions cannot be read any more is still found by its name and description. */
async function toDocument(entry: CatalogEntry): Promise<SearchableSkill> {
  const { name, description, uri } = entry.skill;
  return { name, description, uri, content: await readInstructions(entry).catch(() => "") };
}
