// Names that strangers' skills may not take: those of trusted ones, and those by which skills of plugins are called.

import type { Diagnostic } from "../base/diagnostics.js";
import { ownNameOf, type SkillPlugin } from "../base/skill.js";
import type { CatalogEntry } from "./catalog.js";
import { duplicate, takesName, takesPrefix } from "./duplicate-diagnostics.js";

/**
 * Without the strangers' skills that take the name of another.
 *
 * @param entries in the order of their sources
 * @param isLastPreferred whether of two strangers' skills the later is used
 * @param reserved names of trusted skills that are not used because of a fault
 */
export function withoutTakenNames<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  isLastPreferred: boolean,
  reserved: ReadonlyMap<string, CatalogEntry>,
  diagnostics: Diagnostic[],
): Entry[] {
  const called = namesInPlugins([...entries, ...reserved.values()]);
  const free: Entry[] = [];
  for (const entry of entries) {
    const { name } = entry.skill;
    const prefix = name.slice(0, name.indexOf(":") + 1);
    const [owner, caller, member] = entry.trusted ? [] : [reserved.get(name), called.get(name), called.get(prefix)];
    if (owner) diagnostics.push(takesName(owner, entry, "has that name, although a fault keeps it from being used"));
    else if (caller) diagnostics.push(takesName(caller, entry, "is called by that name too"));
    else if (member) diagnostics.push(takesPrefix(member, entry, prefix));
    else free.push(entry);
  }
  return withoutTakenForms(free, isLastPreferred, diagnostics);
}

/** What trusted skills of plugins are called as well: `plugin:skill`, and by their own names; and `plugin:`, for those yet to come. */
function namesInPlugins(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const names = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const { plugin } = entry.skill;
    if (!plugin || !entry.trusted) continue;
    for (const name of [ownNameOf(entry.skill), formInPlugin(entry, plugin), `${plugin.name}:`]) names.set(name, entry);
  }
  return names;
}

function formInPlugin({ skill }: CatalogEntry, plugin: SkillPlugin): string {
  return `${plugin.name}:${ownNameOf(skill)}`;
}

/**
 * Among strangers: without those named as a skill of another source is called with its plugin in front, where that one is
 * preferred.
 */
function withoutTakenForms<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  isLastPreferred: boolean,
  diagnostics: Diagnostic[],
): Entry[] {
  const callers = new Map<string, Entry>();
  const taken = new Set<Entry>();
  for (const entry of isLastPreferred ? [...entries].reverse() : entries) {
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
