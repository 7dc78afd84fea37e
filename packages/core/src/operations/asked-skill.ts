// Looks a skill up by its name in the current catalogue, at the moment an operation needs it.

import { SkillNotFoundError } from "../base/errors.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { LiveCatalog } from "../catalog/live-catalog.js";
import { nearestFirst } from "./nearest-first.js";

/** A skill that is asked for by its name, whether or not there is one. */
export interface AskedSkill {
  readonly name: string;
  /** @throws SkillNotFoundError with the names that exist, the nearest first */
  find(): Promise<CatalogEntry>;
}

/** A skill of the catalogue as it is when the skill is looked for. */
export function askFor(catalog: LiveCatalog, name: string): AskedSkill {
  return {
    name,
    async find() {
      const { entries } = await catalog.current();
      const entry = entries.get(name);
      if (entry) return entry;
      throw new SkillNotFoundError(name, { available: await nearestFirst(name, [...entries.keys()]) });
    },
  };
}
