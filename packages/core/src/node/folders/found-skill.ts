// A skill while its folder is scanned: collects its files as resources and scripts.

import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostics.js";
import { SKILL_FILE, type SkillEntry, type SkillPlugin } from "../../base/skill.js";
import { problemOfPath } from "../../files/relative-path.js";
import { classify } from "./classify-file.js";
import type { FolderEntry } from "./folder-cache.js";
import { pathIn } from "./path-in.js";

/** How many files of one skill are listed, and how many of its links are followed. */
const MAX_FILES = 2_000;
/** How many folders of one skill are looked into. */
const MAX_FOLDERS = 1_000;
/** How many names of one skill are looked at: files, folders, and what is not listed. */
const MAX_NAMES = 10_000;
/** How deep the folders of one skill are walked. */
const MAX_FOLDER_DEPTH = 10;

/** A folder with a SKILL.md, and the names of its files. */
export interface FoundSkill {
  readonly folder: string;
  /** The folder without symlinks. */
  readonly real: string;
  /** Its SKILL.md. */
  readonly file: string;
  /** The SKILL.md without symlinks in the folders above it. */
  readonly realFile: string;
  /** What that is; `other` for a FIFO, a socket or a device. */
  readonly fileKind: FolderEntry["kind"];
  readonly plugin: SkillPlugin | undefined;
  readonly resources: SkillEntry[];
  readonly scripts: SkillEntry[];
  readonly diagnostics: Diagnostic[];
  /** Whether there is a folder, a link or anything else in which a policy may lie. */
  readonly mayHavePolicy: boolean;
  /** How many files it has, with those that still have to be looked up. */
  fileCount: number;
  folderCount: number;
  linkCount: number;
  nameCount: number;
}

/** Whether a file without an extension is a program. */
export type Inspect = (path: string, real: string) => Promise<boolean>;

/**
 * A deferred check of an entry whose name does not tell what it is. All those of one level of folders run at the same time;
 * the callbacks that they resolve to are then called in the order of the names, and may return another check.
 */
export type LookUp = () => Promise<() => LookUp | undefined>;

/** A skill of which nothing but its SKILL.md is known yet. */
export function foundSkill(
  folder: string,
  real: string,
  { fileKind, mayHavePolicy, plugin }: Pick<FoundSkill, "fileKind" | "mayHavePolicy" | "plugin">,
): FoundSkill {
  const counts = { fileCount: 0, folderCount: 0, linkCount: 0, nameCount: 0 };
  const file = pathIn(folder, SKILL_FILE);
  const realFile = folder === real ? file : pathIn(real, SKILL_FILE);
  return {
    folder,
    real,
    file,
    realFile,
    fileKind,
    mayHavePolicy,
    plugin,
    resources: [],
    scripts: [],
    diagnostics: [],
    ...counts,
  };
}

/**
 * Adds a file as a script or a resource, up to the limit.
 *
 * @returns what has to be looked up, where the name alone does not tell which of the two it is
 */
export function addFile(skill: FoundSkill, path: string, uri: string, inspect: Inspect): LookUp | undefined {
  if (skill.fileCount >= MAX_FILES) {
    tooManyFiles(skill);
    return undefined;
  }
  const problem = problemOfPath(path);
  if (problem !== undefined) {
    skill.diagnostics.push(unusableName(skill.folder, path, problem));
    return undefined;
  }
  skill.fileCount += 1;
  const entry = Object.freeze({ name: path, uri });
  const kind = classify(path);
  if (kind !== "unknown") {
    (kind === "script" ? skill.scripts : skill.resources).push(entry);
    return undefined;
  }
  return async () => {
    const entries = (await inspect(uri, skill.real)) ? skill.scripts : skill.resources;
    return () => {
      entries.push(entry);
      return undefined;
    };
  };
}

/** Counts a folder of the skill. False, and reported, when it lies too deep or is one too many to be looked into. */
export function addFolder(skill: FoundSkill, path: string, depth: number): boolean {
  if (depth > MAX_FOLDER_DEPTH) {
    report(skill, "too-deep", `${path} and what lies deeper than ${MAX_FOLDER_DEPTH} folders is not listed`);
    return false;
  }
  if (skill.folderCount >= MAX_FOLDERS) {
    report(skill, "too-many-folders", `The skill has more than ${MAX_FOLDERS} folders; only so many are looked into`);
    return false;
  }
  skill.folderCount += 1;
  return true;
}

/** Those of the names in a folder of the skill that may still be looked at. */
export function withinLimit<T>(skill: FoundSkill, names: readonly T[]): readonly T[] {
  const left = MAX_NAMES - skill.nameCount;
  skill.nameCount += Math.min(names.length, left);
  if (names.length <= left) return names;
  report(skill, "too-many-names", `The skill has more than ${MAX_NAMES} files and folders; the rest is not looked at`);
  return names.slice(0, left);
}

/** A link to a file of the skill is that file. A link to a folder is not followed, since it could lead in a circle. */
export function addLink(skill: FoundSkill, path: string, inspect: Inspect): LookUp | undefined {
  if (skill.linkCount >= MAX_FILES) {
    report(skill, "too-many-links", `The skill has more than ${MAX_FILES} symlinks; only so many are followed`);
    return undefined;
  }
  skill.linkCount += 1;
  return async () => {
    const { kindOfLink } = await import("./inspect-file.js");
    const kind = await kindOfLink(skill.real, path);
    return () => {
      if (kind === "outside") skill.diagnostics.push(leadsOutside(skill.folder, path));
      return kind === "file" ? addFile(skill, path, join(skill.folder, path), inspect) : undefined;
    };
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

/** A name that no reading accepts would only be listed to be refused. */
function unusableName(folder: string, path: string, problem: string): Diagnostic {
  return {
    code: "unusable-file-name",
    severity: "warning",
    message: `The file ${path} is not listed: ${problem}. Rename it.`,
    location: join(folder, path),
  };
}

function tooManyFiles(skill: FoundSkill): void {
  report(skill, "too-many-files", `The skill has more than ${MAX_FILES} files; only so many are listed`);
}

/** Said once a skill. */
function report({ diagnostics }: FoundSkill, code: string, what: string): void {
  if (diagnostics.some((diagnostic) => diagnostic.code === code)) return;
  const message = `${what}. Move data that no model reads out of the skill.`;
  diagnostics.push({ code, severity: "warning", message });
}
