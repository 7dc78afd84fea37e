// The skills of a catalogue as lists show them, with whose they are.

import type { Catalog } from "../catalog/catalog.js";
import type { ListedSkill } from "../prompt/skill-list.js";

/** Every skill's name and description, sorted by name, and whether its source is trusted. */
export function listedSkillsOf({ entries }: Catalog): ListedSkill[] {
  return [...entries.values()].map(({ skill: { name, description }, trusted }) => ({ name, description, trusted }));
}
