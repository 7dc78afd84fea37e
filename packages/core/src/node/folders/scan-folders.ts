import { realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { SKILL_FILE, type SkillEntry } from "../../base/skill.js";
import { classify, isNoise } from "./classify-file.js";
import type { FolderCache, FolderEntry } from "./folder-cache.js";

/** How many files of one skill are listed, and how deep its folders are searched. */
const MAX_FILES = 2_000;
const MAX_FOLDER_DEPTH = 10;

/** Folders of tools that hold no skills of this project. */
const SKIPPED_FOLDERS = new Set(["node_modules", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv"]);

/** A folder with a SKILL.md, and the names of its files. */
export interface FoundSkill {
  readonly folder: string;
  /** Its SKILL.md. */
  readonly file: string;
  /** Whether that is a symlink. */
  readonly isLink: boolean;
  readonly resources: SkillEntry[];
  readonly scripts: SkillEntry[];
  readonly diagnostics: Diagnostic[];
}

/** What lies below a folder. */
export interface FolderScan {
  readonly skills: readonly FoundSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** True when nothing but the names in the folders decided about it, so that it holds as long as they do. */
  readonly isByNames: boolean;
}

/** Looks something up, and resolves to what is done with it once all are looked up: in the order of the names, whichever was faster. */
type LookUp = () => Promise<() => void>;

/** A folder still to be looked into. `prefix` is its path inside its skill, with a `/` at the end. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly skill?: FoundSkill | undefined;
  readonly prefix: string;
}

/**
 * Finds the folders with a SKILL.md, and lists what is in them. No file is opened but those without an extension, whose
 * first two bytes tell a script.
 *
 * @throws the system's error when the root cannot be read
 */
export async function scanFolders(
  root: string,
  { maxDepth, cache, signal }: { maxDepth: number; cache: FolderCache; signal: AbortSignal | undefined },
): Promise<FolderScan> {
  const skills: FoundSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  const followed = new Set<string>();
  /** How many files of a skill are listed, with those of which it is not known yet what they are. */
  const fileCounts = new Map<FoundSkill, number>();
  // What needs more than the names is looked up once the names of a whole level are known.
  let lookUps: LookUp[] = [];
  let next: Place[] = [];
  let isByNames = true;

  function visit(place: Place, entries: readonly FolderEntry[]): void {
    if (place.skill) {
      visitInside(place, place.skill, entries);
      return;
    }
    diagnostics.push(...misspelledFiles(place.path, entries));
    const file = entries.find(({ name, kind }) => name === SKILL_FILE && kind !== "folder");
    if (!file) {
      visitBelow(place, entries);
      return;
    }
    const skill: FoundSkill = {
      folder: place.path,
      file: pathIn(place.path, SKILL_FILE),
      isLink: file.kind === "link",
      resources: [],
      scripts: [],
      diagnostics: [],
    };
    skills.push(skill);
    visitInside({ ...place, skill, depth: 0 }, skill, entries);
  }

  function visitBelow({ path, depth }: Place, entries: readonly FolderEntry[]): void {
    if (depth >= maxDepth) return;
    for (const { name, kind } of entries) {
      if (SKIPPED_FOLDERS.has(name)) continue;
      const below: Place = { path: pathIn(path, name), depth: depth + 1, prefix: "" };
      if (kind === "folder") next.push(below);
      else if (kind === "link") lookUps.push(() => followLink(below));
    }
  }

  function visitInside({ path, depth, prefix }: Place, skill: FoundSkill, entries: readonly FolderEntry[]): void {
    for (const { name, kind } of entries) {
      const relative = prefix + name;
      if (isNoise(name) || relative === SKILL_FILE) continue;
      if (kind === "file") addFile(skill, relative, pathIn(path, name));
      else if (kind === "link") lookUps.push(() => addLink(skill, relative));
      else if (kind === "folder" && depth < MAX_FOLDER_DEPTH) {
        next.push({ path: pathIn(path, name), depth: depth + 1, skill, prefix: `${relative}/` });
      }
    }
  }

  function addFile(skill: FoundSkill, path: string, uri: string): void {
    const count = fileCounts.get(skill) ?? 0;
    if (count >= MAX_FILES) {
      tooManyFiles(skill);
      return;
    }
    fileCounts.set(skill, count + 1);
    const entry = Object.freeze({ name: path, uri });
    const kind = classify(path);
    if (kind === "script") skill.scripts.push(entry);
    else if (kind === "resource") skill.resources.push(entry);
    else {
      lookUps.push(async () => {
        const { isProgram } = await import("./inspect-file.js");
        const entries = (await isProgram(uri)) ? skill.scripts : skill.resources;
        return () => void entries.push(entry);
      });
    }
  }

  /** A link to a file of the skill is that file. A link to a folder is not followed, since it could lead in a circle. */
  async function addLink(skill: FoundSkill, path: string): Promise<() => void> {
    const { kindOfLink } = await import("./inspect-file.js");
    const kind = await kindOfLink(skill.folder, path);
    return () => {
      if (kind === "file") addFile(skill, path, join(skill.folder, path));
      else if (kind === "outside") skill.diagnostics.push(leadsOutside(skill.folder, path));
    };
  }

  async function followLink(place: Place): Promise<() => void> {
    const target = await realpath(place.path).catch(() => undefined);
    const isFolder = target !== undefined && (await stat(target)).isDirectory();
    return () => {
      if (isFolder && !followed.has(target)) addLinkedFolder(place, target);
    };
  }

  function addLinkedFolder(place: Place, target: string): void {
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

  for (let level: Place[] = [{ path: root, depth: 0, prefix: "" }]; level.length > 0; level = next) {
    signal?.throwIfAborted();
    const outcomes = await cache.readFolders(level.map(({ path }) => path));
    next = [];
    for (const [index, place] of level.entries()) {
      const outcome = outcomes[index];
      if (outcome && "value" in outcome) visit(place, outcome.value);
      else if (place.path === root) throw outcome?.error;
      else {
        isByNames = false;
        diagnostics.push(unreadable(place.path, outcome?.error));
      }
    }
    // A look-up can ask for another one, as a link to a file without an extension does.
    while (lookUps.length > 0) {
      isByNames = false;
      const pending = lookUps;
      lookUps = [];
      for (const use of await Promise.all(pending.map((lookUp) => lookUp()))) use();
    }
  }
  skills.sort((a, b) => compare(a.folder, b.folder));
  for (const { resources, scripts } of skills) {
    resources.sort((a, b) => compare(a.name, b.name));
    scripts.sort((a, b) => compare(a.name, b.name));
  }
  return { skills, diagnostics, isByNames };
}

/** `join` for a folder whose path is normal already, and a name in it: a tenth of the cost, for each of many thousand files. */
function pathIn(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
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

function leadsOutside(folder: string, path: string): Diagnostic {
  return {
    code: "symlink-outside",
    severity: "warning",
    message: `The symlink ${path} leads nowhere or out of the skill's folder and is not listed. Copy the file into the skill.`,
    location: join(folder, path),
  };
}

/** Said once a skill. */
function tooManyFiles({ diagnostics }: FoundSkill): void {
  if (diagnostics.some(({ code }) => code === "too-many-files")) return;
  diagnostics.push({
    code: "too-many-files",
    severity: "warning",
    message: `The skill has more than ${MAX_FILES} files; only so many are listed. Move data that no model reads out of the skill.`,
  });
}
