// Which of several skills of one name is used.

import type { Diagnostic } from "../base/diagnostics.js";
import { SkillValidationError } from "../base/errors.js";
import type { CatalogEntry } from "./catalog.js";

/** Which of several skills of one name is used, in the order of the sources. `error`: the load is rejected. No rule gives the name of a trusted skill to one that is not trusted. */
export type DuplicateRule = "last" | "first" | "error";

/** Within one source: a trusted skill, then the one whose folder bears its name, then the first in the order of the listing. */
export function withoutRepeats<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  diagnostics: Diagnostic[],
): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = byName.get(entry.skill.name);
    const used = earlier === undefined || isBetter(entry, earlier) ? entry : earlier;
    if (earlier) diagnostics.push(duplicate(used, used === entry ? earlier : entry));
    byName.set(entry.skill.name, used);
  }
  return [...byName.values()];
}

function isBetter(entry: CatalogEntry, earlier: CatalogEntry): boolean {
  if (entry.trusted !== earlier.trusted) return entry.trusted;
  return bearsItsName(entry) && !bearsItsName(earlier);
}

function bearsItsName({ skill: { name, baseDir } }: CatalogEntry): boolean {
  return baseDir?.split(/[/\\]/).at(-1) === name;
}

/**
 * Across sources: a trusted skill before one that is not, and among equals the rule.
 *
 * @param reserved names of trusted skills that are not used because of a fault: no stranger takes them meanwhile
 * @throws SkillValidationError for two trusted skills of one name where the rule is `error`. A stranger's skill stops no host:
 *   of two the first is used
 */
export function chooseSkills<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  rule: DuplicateRule,
  reserved: ReadonlyMap<string, CatalogEntry>,
  diagnostics: Diagnostic[],
): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const { name } = entry.skill;
    const owner = reserved.get(name);
    if (owner && !entry.trusted) {
      diagnostics.push(takesName(owner, entry, "has that name, although a fault keeps it from being used"));
      continue;
    }
    const earlier = byName.get(name);
    const used = earlier === undefined ? entry : preferred(earlier, entry, rule);
    if (earlier) {
      const unused = used === entry ? earlier : entry;
      const finding = used.trusted === unused.trusted ? duplicate(used, unused) : takesName(used, unused, "is used");
      if (rule === "error" && unused.trusted) throw new SkillValidationError(finding.message, { reason: finding.code });
      diagnostics.push(finding);
    }
    byName.set(name, used);
  }
  return [...byName.values()];
}

function preferred<Entry extends CatalogEntry>(earlier: Entry, entry: Entry, rule: DuplicateRule): Entry {
  if (earlier.trusted !== entry.trusted) return earlier.trusted ? earlier : entry;
  const isFirst = rule === "first" || (rule === "error" && !entry.trusted);
  return isFirst ? earlier : entry;
}

function duplicate(used: CatalogEntry, unused: CatalogEntry): Diagnostic {
  return finding(
    unused,
    `Two skills are named "${used.skill.name}": ${pathOf(used)} is used, ${pathOf(unused)} is not. Rename or remove one.`,
  );
}

function takesName(owner: CatalogEntry, stranger: CatalogEntry, what: string): Diagnostic {
  return finding(
    stranger,
    `Two skills are named "${owner.skill.name}": ${pathOf(owner)}, which is trusted, ${what}; ${pathOf(stranger)}, which is not trusted, is not used. Rename or remove one.`,
  );
}

function finding(unused: CatalogEntry, message: string): Diagnostic {
  const { name } = unused.skill;
  return { code: "duplicate-skill", severity: "warning", message, skill: name, location: pathOf(unused) };
}

function pathOf({ skill, source }: CatalogEntry): string {
  return skill.uri ?? source.id;
}
