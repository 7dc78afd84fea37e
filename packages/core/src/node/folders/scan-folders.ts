// Walks the folders below a root, breadth first, and finds the skills in them.

import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { SKILL_FILE } from "../../base/skill.js";
import { isShortage } from "../descriptors.js";
import { isInside } from "../is-inside.js";
import { isNoise } from "./classify-file.js";
import { type FolderCache, type FolderEntry, MAX_NAMES } from "./folder-cache.js";
import {
  addFile,
  addFolder,
  addLink,
  type FoundSkill,
  foundSkill,
  type Inspect,
  type LookUp,
  withinLimit,
} from "./found-skill.js";
import { noDescriptorsLeft } from "./no-descriptors-left.js";
import { pathIn } from "./path-in.js";

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

/** How far to look, and by what. */
interface ScanOptions {
  /** The root without symlinks. */
  readonly realRoot: string;
  readonly maxDepth: number;
  /** Whether symlinks may lead out of the root. */
  readonly trusted: boolean;
  readonly inspect: Inspect;
  readonly cache: FolderCache;
  readonly signal: AbortSignal | undefined;
}

/** A folder still to be looked into. `prefix` is its path inside its skill, with a `/` at the end. */
interface Place {
  readonly path: string;
  /** The path without symlinks. */
  readonly real: string;
  readonly depth: number;
  readonly skill?: FoundSkill | undefined;
  readonly prefix: string;
}

/** What a scan has found so far, and what it still has to look at. */
interface Scan extends ScanOptions {
  readonly root: string;
  readonly skills: FoundSkill[];
  readonly diagnostics: Diagnostic[];
  /** The real paths that symlinks led to: none is entered twice. */
  readonly followed: Set<string>;
  /** The folders of the next level. */
  readonly next: Place[];
  readonly lookUps: LookUp[];
  isByNames: boolean;
  /** How many names were looked at. */
  nameCount: number;
  readonly kept: string[];
}

/**
 * Finds the folders with a SKILL.md, and lists what is in them, level by level. No file is opened but those without an
 * extension, whose first two bytes tell a script.
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
    next: [{ path: root, real: options.realRoot, depth: 0, prefix: "" }],
    lookUps: [],
    isByNames: true,
    nameCount: 0,
    kept: [],
  };
  while (scan.next.length > 0) await scanLevel(scan, scan.next.splice(0));
  const { skills, diagnostics, followed, isByNames, kept } = scan;
  skills.sort((a, b) => compare(a.folder, b.folder));
  for (const { resources, scripts } of skills) {
    resources.sort((a, b) => compare(a.name, b.name));
    scripts.sort((a, b) => compare(a.name, b.name));
  }
  return { skills, diagnostics, followed, isByNames, kept };
}

async function scanLevel(scan: Scan, level: readonly Place[]): Promise<void> {
  scan.signal?.throwIfAborted();
  const outcomes = await scan.cache.readFolders(level.map(({ path }) => path));
  for (const [index, place] of level.entries()) {
    const outcome = outcomes[index];
    if (outcome && "value" in outcome && outcome.isKept) scan.kept.push(place.path);
    if (outcome && "value" in outcome) visit(scan, place, outcome.value);
    else if (place.path === scan.root) throw outcome?.error;
    else {
      scan.isByNames = false;
      scan.diagnostics.push(unreadable(place.path, outcome?.error));
    }
  }
  if (scan.nameCount > MAX_NAMES) scan.next.length = 0;
  while (scan.lookUps.length > 0) await lookUpAll(scan);
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

function visit(scan: Scan, place: Place, entries: readonly FolderEntry[]): void {
  if (place.skill) {
    visitInside(scan, place, place.skill, entries);
    return;
  }
  scan.diagnostics.push(...misspelledFiles(place.path, entries));
  const file = entries.find(({ name, kind }) => name === SKILL_FILE && kind !== "folder");
  if (!file) {
    visitBelow(scan, place, entries);
    return;
  }
  const skill = foundSkill(place.path, place.real, file.kind === "link");
  scan.skills.push(skill);
  visitInside(scan, { ...place, depth: 0 }, skill, entries);
}

/** A folder that is no skill: its folders may be. */
function visitBelow(scan: Scan, { path, real, depth }: Place, entries: readonly FolderEntry[]): void {
  if (depth >= scan.maxDepth || !hasRoomFor(scan, entries.length)) return;
  for (const { name, kind } of entries) {
    if (SKIPPED_FOLDERS.has(name)) continue;
    const below: Place = { ...placeIn(path, real, name), depth: depth + 1, prefix: "" };
    if (kind === "folder") scan.next.push(below);
    else if (kind === "link") scan.lookUps.push(followLink(scan, below));
  }
}

/** A skill's folder, or one in it: its files are the skill's. */
function visitInside(
  scan: Scan,
  { path, real, depth, prefix }: Place,
  skill: FoundSkill,
  entries: readonly FolderEntry[],
): void {
  const names = withinLimit(skill, entries);
  if (!hasRoomFor(scan, names.length)) return;
  for (const { name, kind } of names) {
    const relative = prefix + name;
    if (isNoise(name) || relative === SKILL_FILE) continue;
    if (kind === "file") {
      const lookUp = addFile(skill, relative, pathIn(path, name), scan.inspect);
      if (lookUp) scan.lookUps.push(lookUp);
    } else if (kind === "link") {
      const lookUp = addLink(skill, relative, scan.inspect);
      if (lookUp) scan.lookUps.push(lookUp);
    } else if (kind === "folder" && addFolder(skill, relative, depth + 1)) {
      scan.next.push({ ...placeIn(path, real, name), depth: depth + 1, skill, prefix: `${relative}/` });
    }
  }
}

/** Mostly both paths are one, and one text. */
function placeIn(path: string, real: string, name: string): { readonly path: string; readonly real: string } {
  const below = pathIn(path, name);
  return { path: below, real: path === real ? below : pathIn(real, name) };
}

/** A symlink among the folders of skills leads on when it leads to a folder, and for the first time. */
function followLink(scan: Scan, place: Place): LookUp {
  return async () => {
    const target = await realpath(place.path).catch(() => undefined);
    const isFolder = target !== undefined && (await isDirectory(target));
    return () => {
      if (!isFolder || scan.followed.has(target)) return undefined;
      const isAllowed = scan.trusted || isInside(scan.realRoot, target);
      scan.diagnostics.push(linkedFolder(place.path, target, isAllowed));
      if (isAllowed) addLinkedFolder(scan, { ...place, real: target });
      return undefined;
    };
  };
}

/** What is removed between the two questions is no folder. */
function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

function addLinkedFolder({ followed, cache, next }: Scan, place: Place): void {
  followed.add(place.real);
  // Where a link leads can change without a trace in the folder that holds it.
  cache.forgetBelow(place.path);
  next.push(place);
}

function linkedFolder(path: string, target: string, isAllowed: boolean): Diagnostic {
  const leads = `${path} is a symlink to ${target}`;
  if (isAllowed) {
    const message = `${leads}; the skills there are used, and their files must lie there.`;
    return { code: "symlinked-folder", severity: "info", message, location: path };
  }
  const message = `${leads}, out of the folder of a source that is not trusted; it is not followed. Name that folder as a source, or copy it here.`;
  return { code: "symlinked-folder", severity: "warning", message, location: path };
}

function tooManyNames(root: string): Diagnostic {
  return {
    code: "too-many-names",
    severity: "error",
    message: `More than ${MAX_NAMES} files and folders lie below ${root}; the rest is not looked at, so skills and files are missing. Name folders that hold skills alone, or lower maxDepth.`,
    location: root,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function misspelledFiles(folder: string, entries: readonly FolderEntry[]): Diagnostic[] {
  const misspelled = entries.filter(
    ({ name, kind }) => kind === "file" && name !== SKILL_FILE && name.toLowerCase() === "skill.md",
  );
  return misspelled.map(({ name }) => ({
    code: "misspelled-skill-file",
    severity: "warning",
    message: `${join(folder, name)} is not read: the file must be named exactly ${SKILL_FILE}. Rename or remove it.`,
    location: join(folder, name),
  }));
}

function unreadable(path: string, error: unknown): Diagnostic {
  if (isShortage(error)) return noDescriptorsLeft(`The folder ${path} could not be read`, path);
  return {
    code: "folder-unreadable",
    severity: "warning",
    message: `The folder ${path} could not be read: ${messageOf(error)}`,
    location: path,
  };
}
