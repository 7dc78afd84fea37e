// The skills of a catalogue as lists show them, with whose they are.

import { shownDescription } from "../base/skill-hints.js";
import type { Catalog, CatalogEntry } from "../catalog/catalog.js";
import type { ListedSkill } from "../prompt/skill-list.js";

/** Every skill's name and description, sorted by name, and what a list has to tell of where it comes from. */
export function listedSkillsOf({ entries }: Catalog): ListedSkill[] {
  return [...entries.values()].map((entry) => ({ ...namesOf(entry), ...originOf(entry) }));
}

function namesOf({ skill }: CatalogEntry): Pick<ListedSkill, "name" | "description"> {
  return { name: skill.name, description: shownDescription(skill) };
}

/** Whether a skill is trusted, and which trusted one its name looks like. Nothing for one that is not there any more. */
export function originOf(entry: CatalogEntry | undefined): Pick<ListedSkill, "trusted" | "looksLike"> {
  return { trusted: entry?.trusted, looksLike: entry?.looksLike };
}
