// Keeps one search index in step with the live catalogue. Indexing itself is in search/.

import type { Diagnostic } from "../base/diagnostics.js";
import { messageOf, SkillValidationError } from "../base/errors.js";
import { hintsOf } from "../base/skill-hints.js";
import { createTimeSlices } from "../base/time-slices.js";
import type { Catalog, CatalogEntry } from "../catalog/catalog.js";
import { changeBetween } from "../catalog/compare-catalogs.js";
import { OramaSearchManager, type SearchableSkill } from "../search/orama-search-manager.js";
import type { SearchEngineOptions } from "../search/search-engine.js";
import { readSkillText } from "./skill-text.js";

/** The index of a catalogue. */
export type Manager = OramaSearchManager<SearchableSkill>;

/** The index of a catalogue, and what was wrong with its making. */
export interface CatalogIndex {
  readonly manager: Manager;
  /** Said to the search that found out. */
  readonly warnings: readonly Diagnostic[];
}

/** An index, and the skills whose instructions are missing in it. */
interface BuiltIndex extends CatalogIndex {
  readonly catalog: Catalog;
  /** Why each of them could not be read. They are tried again by the next search. */
  readonly unread: ReadonlyMap<string, unknown>;
}

/** How many SKILL.md files are read at once: more would only hold descriptors, of which a process has few. */
const FILES_AT_ONCE = 16;

/** How many names a warning tells. */
const MAX_NAMES = 10;

/** What a search uses of a SKILL.md. */
const FIELDS_OF_A_FILE = ["description", "hints", "content", "contentLine"] as const;

/**
 * Keeps one index: built for the first catalogue that it is asked for, once, and brought up to date by the first request for
 * another catalogue. Skills whose instructions could not be read are tried again by each request.
 */
export function createCatalogIndex(engine: SearchEngineOptions): (catalog: Catalog) => Promise<CatalogIndex> {
  let latest: { readonly catalog: Catalog; readonly index: Promise<BuiltIndex> } | undefined;

  const make = async (catalog: Catalog, before: Promise<BuiltIndex> | undefined): Promise<BuiltIndex> =>
    before ? update(await before, catalog) : build(catalog, engine);
  return async (catalog) => {
    const last = latest;
    if (last?.catalog === catalog) {
      const index = await last.index;
      // Whoever comes while it is being made has waited for it, and the first who comes later tries again.
      if (index.unread.size === 0 || latest !== last) return { manager: index.manager, warnings: [] };
    }
    const index = make(catalog, latest?.index);
    latest = { catalog, index };
    const mine = latest;
    // After a failure the next request builds anew.
    index.catch(() => {
      if (latest === mine) latest = undefined;
    });
    return index;
  };
}

async function build(catalog: Catalog, engine: SearchEngineOptions): Promise<BuiltIndex> {
  const { skills, unread } = await readAll([...catalog.entries.values()]);
  const manager: Manager = new OramaSearchManager(engine);
  await manager.buildIndex(new Map(skills.map((skill) => [skill.name, skill])));
  return { catalog, manager, unread, warnings: warningOf(unread, new Map()) };
}

/** Brings an index from one catalogue to another, by the skills that differ and those that could not be read. */
async function update(before: BuiltIndex, catalog: Catalog): Promise<BuiltIndex> {
  const { manager } = before;
  const { added, changed, removed } =
    catalog === before.catalog ? { added: [], changed: [], removed: [] } : await changeBetween(before.catalog, catalog);
  await Promise.all(removed.map((name) => manager.remove(name)));
  // A source that does not tell when a skill changes has to be read again after each load.
  const untold =
    catalog === before.catalog ? [] : [...catalog.entries].filter(([, { skill }]) => skill.revision === undefined);
  const names = new Set([...added, ...changed, ...untold.map(([name]) => name), ...before.unread.keys()]);
  const { skills, unread } = await readAll([...names].flatMap((name) => catalog.entries.get(name) ?? []));
  const isNew = (skill: SearchableSkill): boolean => {
    const old = manager.getSkills().get(skill.name);
    return FIELDS_OF_A_FILE.some((field) => old?.[field] !== skill[field]);
  };
  await Promise.all(skills.filter(isNew).map((skill) => manager.insert(skill)));
  return { catalog, manager, unread, warnings: warningOf(unread, before.unread) };
}

/** Reads the instructions of skills, a few at once. A skill whose instructions cannot be read is still found by its name and description. */
async function readAll(entries: readonly CatalogEntry[]) {
  const skills: SearchableSkill[] = [];
  const unread = new Map<string, unknown>();
  const slices = createTimeSlices();
  const waiting = entries.entries();
  const readNext = async (): Promise<void> => {
    for (const [position, entry] of waiting) {
      const { name, description, uri } = entry.skill;
      const listed = { name, description, uri, hints: hintsOf(entry.skill) };
      skills[position] = { ...listed, content: "", contentLine: 1 };
      try {
        if (entry.source.index !== "listed") skills[position] = { ...listed, ...(await readSkillText(entry)) };
      } catch (error) {
        // What is no SKILL.md any more is so until it changes; all else can be better in a moment.
        if (!SkillValidationError.isInstance(error)) unread.set(name, error);
      }
      await slices.rest();
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readNext));
  return { skills, unread };
}

/** Says once what could not be read, and again where there is more of it. */
function warningOf(unread: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>): Diagnostic[] {
  const [first] = unread;
  if (!first || [...unread.keys()].every((name) => before.has(name))) return [];
  const [name, error] = first;
  const names = [...unread.keys()].slice(0, MAX_NAMES).join(", ");
  const more = unread.size > MAX_NAMES ? ` and ${unread.size - MAX_NAMES} more` : "";
  const message = `The instructions of ${names}${more} could not be read, so that these skills are found by their names and descriptions alone. The next search tries again. ${name}: ${messageOf(error)}`;
  return [{ code: "search-unread", severity: "warning", message }];
}
