// Looks at the names in one folder: whether it is a skill, which folders below it are to be visited, which files are the skill's.

import { SKILL_FILE } from "../../base/skill.js";
import { isNoise } from "./classify-file.js";
import { type FolderEntry, MAX_NAMES } from "./folder-cache.js";
import { followLink } from "./follow-link.js";
import { addFile, addFolder, addLink, type FoundSkill, foundSkill, withinLimit } from "./found-skill.js";
import { placesBelow } from "./known-folders.js";
import { pathIn } from "./path-in.js";
import { POLICY_FOLDER } from "./policies.js";
import type { Place, Scan } from "./scan.js";
import { misspelledFiles, tooManyNames } from "./scan-diagnostics.js";

/** Folders of tools that hold no skills of this project. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "__pycache__",
  ".git",
  ".hg",
  ".svn",
  ".venv",
  "venv",
]);

/** How many names are looked at to find skills that lie deeper than asked for, and tell of them. */
export const MAX_DEEPER_NAMES = 20_000;

/** Notes what the folder has for the scan. */
export function visitFolder(scan: Scan, place: Place, entries: readonly FolderEntry[]): void {
  if (place.skill) {
    visitInside(scan, place, place.skill, entries);
    return;
  }
  const { path, real, depth } = place;
  const file = entries.find(({ name, kind }) => name === SKILL_FILE && kind !== "folder");
  if (isTooDeep(scan, place)) {
    if (file) scan.deeper.push({ path, real, depth });
    else visitBelow(scan, place, entries);
    return;
  }
  scan.diagnostics.push(...misspelledFiles(path, entries));
  if (!file) {
    visitBelow(scan, place, entries);
    return;
  }
  const plugin = scan.named.get(path)?.plugin ?? place.plugin;
  const skill = foundSkill(path, real, {
    fileKind: file.kind,
    mayHavePolicy: entries.some(({ name }) => name === POLICY_FOLDER),
    plugin,
  });
  scan.skills.push(skill);
  visitInside(scan, { ...place, depth: 0 }, skill, entries);
}

/** A folder that is no skill: its folders may be. Those that lie too deep are looked into for folders of hosts and plugins. */
function visitBelow(scan: Scan, place: Place, entries: readonly FolderEntry[]): void {
  const { path } = place;
  const isDeeper = place.depth >= scan.maxDepth;
  if (isDeeper) scan.deeperNameCount += entries.length;
  if (isDeeper ? scan.deeperNameCount > MAX_DEEPER_NAMES : !hasRoomFor(scan, entries.length)) return;
  const placeOf = placesBelow(place, scan.named);
  for (const { name, kind } of entries) {
    if (SKIPPED_FOLDERS.has(name) || (kind !== "folder" && kind !== "link")) continue;
    const child = pathIn(path, name);
    const { plugin, isPlugin, depth } = placeOf(name, child);
    const below = {
      path: child,
      real: realIn(place, name, child),
      plugin,
      isPlugin,
      depth,
      skill: undefined,
      prefix: "",
    };
    if (kind === "folder") scan.next.push(below);
    else if (!isTooDeep(scan, below)) scan.lookUps.push(followLink(scan, below));
  }
}

/** A skill's folder, or one in it: its files are the skill's. */
function visitInside(scan: Scan, place: Place, skill: FoundSkill, entries: readonly FolderEntry[]): void {
  const { path, real, depth, prefix } = place;
  const names = withinLimit(skill, entries);
  if (!hasRoomFor(scan, names.length)) return;
  for (const { name, kind } of names) {
    const relative = prefix + name;
    if (isNoise(name) || relative === SKILL_FILE) continue;
    if (name === SKILL_FILE && kind === "file") scan.nested.push({ path, real });
    if (kind === "file") {
      const lookUp = addFile(skill, relative, pathIn(path, name), scan.inspect);
      if (lookUp) scan.lookUps.push(lookUp);
    } else if (kind === "link") {
      const lookUp = addLink(skill, relative, scan.inspect);
      if (lookUp) scan.lookUps.push(lookUp);
    } else if (kind === "folder" && addFolder(skill, relative, depth + 1)) {
      const child = pathIn(path, name);
      const inside = { plugin: undefined, isPlugin: false, depth: depth + 1, skill, prefix: `${relative}/` };
      scan.next.push({ path: child, real: realIn(place, name, child), ...inside });
    }
  }
}

/** Mostly both paths are one, and one text. */
function realIn({ path, real }: { readonly path: string; readonly real: string }, name: string, child: string): string {
  return path === real ? child : pathIn(real, name);
}

/** False, and reported, once more names lie below the root than are looked at. */
function hasRoomFor(scan: Scan, names: number): boolean {
  const wasFull = scan.nameCount > MAX_NAMES;
  scan.nameCount += names;
  if (scan.nameCount <= MAX_NAMES) return true;
  if (!wasFull) scan.diagnostics.push(tooManyNames(scan.root));
  return false;
}

/** Whether it lies deeper than skills are looked for. */
export function isTooDeep({ maxDepth }: Scan, { skill, depth }: Place): boolean {
  return skill === undefined && depth > maxDepth;
}
