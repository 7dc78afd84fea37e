// Walks the folders below a root, breadth first, and finds the skills in them.

import type { Diagnostic } from "../../base/diagnostics.js";
import { SKILL_FILE } from "../../base/skill.js";
import { isNoise } from "./classify-file.js";
import { type FolderEntry, MAX_NAMES } from "./folder-cache.js";
import { followLink } from "./follow-link.js";
import { addFile, addFolder, addLink, type FoundSkill, foundSkill, withinLimit } from "./found-skill.js";
import { placesBelow } from "./known-folders.js";
import { pathIn } from "./path-in.js";
import type { ManifestPlace } from "./plugin-manifests.js";
import { POLICY_FOLDER } from "./policies.js";
import type { ReadOutcome } from "./read-many.js";
import type { Place, Scan, ScanOptions } from "./scan.js";
import { misspelledFiles, tooManyNames, unlistedSkills, unreadableFolder } from "./scan-diagnostics.js";

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
const MAX_DEEPER_NAMES = 20_000;

/** Folders of hosts in which a plugin, or a marketplace of plugins, says what it is; the first by name counts. */
const MANIFEST_FOLDER = /^\.(?:claude|codex|cursor)-plugin$/;

/** What lies below a folder. */
export interface FolderScan {
  readonly skills: readonly FoundSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** The real paths of the folders to which symlinks led. */
  readonly followed: ReadonlySet<string>;
  /** True when nothing but the names in the folders decided about it, so that it holds as long as they do. */
  readonly isByNames: boolean;
  /** The folders of which the names are those of an earlier listing, since the system had no descriptor left. */
  readonly kept: readonly string[];
}

/**
 * Finds the folders with a SKILL.md, and lists what is in them, level by level. No file is opened but manifests, and those
 * without an extension, whose first two bytes tell a script.
 *
 * @throws the system's error when the root cannot be read
 */
export async function scanFolders(root: string, options: ScanOptions): Promise<FolderScan> {
  const scan: Scan = {
    ...options,
    root,
    skills: [],
    diagnostics: [],
    followed: new Set(),
    next: [
      {
        path: root,
        real: options.realRoot,
        plugin: undefined,
        isPlugin: false,
        depth: 0,
        skill: undefined,
        prefix: "",
      },
    ],
    named: new Map(),
    deeper: [],
    nested: [],
    deeperNameCount: 0,
    lookUps: [],
    isByNames: true,
    nameCount: 0,
    kept: [],
  };
  while (scan.next.length > 0) await scanLevel(scan, scan.next.splice(0));
  const { diagnostics, followed, isByNames, kept } = scan;
  const skills = withoutRepeats(scan.skills);
  skills.sort((a, b) => compare(a.folder, b.folder));
  for (const { resources, scripts } of skills) {
    resources.sort((a, b) => compare(a.name, b.name));
    scripts.sort((a, b) => compare(a.name, b.name));
  }
  diagnostics.push(...reportUnlisted(scan, skills));
  return { skills, diagnostics, followed, isByNames, kept };
}

/** A folder to which links lead as well is one skill: where it lies itself, else by the first link. */
function withoutRepeats(found: readonly FoundSkill[]): FoundSkill[] {
  const byFolder = new Map<string, FoundSkill>();
  for (const skill of found) {
    const earlier = byFolder.get(skill.real);
    if (earlier === undefined || skill.folder === skill.real) byFolder.set(skill.real, skill);
  }
  return [...byFolder.values()];
}

/** What another path leads to is listed all the same. */
function reportUnlisted(scan: Scan, skills: readonly FoundSkill[]): Diagnostic[] {
  const { root, maxDepth } = scan;
  const isCut = scan.deeperNameCount > MAX_DEEPER_NAMES;
  if (scan.deeper.length + scan.nested.length === 0 && !isCut) return [];
  const listed = new Set(skills.map(({ real }) => real));
  const deeper = scan.deeper.filter(({ real }) => !listed.has(real));
  const nested = scan.nested.filter(({ real }) => !listed.has(real)).map(({ path }) => path);
  return unlistedSkills({ root, maxDepth, deeper, nested, isCut });
}

async function scanLevel(scan: Scan, level: readonly Place[]): Promise<void> {
  scan.signal?.throwIfAborted();
  const outcomes = await scan.cache.readFolders(level.map(({ path }) => path));
  await noteManifests(scan, level, outcomes);
  for (const [index, place] of level.entries()) {
    const outcome = outcomes[index];
    if (outcome && "value" in outcome && outcome.isKept) scan.kept.push(place.path);
    if (outcome && "value" in outcome) visit(scan, place, outcome.value);
    else if (place.path === scan.root) throw outcome?.error;
    else {
      scan.isByNames = false;
      if (!isTooDeep(scan, place)) scan.diagnostics.push(unreadableFolder(place.path, outcome?.error));
    }
  }
  if (scan.nameCount > MAX_NAMES) scan.next.length = 0;
  while (scan.lookUps.length > 0) await lookUpAll(scan);
}

/** What manifests name is known before the folders are visited that it is about. */
async function noteManifests(
  scan: Scan,
  level: readonly Place[],
  outcomes: readonly ReadOutcome<readonly FolderEntry[]>[],
): Promise<void> {
  const places: ManifestPlace[] = [];
  for (const [index, place] of level.entries()) {
    const outcome = outcomes[index];
    if (place.skill || !outcome || !("value" in outcome) || !outcome.value.some(holdsManifest)) continue;
    const [manifestFolder = ""] = outcome.value
      .filter(holdsManifest)
      .map(({ name }) => name)
      .sort();
    places.push({ path: place.path, real: place.real, manifestFolder });
  }
  if (places.length === 0) return;
  // Lazy: most folders of skills have no manifest.
  const { readManifests } = await import("./plugin-manifests.js");
  const { named, diagnostics } = await readManifests(places, scan.cache);
  for (const folder of named) scan.named.set(folder.path, folder);
  scan.diagnostics.push(...diagnostics);
}

/** False, and reported, once more names lie below the root than are looked at. */
function hasRoomFor(scan: Scan, names: number): boolean {
  const wasFull = scan.nameCount > MAX_NAMES;
  scan.nameCount += names;
  if (scan.nameCount <= MAX_NAMES) return true;
  if (!wasFull) scan.diagnostics.push(tooManyNames(scan.root));
  return false;
}

async function lookUpAll(scan: Scan): Promise<void> {
  scan.isByNames = false;
  const answers = await Promise.all(scan.lookUps.splice(0).map((lookUp) => lookUp()));
  for (const use of answers) {
    const another = use();
    if (another) scan.lookUps.push(another);
  }
}

function holdsManifest({ name, kind }: FolderEntry): boolean {
  return kind === "folder" && MANIFEST_FOLDER.test(name);
}

function isTooDeep({ maxDepth }: Scan, { skill, depth }: Place): boolean {
  return skill === undefined && depth > maxDepth;
}

function visit(scan: Scan, place: Place, entries: readonly FolderEntry[]): void {
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
