// The difference between two catalogues: the skills added, changed and removed.

import type { SkillSummary } from "../base/skill.js";
import type { Catalog, CatalogEntry, SkillsChange } from "./catalog.js";

/** What differs between two catalogues. Of two that follow each other it is known from the load of the second. */
export function changeBetween(before: Catalog, after: Catalog): SkillsChange {
  return after.since === before.revision ? after.change : compareEntries(before.entries, after.entries);
}

/** What differs between the skills of two catalogues, by what their sources tell of them. */
export function compareEntries(before: Catalog["entries"], after: Catalog["entries"]): SkillsChange {
  const isChanged = ([name, entry]: [string, CatalogEntry]): boolean => {
    const old = before.get(name);
    return old !== undefined && (old.source !== entry.source || fingerprint(old.skill) !== fingerprint(entry.skill));
  };
  const current = [...after];
  return {
    added: current.flatMap(([name]) => (before.has(name) ? [] : [name])),
    changed: current.filter(isChanged).map(([name]) => name),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

function fingerprint(skill: SkillSummary): string {
  const { description, license, compatibility, revision, metadata, resources, scripts } = skill;
  const names = [resources, scripts].map((entries) => entries.map(({ name }) => name));
  return JSON.stringify([description, license, compatibility, revision, metadata, names]);
}
