// What a path in a skill's instructions means, to a reader who sees the repository.
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, relative, sep } from "node:path";

const PLACEHOLDER = /^(?:\$?\{\{?\s*[\w-]+\s*\}?\}|\$[A-Z_]+|<[\w-]+>)\//;
const PLUGIN_ROOT = /^\$\{?\w*PLUGIN_ROOT\}?\//;

/**
 * The file that a path means and in which way it is written, or `undefined` where there is none in the repository.
 *
 * @returns {{file: string, form: string, inside: boolean} | undefined}
 */
export function meaningOf(written, { folder, root }) {
  const path = written.replace(/[?#].*$/, "");
  const suffix = path === written ? "" : "with a fragment or query";
  for (const [form, candidate] of candidatesOf(path, { folder, root })) {
    const file = existing(candidate);
    if (file === undefined || !isBelow(root, file)) continue;
    const inside = isBelow(folder, file);
    return { file, inside, form: suffix || (form === "as it lies" && !inside ? "out of the skill" : form) };
  }
  return undefined;
}

function* candidatesOf(path, { folder, root }) {
  if (PLUGIN_ROOT.test(path)) yield ["below the plugin", join(pluginOf(folder, root), path.replace(PLUGIN_ROOT, ""))];
  if (PLACEHOLDER.test(path)) yield ["placeholder in front", join(folder, path.replace(PLACEHOLDER, ""))];
  yield ["as it lies", join(folder, path)];
  const parts = path.split("/");
  const own = parts.indexOf(basename(folder));
  if (own >= 0 && own < parts.length - 1) yield ["own path in front", join(folder, ...parts.slice(own + 1))];
  yield ["another case", inAnyCase(folder, path)];
}

/** The nearest folder above with a plugin's manifest. */
function pluginOf(folder, root) {
  for (let path = folder; isBelow(root, path) && path !== root; path = dirname(path)) {
    if (existsSync(join(path, ".claude-plugin"))) return path;
  }
  return root;
}

function existing(path) {
  const found = path !== undefined && statSync(path, { throwIfNoEntry: false });
  return found && (found.isFile() || found.isDirectory()) ? normalize(path) : undefined;
}

function inAnyCase(folder, path) {
  let place = folder;
  for (const part of normalize(path).split(sep)) {
    const names = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(place) : [];
    const name = names.find((other) => other.toLowerCase() === part.toLowerCase());
    if (name === undefined) return undefined;
    place = join(place, name);
  }
  return place;
}

function isBelow(folder, path) {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`));
}
