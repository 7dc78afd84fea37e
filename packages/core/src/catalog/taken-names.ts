// Names that strangers' skills may not take: those of trusted ones, and those by which skills of plugins are called.

import type { Diagnostic } from "../base/diagnostics.js";
import { ownNameOf, type SkillPlugin } from "../base/skill.js";
import { normalizeUnicode } from "../text/normalize-unicode.js";
import { nameKey } from "../text/shown-name.js";
import type { CatalogEntry } from "./catalog.js";
import { duplicate, takesName, takesPrefix } from "./duplicate-diagnostics.js";

/** What stands between the words of a name, as a name that is asked for may have them otherwise. */
const SEPARATORS = /[\s_\p{Dash}]+/gu;

/** In any width. */
const COLON = /[:\uFE13\uFE55\uFF1A]/;

/**
 * Without the strangers' skills that take the name of another. Where a stranger's plugin has the name of a trusted one, its
 * skills keep their own names, and only those.
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
  const known = [...entries, ...reserved.values()];
  const called = namesInPlugins(known);
  const prefixes = prefixesOfPlugins(known);
  const free: Entry[] = [];
  for (const entry of entries) {
    if (entry.trusted) {
      free.push(entry);
      continue;
    }
    const { name, plugin } = entry.skill;
    const [owner, caller, prefix] = [reserved.get(name), called.get(name), prefixOf(name)];
    const member = prefixes.get(prefix);
    if (owner) diagnostics.push(takesName(owner, entry, "has that name, although a fault keeps it from being used"));
    else if (caller) diagnostics.push(takesName(caller, entry, "is called by that name too"));
    else if (member) diagnostics.push(takesPrefix(member, entry, prefix));
    else if (plugin && prefixes.has(prefixOf(formInPlugin(entry, plugin)))) free.push({ ...entry, byNameAlone: true });
    else free.push(entry);
  }
  return withoutTakenForms(free, isLastPreferred, diagnostics);
}

/** What trusted skills of plugins are called as well: `plugin:skill`, and by their own names. */
function namesInPlugins(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const names = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const { plugin } = entry.skill;
    if (!plugin || !entry.trusted) continue;
    for (const name of [ownNameOf(entry.skill), formInPlugin(entry, plugin)]) names.set(name, entry);
  }
  return names;
}

/** `plugin:` of each trusted plugin, for its skills and those yet to come. */
function prefixesOfPlugins(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  return new Map(
    entries.flatMap((entry) => {
      const { plugin } = entry.skill;
      return plugin && entry.trusted ? [[prefixOf(`${plugin.name}:`), entry]] : [];
    }),
  );
}

/**
 * What stands before the first `:` of a name, and that; empty where it has none. In one case and width, without what cannot be
 * seen, and with hyphens between its words: a name that is asked for finds what is written otherwise as well.
 */
function prefixOf(name: string): string {
  const end = name.search(COLON);
  if (end < 0) return "";
  const visible = normalizeUnicode(nameKey(name.slice(0, end)), "NFKC");
  return `${visible.toLowerCase().trim().replace(SEPARATORS, "-")}:`;
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
