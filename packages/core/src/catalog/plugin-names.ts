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
  const byName = new Map<string, Origins>();
  for (const { skill, trusted } of listed.flat()) {
    const origins = byName.get(skill.name) ?? { all: new Map(), trusted: new Map() };
    byName.set(skill.name, origins);
    for (const known of trusted ? [origins.all, origins.trusted] : [origins.all]) note(known, skill);
  }
  return listed.map((ofOneSource) =>
    ofOneSource.map((entry) => {
      const { skill, source, trusted } = entry;
      // A skill that another toolset has handed on is known by its identity.
      const plugin = source.directoryOf && skill.plugin;
      const origins = byName.get(skill.name);
      const collides = plugin && hasAnother(trusted ? origins?.trusted : origins?.all, skill);
      return collides ? { ...entry, skill: Object.freeze({ ...skill, name: `${plugin.name}:${skill.name}` }) } : entry;
    }),
  );
}

/** Of skills of one name, the plugins of each revision of the SKILL.md: two of them, since more tell nothing else. */
type PluginsByRevision = Map<string | undefined, Set<string | undefined>>;

interface Origins {
  readonly all: PluginsByRevision;
  readonly trusted: PluginsByRevision;
}

function note(known: PluginsByRevision, { revision, plugin }: CatalogEntry["skill"]): void {
  const plugins = known.get(revision) ?? new Set();
  known.set(revision, plugins);
  if (plugins.size < 2) plugins.add(plugin?.directory);
}

/** Whether one of another revision is of another plugin. */
function hasAnother(known: PluginsByRevision = new Map(), { revision, plugin }: CatalogEntry["skill"]): boolean {
  for (const [other, plugins] of known) {
    if (other !== revision && (plugins.size > 1 || !plugins.has(plugin?.directory))) return true;
  }
  return false;
}
