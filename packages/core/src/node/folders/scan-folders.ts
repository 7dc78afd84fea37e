// Walks the folders below a root, breadth first, and finds the skills in them.

import type { Diagnostic } from "../../base/diagnostics.js";
import { type FolderEntry, MAX_NAMES } from "./folder-cache.js";
import type { FoundSkill } from "./found-skill.js";
import type { ManifestPlace } from "./plugin-manifests.js";
import type { ReadOutcome } from "./read-many.js";
import type { Place, Scan, ScanOptions } from "./scan.js";
import { unlistedSkills, unreadableFolder } from "./scan-diagnostics.js";
import { isTooDeep, MAX_DEEPER_NAMES, visitFolder } from "./visit-folder.js";

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
  const deeper = onceEach(scan.deeper).filter(({ real }) => !listed.has(real));
  const nested = onceEach(scan.nested).filter(({ real }) => !listed.has(real));
  return unlistedSkills({ root, maxDepth, deeper, nested: nested.map(({ path }) => path), isCut });
}

/** Of the paths that lead to one folder the first. */
function onceEach<T extends { readonly real: string }>(places: readonly T[]): T[] {
  const known = new Set<string>();
  return places.filter(({ real }) => !known.has(real) && known.add(real));
}

async function scanLevel(scan: Scan, level: readonly Place[]): Promise<void> {
  scan.signal?.throwIfAborted();
  const outcomes = await scan.cache.readFolders(level.map(({ path }) => path));
  await noteManifests(scan, level, outcomes);
  for (const [index, place] of level.entries()) {
    const outcome = outcomes[index];
    if (outcome && "value" in outcome && outcome.isKept) scan.kept.push(place.path);
    if (outcome && "value" in outcome) visitFolder(scan, place, outcome.value);
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
