// Which of several skills of one name is used.

import type { Diagnostic } from "../base/diagnostics.js";
import { SkillValidationError } from "../base/errors.js";
import { ownNameOf } from "../base/skill.js";
import type { CatalogEntry } from "./catalog.js";
import { duplicate, takesName } from "./duplicate-diagnostics.js";
import { withoutTakenNames } from "./taken-names.js";

/**
 * Which of several skills of one name is used, in the order of the sources, and of the paths within one. `error`: the load is
 * rejected. No rule gives the name of a trusted skill to one that is not trusted.
 *
 * Without a rule: of trusted sources the last; of sources that are not trusted the first, so that none takes a name from another;
 * within one source the skill whose folder bears its name, else the first.
 */
export type DuplicateRule = "last" | "first" | "error";

/** Within one source: a trusted skill before one that is not, and among equals the rule. */
export function withoutRepeats<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  rule: DuplicateRule | undefined,
  diagnostics: Diagnostic[],
): Entry[] {
  const prefersLater = (earlier: Entry, entry: Entry) =>
    isTold(rule) ? rule === "last" : bearsItsName(entry) && !bearsItsName(earlier);
  return oneOfEach(entries, rule, prefersLater, diagnostics);
}

/** Whether the rule says which one is used. */
function isTold(rule: DuplicateRule | undefined): rule is "last" | "first" {
  return rule === "last" || rule === "first";
}

function bearsItsName({ skill: { name, baseDir, plugin } }: CatalogEntry): boolean {
  return baseDir?.split(/[/\\]/).at(-1) === ownNameOf({ name, plugin });
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
  rule: DuplicateRule | undefined,
  reserved: ReadonlyMap<string, CatalogEntry>,
  diagnostics: Diagnostic[],
): Entry[] {
  const kept = withoutTakenNames(entries, rule === "last", reserved, diagnostics);
  const prefersLater = (_: Entry, entry: Entry) => (isTold(rule) ? rule === "last" : entry.trusted);
  return oneOfEach(kept, rule, prefersLater, diagnostics);
}

/** @param prefersLater whether the later of two that are equally trusted is used */
function oneOfEach<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  rule: DuplicateRule | undefined,
  prefersLater: (earlier: Entry, entry: Entry) => boolean,
  diagnostics: Diagnostic[],
): Entry[] {
  const preferred = (earlier: Entry, entry: Entry) => {
    const isLater = earlier.trusted === entry.trusted ? prefersLater(earlier, entry) : entry.trusted;
    return isLater ? entry : earlier;
  };
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = byName.get(entry.skill.name);
    byName.set(entry.skill.name, earlier ? preferred(earlier, entry) : entry);
  }
  for (const unused of byName.size < entries.length ? entries : []) {
    const used = byName.get(unused.skill.name);
    if (!used || used === unused || areOne(used, unused)) continue;
    const finding = used.trusted === unused.trusted ? duplicate(used, unused) : takesName(used, unused, "is used");
    if (rule === "error" && unused.trusted) throw new SkillValidationError(finding.message, { reason: finding.code });
    diagnostics.push(finding);
  }
  return [...byName.values()];
}

/** Whether both lie in the same folder, as where two sources have links to it. */
function areOne(one: CatalogEntry, other: CatalogEntry): boolean {
  const [folder, otherFolder] = [one, other].map(({ skill, source }) => source.directoryOf?.(skill));
  return folder !== undefined && folder === otherFolder;
}
