// Which of several skills of one name is used.

import type { Diagnostic } from "../base/diagnostics.js";
import { SkillValidationError } from "../base/errors.js";
import { ownNameOf, type SkillPlugin } from "../base/skill.js";
import type { CatalogEntry } from "./catalog.js";

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
  const called = namesInPlugins(entries);
  const free: Entry[] = [];
  for (const entry of entries) {
    const { name } = entry.skill;
    const [owner, caller] = entry.trusted ? [] : [reserved.get(name), called.get(name)];
    if (owner) diagnostics.push(takesName(owner, entry, "has that name, although a fault keeps it from being used"));
    else if (caller) diagnostics.push(takesName(caller, entry, "is called by that name too"));
    else free.push(entry);
  }
  const kept = withoutTakenForms(free, rule, diagnostics);
  const prefersLater = (_: Entry, entry: Entry) => (isTold(rule) ? rule === "last" : entry.trusted);
  return oneOfEach(kept, rule, prefersLater, diagnostics);
}

/** What trusted skills of plugins are called as well: `plugin:skill`, and by their own names. */
function namesInPlugins(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const names = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const { plugin } = entry.skill;
    if (plugin && entry.trusted) names.set(ownNameOf(entry.skill), entry).set(formInPlugin(entry, plugin), entry);
  }
  return names;
}

function formInPlugin({ skill }: CatalogEntry, plugin: SkillPlugin): string {
  return `${plugin.name}:${ownNameOf(skill)}`;
}

/**
 * Among strangers: without those named as a skill of another source is called with its plugin in front, where the rule prefers
 * that one.
 */
function withoutTakenForms<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  rule: DuplicateRule | undefined,
  diagnostics: Diagnostic[],
): Entry[] {
  const callers = new Map<string, Entry>();
  const taken = new Set<Entry>();
  for (const entry of rule === "last" ? [...entries].reverse() : entries) {
    if (entry.trusted) continue;
    const { name, plugin } = entry.skill;
    const form = plugin && formInPlugin(entry, plugin);
    const caller = callers.get(name);
    if (caller && caller.source !== entry.source) {
      taken.add(entry);
      diagnostics.push(duplicate(caller, entry));
    } else if (form !== undefined && !callers.has(form)) callers.set(form, entry);
  }
  return entries.filter((entry) => !taken.has(entry));
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

const CHOOSE = "Rename or remove one, say with onDuplicate which is used, or leave one out with filter.";

function duplicate(used: CatalogEntry, unused: CatalogEntry): Diagnostic {
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

function takesName(owner: CatalogEntry, stranger: CatalogEntry, what: string): Diagnostic {
  return finding(
    stranger,
    `Two skills are named "${stranger.skill.name}": ${pathOf(owner)}, which is trusted, ${what}; ${pathOf(stranger)}, which is not trusted, is not used. Rename or remove one.`,
  );
}

function finding(unused: CatalogEntry, message: string): Diagnostic {
  const { name } = unused.skill;
  return { code: "duplicate-skill", severity: "warning", message, skill: name, location: pathOf(unused) };
}

function pathOf({ skill, source }: CatalogEntry): string {
  return skill.uri ?? source.id;
}
