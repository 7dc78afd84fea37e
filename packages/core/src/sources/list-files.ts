import { open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics.js";
import { type Look, lookAt } from "../files/look.js";
import { isInside } from "../files/read-contained-file.js";
import { type FolderEntry, pathIn, readFolder } from "../files/read-folder.js";
import { SKILL_FILE, type SkillEntry } from "../skill.js";
import { classify, isNoise } from "./skill-files.js";

/** How many files of one skill are listed, and how deep its folders are searched. */
const MAX_FILES = 2_000;
const MAX_FOLDER_DEPTH = 10;

/** The files of a skill by their names. */
export interface SkillFiles {
  readonly resources: readonly SkillEntry[];
  readonly scripts: readonly SkillEntry[];
  readonly diagnostics: readonly Diagnostic[];
  /** What else than the skill's own folder was looked at. */
  readonly looks: readonly Look[];
  /** Where a symlink leads can change without a trace in what was looked at. */
  readonly hasLinks: boolean;
}

/**
 * Lists what a skill's folder holds beside its SKILL.md. Opens nothing but a file without an extension that may be a script.
 *
 * @param top what the folder itself holds
 */
export async function listFiles(folder: string, top: readonly FolderEntry[]): Promise<SkillFiles> {
  const resources: SkillEntry[] = [];
  const scripts: SkillEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const looks: Look[] = [];
  let hasLinks = false;
  let count = 0;

  const add = async (name: string, uri: string): Promise<void> => {
    const kind = classify(name);
    if (kind === "unknown") looks.push(lookAt(uri));
    const isScript = kind === "script" || (kind === "unknown" && (await isProgram(uri)));
    (isScript ? scripts : resources).push(Object.freeze({ name, uri }));
  };

  const walk = async (path: string, entries: readonly FolderEntry[], prefix: string, depth: number): Promise<void> => {
    for (const entry of entries) {
      const name = prefix + entry.name;
      if (isNoise(entry.name) || name === SKILL_FILE) continue;
      hasLinks ||= entry.kind === "link";
      const uri = pathIn(path, entry.name);
      const kind = entry.kind === "link" ? await kindOfLink(folder, uri) : entry.kind;
      if (kind === "outside") diagnostics.push(leadsOutside(folder, name));
      else if (kind === "file") {
        count += 1;
        if (count <= MAX_FILES) await add(name, uri);
      } else if (kind === "folder" && depth < MAX_FOLDER_DEPTH) {
        const below = await readFolder(uri);
        looks.push(below.look);
        await walk(uri, below.entries, `${name}/`, depth + 1);
      }
    }
  };

  await walk(folder, top, "", 0);
  if (count > MAX_FILES) diagnostics.push(tooManyFiles(count));
  return { resources: Object.freeze(resources), scripts: Object.freeze(scripts), diagnostics, looks, hasLinks };
}

/** A link to a file of the skill is that file. A link to a folder is not followed, since it could lead in a circle. */
async function kindOfLink(folder: string, path: string): Promise<"file" | "outside" | "other"> {
  try {
    const [realFolder, target] = await Promise.all([realpath(folder), realpath(path)]);
    if (!isInside(realFolder, target)) return "outside";
    return (await stat(target)).isFile() ? "file" : "other";
  } catch {
    return "outside";
  }
}

/** By its executable bit or a shebang. */
async function isProgram(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return false;
    if (process.platform !== "win32" && (status.mode & 0o111) !== 0) return true;
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(2) });
      return bytesRead === 2 && buffer.toString("latin1") === "#!";
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

function leadsOutside(folder: string, path: string): Diagnostic {
  return {
    code: "symlink-outside",
    severity: "warning",
    message: `The symlink ${path} leads nowhere or out of the skill's folder and is not listed. Copy the file into the skill.`,
    location: join(folder, path),
  };
}

function tooManyFiles(count: number): Diagnostic {
  return {
    code: "too-many-files",
    severity: "warning",
    message: `The skill has ${count} files; only the first ${MAX_FILES} are listed. Move data that no model reads out of the skill.`,
  };
}
