// Which script of a skill a name means, however it is written.

import { SkillScriptNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { resolveEntry } from "./resolve-entry.js";
import { readWrittenPath } from "./written-path.js";

/** @throws SkillScriptNotFoundError with the names that exist */
export async function findScript({ skill }: CatalogEntry, name: string): Promise<SkillEntry> {
  const group = { entries: skill.scripts, folders: ["scripts"] };
  const found = await resolveEntry([group], name, readWrittenPath(name, skill));
  if (found.entry) return found.entry;
  const { candidates: available, nearest, ambiguous } = found;
  throw new SkillScriptNotFoundError(name, { available, nearest, ambiguous });
}
