// Where hosts keep skills: folders that are looked into as if they had been named, however deep they lie.

import { basename } from "node:path";
import type { SkillPlugin } from "../../base/skill.js";
import { pluginOf } from "./plugin.js";
import type { NamedFolder } from "./plugin-manifests.js";

/** The folder of a plugin, or of a host, in which its skills lie. */
const SKILLS = "skills";

/** Folders that hold a plugin in each of theirs, such as `plugins` and `external_plugins`. */
const PLUGINS = /(?:^|[-_])plugins$/;

/** A folder by its place among others. */
export interface PlacedFolder {
  /** The plugin to which it and what lies below belong. */
  readonly plugin: SkillPlugin | undefined;
  /** True for the folder of a plugin itself. */
  readonly isPlugin: boolean;
  /** How many folders below the root, or the last folder of skills above it, it lies. */
  readonly depth: number;
}

/** Where a folder lies, by its name and its path. */
export type PlaceBelow = (name: string, path: string) => PlacedFolder;

/**
 * Where the folders in a folder lie. The folder `skills` of a plugin (`plugins/one/skills`) or a host (`.claude/skills`), and
 * what a manifest names, begin at depth 0 again.
 *
 * @param named what the manifests that were read say of folders, by their paths
 */
export function placesBelow(
  above: PlacedFolder & { readonly path: string },
  named: ReadonlyMap<string, NamedFolder>,
): PlaceBelow {
  const own = named.get(above.path);
  const plugin = own?.plugin ?? above.plugin;
  const folder = basename(above.path);
  const holdsSkills = above.isPlugin || own?.kind === "plugin" || folder.startsWith(".");
  const holdsPlugins = PLUGINS.test(folder);
  return (name, path) => {
    const told = named.get(path);
    const isPlugin = holdsPlugins || told?.kind === "plugin";
    const isOfSkills = told?.kind === "skills" || (holdsSkills && name === SKILLS);
    const its = told?.plugin ?? (isPlugin ? pluginOf(name, path) : undefined);
    return { plugin: its ?? plugin, isPlugin, depth: isOfSkills ? 0 : above.depth + 1 };
  };
}
