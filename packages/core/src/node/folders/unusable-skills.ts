// What a listing tells of skills whose SKILL.md cannot be used now: their names, so that no stranger's skill takes one.

import { basename } from "node:path";
import type { SkillSummary } from "../../base/skill.js";
import type { SourceListing } from "../../sources/source.js";
import type { FoundSkill } from "./found-skill.js";

/** A skill that cannot be used, by one of its names. */
interface UnusableSkill {
  readonly found: FoundSkill;
  readonly summary: SkillSummary;
}

/**
 * Each by the name of its folder, and by those that it had in the listing before.
 *
 * @param before the listing before, in which it could be used, or could not and had a name from before
 */
export function unusableSkills(
  broken: readonly FoundSkill[],
  { skills, unusable = [] }: SourceListing,
): readonly UnusableSkill[] {
  if (broken.length === 0) return [];
  const names = new Map(broken.map(({ folder }) => [folder, new Set([basename(folder)])]));
  for (const { name, baseDir = "" } of [...skills, ...unusable]) names.get(baseDir)?.add(name);
  return broken.flatMap((found) =>
    [...(names.get(found.folder) ?? [])].map((name) => ({ found, summary: summaryOf(found, name) })),
  );
}

function summaryOf({ file: uri, folder: baseDir, plugin }: FoundSkill, name: string): SkillSummary {
  return Object.freeze({ name, description: "", uri, baseDir, plugin, metadata: {}, resources: [], scripts: [] });
}
