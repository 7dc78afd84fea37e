// The public search index: build it, change it, search it. Orama is loaded lazily.

import { SkillError } from "../base/errors.js";
import type { Skill } from "../base/skill.js";
import { createTimeSlices } from "../base/time-slices.js";
import type { SkillExplanation } from "./explaining/explain-match.js";
import type { SearchEngineOptions } from "./search-engine.js";
import type { FieldBoost, SearchableSkill, SkillDatabase } from "./skill-database.js";

export type { SearchableSkill } from "./skill-database.js";

/** How to search. */
export interface SkillSearchOptions {
  /** How many skills to return, from 1 to all; anything else is brought into that range. @default 10 */
  readonly limit?: number | undefined;
  /** The share of the best skill's score, 0 to 1, that a skill must reach. @default 0 */
  readonly threshold?: number | undefined;
  /** Multiplies the weight that a match in a field has by itself; 0 leaves the field out. @default 1 for each field */
  readonly boost?: FieldBoost | undefined;
  /** Whether each skill comes with the reason why it was found. @default false */
  readonly explain?: boolean | undefined;
  /** Whether to search by words alone, although there is an `embed`. @default false */
  readonly wordsOnly?: boolean | undefined;
  /** Chooses among the names of the hits, the best first, before any is explained. @default all of them */
  readonly choose?:
    | ((hits: readonly { readonly name: string; readonly score: number }[]) => ReadonlySet<string>)
    | undefined;
}

/** A skill that was found. */
export interface RankedSkill<S> {
  readonly skill: S;
  /** Above 0, without an upper bound. The scores of one search can be compared, those of two cannot. */
  readonly score: number;
  /** With `explain: true`. */
  readonly explanation?: SkillExplanation | undefined;
}

const DEFAULT_LIMIT = 10;

/** In UTF-16 units. What a query says beyond this is not looked up; one of 300 words has some 2,000. */
const MAX_QUERY_LENGTH = 10_000;

/**
 * Finds the skills that suit a request in English or Chinese, by Orama with a ranking of its own.
 * Orama is loaded by the first {@link OramaSearchManager.buildIndex}. A search sees every change that was asked for before it.
 */
export class OramaSearchManager<S extends SearchableSkill = Skill> {
  readonly #engine: SearchEngineOptions;
  #database: SkillDatabase | undefined;
  #skills: ReadonlyMap<string, S> = new Map();
  /** A copy of the map that was given, once it had to be changed. */
  #changed: Map<string, S> | undefined;
  #changes: Promise<unknown> = Promise.resolve();
  readonly #slices = createTimeSlices();

  constructor(engine: SearchEngineOptions = {}) {
    this.#engine = engine;
  }

  /**
   * Replaces the index by one of these skills. When it fails, the old index stays. Nothing is embedded yet.
   *
   * @param skills by name; from now on change them by `insert`, `remove` or another `buildIndex`, not in this map
   */
  buildIndex(skills: ReadonlyMap<string, S>): Promise<void> {
    return this.#inTurn(async () => {
      const database = await createDatabase(this.#engine);
      for (const [name, skill] of skills) {
        await database.insert(name, skill);
        await this.#slices.rest();
      }
      this.#database = database;
      this.#skills = skills;
      this.#changed = undefined;
    });
  }

  /**
   * The skills that share a word with the query, in its language or the other, best first, and by name where scores are equal;
   * with `embed`, those of like meaning as well. A query without a word to look up finds nothing.
   *
   * @throws SkillError `search_not_built` when no index was built, `embed_failed` when `embed` fails
   */
  async search(query: string, options: SkillSearchOptions = {}): Promise<RankedSkill<S>[]> {
    await this.#changes;
    const database = this.#built();
    const asked = query.slice(0, MAX_QUERY_LENGTH);
    const hits = await database.search(asked, {
      limit: clampLimit(options.limit, this.#skills.size),
      share: Math.min(Math.max(options.threshold || 0, 0), 1),
      boost: options.boost ?? {},
      wordsOnly: options.wordsOnly ?? false,
    });
    const chosen = options.choose?.(hits.map(({ id, score }) => ({ name: id, score })));
    const found = hits.flatMap(({ id, score }) => {
      const skill = chosen?.has(id) === false ? undefined : this.#skills.get(id);
      return skill ? [{ skill, score }] : [];
    });
    if (!options.explain) return found;
    const explanationOf = database.explain(asked);
    const slices = createTimeSlices();
    const explained: RankedSkill<S>[] = [];
    for (const hit of found) {
      explained.push({ ...hit, explanation: explanationOf(hit.skill) });
      await slices.rest();
    }
    return explained;
  }

  /** The skills that are searched, by name. */
  getSkills(): ReadonlyMap<string, S> {
    return this.#skills;
  }

  /**
   * Adds a skill, or puts it in the place of the one with that name.
   *
   * @throws SkillError `search_not_built` when no index was built
   */
  insert(skill: S): Promise<void> {
    return this.#inTurn(async () => {
      const database = this.#built();
      await database.remove(skill.name);
      await database.insert(skill.name, skill);
      this.#change().set(skill.name, skill);
    });
  }

  /**
   * Takes a skill out and resolves to whether it was there.
   *
   * @throws SkillError `search_not_built` when no index was built
   */
  remove(name: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const removed = await this.#built().remove(name);
      this.#change().delete(name);
      return removed;
    });
  }

  /** The map of skills, as one that may be changed: that which was given stays as it is. */
  #change(): Map<string, S> {
    this.#changed ??= new Map(this.#skills);
    this.#skills = this.#changed;
    return this.#changed;
  }

  /** Serializes changes, and lets other work run between them. A failed one does not keep the next from running. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#changes.then(change);
    this.#changes = result.catch(() => undefined).then(() => this.#slices.rest());
    return result;
  }

  #built(): SkillDatabase {
    if (this.#database) return this.#database;
    throw new SkillError("search_not_built", "Search index not built. Call buildIndex() first.");
  }
}

async function createDatabase(engine: SearchEngineOptions): Promise<SkillDatabase> {
  const { createSkillDatabase } = await import("./skill-database.js");
  const database = createSkillDatabase(engine);
  if (!engine.embed) return database;
  const { searchByMeaning } = await import("./meaning/search-by-meaning.js");
  return searchByMeaning(database, engine.embed);
}

function clampLimit(limit: number | undefined, most: number): number {
  const wanted = limit === undefined || Number.isNaN(limit) ? DEFAULT_LIMIT : Math.floor(limit);
  return Math.max(1, Math.min(wanted, most));
}
