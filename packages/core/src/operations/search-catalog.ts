import type { Diagnostic } from "../base/diagnostics.js";
import { codeOf, messageOf } from "../base/errors.js";
import { type Catalog, type CatalogEntry, compareCatalogs } from "../catalog/catalog.js";
import {
  OramaSearchManager,
  type RankedSkill,
  type SearchableSkill,
  type SkillSearchOptions,
} from "../search/orama-search-manager.js";
import type { SearchEngineOptions } from "../search/search-engine.js";
import { readSkillText } from "./open-skill.js";
import type { SkillSearchHit } from "./operations.js";

/** How one search is done. */
export interface CatalogSearchOptions {
  readonly limit: number;
  readonly explain: boolean;
}

/** What one search answers. */
export interface CatalogSearchResult {
  readonly hits: readonly SkillSearchHit[];
  readonly warnings: readonly Diagnostic[];
}

/** Searches a catalogue. */
export type SearchCatalog = (
  catalog: Catalog,
  query: string,
  options: CatalogSearchOptions,
) => Promise<CatalogSearchResult>;

type Manager = OramaSearchManager<SearchableSkill>;

/** What a search uses of a SKILL.md. */
const FIELDS_OF_A_FILE = ["description", "content", "contentLine"] as const;

/** The most skills that one search answers. */
const MAX_LIMIT = 50;

/**
 * Searches catalogues: the index is built by the first search, once, and brought up to date by the first search of another catalogue.
 *
 * @param threshold the share of the best score that a hit must reach
 */
export function createSkillSearch(threshold: number, engine: SearchEngineOptions = {}): SearchCatalog {
  let built: { readonly catalog: Catalog; readonly manager: Promise<Manager> } | undefined;

  const managerOf = (catalog: Catalog): Promise<Manager> => {
    if (built?.catalog === catalog) return built.manager;
    const manager = built ? update(built.manager, built.catalog, catalog) : build(catalog, engine);
    built = { catalog, manager };
    // After a failure the next search builds anew.
    manager.catch(() => {
      if (built?.manager === manager) built = undefined;
    });
    return manager;
  };

  return async (catalog, query, { limit, explain }) => {
    const manager = await managerOf(catalog);
    const { found, warnings } = await searchIn(manager, query, {
      limit: Math.min(limit, MAX_LIMIT),
      threshold,
      explain,
    });
    return { hits: found.map(toHit), warnings };
  };
}

/** Where meanings cannot be had, words are searched alone: an agent without them is better off than one without a search. */
async function searchIn(manager: Manager, query: string, options: SkillSearchOptions) {
  try {
    return { found: await manager.search(query, options), warnings: [] };
  } catch (error) {
    if (codeOf(error) !== "embed_failed") throw error;
    const message = `${messageOf(error)} Skills were searched by their words alone.`;
    const warning: Diagnostic = { code: "embed-failed", severity: "warning", message };
    return { found: await manager.search(query, { ...options, wordsOnly: true }), warnings: [warning] };
  }
}

function toHit({ skill: { name, description }, score, explanation }: RankedSkill<SearchableSkill>): SkillSearchHit {
  return { name, description, score: Math.round(score * 1000) / 1000, ...explanation };
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
  const { added, changed, removed } = compareCatalogs(before, after);
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
