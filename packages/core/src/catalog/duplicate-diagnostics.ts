// What is told of skills that are not used because of their names.

import type { Diagnostic } from "../base/diagnostics.js";
import type { CatalogEntry } from "./catalog.js";

const CHOOSE = "Rename or remove one, say with onDuplicate which is used, or leave one out with filter.";

/** Of two that are equally trusted. */
export function duplicate(used: CatalogEntry, unused: CatalogEntry): Diagnostic {
  const { name } = unused.skill;
  const { revision } = used.skill;
  const which = `${pathOf(used)} is used, ${pathOf(unused)} is not`;
  if (revision !== undefined && revision === unused.skill.revision) {
    return {
      ...finding(unused, `Two copies of the skill "${name}" have the same SKILL.md: ${which}.`),
      severity: "info",
    };
  }
  return finding(unused, `Two skills are named "${name}": ${which}. ${CHOOSE}`);
}

/** @param what what keeps the name for its owner */
export function takesName(owner: CatalogEntry, stranger: CatalogEntry, what: string): Diagnostic {
  return finding(
    stranger,
    `Two skills are named "${stranger.skill.name}": ${pathOf(owner)}, which is trusted, ${what}; ${pathOf(stranger)}, which is not trusted, is not used. Rename or remove one.`,
  );
}

/** @param member of the plugin whose name the prefix is */
export function takesPrefix(member: CatalogEntry, stranger: CatalogEntry, prefix: string): Diagnostic {
  return finding(
    stranger,
    `The skill "${stranger.skill.name}" is not used: ${pathOf(stranger)} is not trusted, and "${prefix}" stands before names of the plugin of ${pathOf(member)}, which is trusted. Rename or remove the skill.`,
  );
}

function finding(unused: CatalogEntry, message: string): Diagnostic {
  const { name } = unused.skill;
  return { code: "duplicate-skill", severity: "warning", message, skill: name, location: pathOf(unused) };
}

function pathOf({ skill, source }: CatalogEntry): string {
  return skill.uri ?? source.id;
}
