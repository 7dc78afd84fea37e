// Keeps one search index in step with the live catalogue. Indexing itself is in search/.

import type { Catalog, CatalogEntry } from "../catalog/catalog.js";
import { changeBetween } from "../catalog/compare-catalogs.js";
import { OramaSearchManager, type SearchableSkill } from "../search/orama-search-manager.js";
import type { SearchEngineOptions } from "../search/search-engine.js";
import { readSkillText } from "./skill-text.js";

/** The index of a catalogue. */
export type Manager = OramaSearchManager<SearchableSkill>;

/** What a search uses of a SKILL.md. */
const FIELDS_OF_A_FILE = ["description", "content", "contentLine"] as const;

/**
 * Keeps one index: built for the first catalogue that it is asked for, once, and brought up to date by the first request for
 * another catalogue.
 */
export function createCatalogIndex(engine: SearchEngineOptions): (catalog: Catalog) => Promise<Manager> {
  let built: { readonly catalog: Catalog; readonly manager: Promise<Manager> } | undefined;

  return (catalog) => {
    if (built?.catalog === catalog) return built.manager;
    const manager = built ? update(built.manager, built.catalog, catalog) : build(catalog, engine);
    built = { catalog, manager };
    // After a failure the next request builds anew.
    manager.catch(() => {
      if (built?.manager === manager) built = undefined;
    });
    return manager;
  };
}

async function build({ entries }: Catalog, engine: SearchEngineOptions): Promise<Manager> {
  const skills = await Promise.all([...entries.values()].map(toSearchable));
  const manager: Manager = new OramaSearchManager(engine);
  await manager.buildIndex(new Map(skills.map((skill) => [skill.name, skill])));
  return manager;
}

/** Brings an index from one catalogue to another, by the skills that differ. */
async function update(building: Promise<Manager>, before: Catalog, after: Catalog): Promise<Manager> {
  const manager = await building;
  const { added, changed, removed } = await changeBetween(before, after);
  await Promise.all(removed.map((name) => manager.remove(name)));
  // A source that does not tell when a skill changes has to be read again.
  const untold = [...after.entries].filter(([, { skill }]) => skill.revision === undefined).map(([name]) => name);
  const entries = [...new Set([...added, ...changed, ...untold])].flatMap((name) => after.entries.get(name) ?? []);
  const skills = await Promise.all(entries.map(toSearchable));
  const isNew = (skill: SearchableSkill): boolean => {
    const old = manager.getSkills().get(skill.name);
    return FIELDS_OF_A_FILE.some((field) => old?.[field] !== skill[field]);
  };
  await Promise.all(skills.filter(isNew).map((skill) => manager.insert(skill)));
  return manager;
}

/** A skill whose instructions cannot be read any more is still found by its name and description. */
async function toSearchable(entry: CatalogEntry): Promise<SearchableSkill> {
  const { name, description, uri } = entry.skill;
  const text = await readSkillText(entry).catch(() => ({ content: "", contentLine: 1 }));
  return { name, description, uri, ...text };
}
