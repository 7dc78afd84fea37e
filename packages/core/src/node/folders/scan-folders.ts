// Walks the folders below a root, breadth first, and finds the skills in them.

import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { SKILL_FILE } from "../../base/skill.js";
import { isNoise } from "./classify-file.js";
import type { FolderCache, FolderEntry } from "./folder-cache.js";
import { addFile, addLink, type FoundSkill, foundSkill, type LookUp } from "./found-skill.js";
import { pathIn } from "./path-in.js";

/** How deep the folders of one skill are walked. */
const MAX_FOLDER_DEPTH = 10;

/** Folders of tools that hold no skills of this project. */
const SKIPPED_FOLDERS = new Set(["node_modules", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv"]);

/** What lies below a folder. */
export interface FolderScan {
  readonly skills: readonly FoundSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** True when nothing but the names in the folders decided about it, so that it holds as long as they do. */
  readonly isByNames: boolean;
}

/** How far to look, and by what. */
interface ScanOptions {
  readonly maxDepth: number;
  readonly cache: FolderCache;
  readonly signal: AbortSignal | undefined;
}

/** A folder still to be looked into. `prefix` is its path inside its skill, with a `/` at the end. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly skill?: FoundSkill | undefined;
  readonly prefix: string;
}

/** What a scan has found so far, and what it still has to look at. */
interface Scan extends ScanOptions {
  readonly skills: FoundSkill[];
  readonly diagnostics: Diagnostic[];
  /** The real paths that symlinks led to: none is entered twice. */
  readonly followed: Set<string>;
  /** The folders of the next level. */
  readonly next: Place[];
  readonly lookUps: LookUp[];
  isByNames: boolean;
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
    skills: [],
    diagnostics: [],
    followed: new Set(),
    next: [{ path: root, depth: 0, prefix: "" }],
    lookUps: [],
    isByNames: true,
  };
  while (scan.next.length > 0) await scanLevel(scan, scan.next.splice(0), root);
  const { skills, diagnostics, isByNames } = scan;
  skills.sort((a, b) => compare(a.folder, b.folder));
  for (const { resources, scripts } of skills) {
    resources.sort((a, b) => compare(a.name, b.name));
    scripts.sort((a, b) => compare(a.name, b.name));
  }
  return { skills, diagnostics, isByNames };
}

async function scanLevel(scan: Scan, level: readonly Place[], root: string): Promise<void> {
  scan.signal?.throwIfAborted();
  const outcomes = await scan.cache.readFolders(level.map(({ path }) => path));
  for (const [index, place] of level.entries()) {
    const outcome = outcomes[index];
    if (outcome && "value" in outcome) visit(scan, place, outcome.value);
    else if (place.path === root) throw outcome?.error;
    else {
      scan.isByNames = false;
      scan.diagnostics.push(unreadable(place.path, outcome?.error));
    }
  }
  while (scan.lookUps.length > 0) await lookUpAll(scan);
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
  const skill = foundSkill(place.path, file.kind === "link");
  scan.skills.push(skill);
  visitInside(scan, { ...place, depth: 0 }, skill, entries);
}

/** A folder that is no skill: its folders may be. */
function visitBelow(scan: Scan, { path, depth }: Place, entries: readonly FolderEntry[]): void {
  if (depth >= scan.maxDepth) return;
  for (const { name, kind } of entries) {
    if (SKIPPED_FOLDERS.has(name)) continue;
    const below: Place = { path: pathIn(path, name), depth: depth + 1, prefix: "" };
    if (kind === "folder") scan.next.push(below);
    else if (kind === "link") scan.lookUps.push(followLink(scan, below));
  }
}

/** A skill's folder, or one in it: its files are the skill's. */
function visitInside(
  { next, lookUps }: Scan,
  { path, depth, prefix }: Place,
  skill: FoundSkill,
  entries: readonly FolderEntry[],
): void {
  for (const { name, kind } of entries) {
    const relative = prefix + name;
    if (isNoise(name) || relative === SKILL_FILE) continue;
    if (kind === "file") {
      const lookUp = addFile(skill, relative, pathIn(path, name));
      if (lookUp) lookUps.push(lookUp);
    } else if (kind === "link") lookUps.push(addLink(skill, relative));
    else if (kind === "folder" && depth < MAX_FOLDER_DEPTH) {
      next.push({ path: pathIn(path, name), depth: depth + 1, skill, prefix: `${relative}/` });
    }
  }
}

/** A symlink among the folders of skills leads on when it leads to a folder, and for the first time. */
function followLink(scan: Scan, place: Place): LookUp {
  return async () => {
    const target = await realpath(place.path).catch(() => undefined);
    const isFolder = target !== undefined && (await stat(target)).isDirectory();
    return () => {
      if (isFolder && !scan.followed.has(target)) addLinkedFolder(scan, place, target);
      return undefined;
    };
  };
}

function addLinkedFolder({ followed, diagnostics, cache, next }: Scan, place: Place, target: string): void {
  followed.add(target);
  diagnostics.push({
    code: "symlinked-folder",
    severity: "info",
    message: `${place.path} is a symlink to ${target}; the skills there are used, and their files must lie there.`,
    location: place.path,
  });
  // Where a link leads can change without a trace in the folder that holds it.
  cache.forgetBelow(place.path);
  next.push(place);
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
  return {
    code: "folder-unreadable",
    severity: "warning",
    message: `The folder ${path} could not be read: ${messageOf(error)}`,
    location: path,
  };
}
