// Names of skills that several plugins have: `plugin:skill`, as hosts of plugins call them.

import type { CatalogEntry } from "./catalog.js";

/**
 * Puts the plugin's name in front of a skill's where another skill, which is no copy of it, has the same name and is not of that
 * plugin, be it of the same source or of another. A skill of no plugin keeps its name, and so does a trusted one beside a
 * stranger's.
 *
 * @param listed the skills of each source
 */
export function withPluginNames<Entry extends CatalogEntry>(listed: readonly (readonly Entry[])[]): Entry[][] {
  const byName = new Map<string, Entry[]>();
  for (const entry of listed.flat()) {
    const same = byName.get(entry.skill.name);
    if (same) same.push(entry);
    else byName.set(entry.skill.name, [entry]);
  }
  return listed.map((ofOneSource) =>
    ofOneSource.map((entry) => {
      const { skill, source } = entry;
      // A skill that another toolset has handed on is known by its identity.
      const plugin = source.directoryOf && skill.plugin;
      const collides = plugin && byName.get(skill.name)?.some((other) => isAnother(other, entry));
      return collides ? { ...entry, skill: Object.freeze({ ...skill, name: `${plugin.name}:${skill.name}` }) } : entry;
    }),
  );
}

function isAnother(other: CatalogEntry, { skill: { plugin, revision }, trusted }: CatalogEntry): boolean {
  if (trusted && !other.trusted) return false;
  return other.skill.plugin?.directory !== plugin?.directory && other.skill.revision !== revision;
}
