// Reads files and lists folders beside a skill's folder, in folders that the host allows to all skills.

import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { SkillError, SkillResourceLoadError } from "../base/errors.js";
import { SKILL_FILE } from "../base/skill.js";
import type { ReadShared } from "../files/read-shared.js";
import { type FileCalls, systemCalls } from "./file-calls.js";
import { isInside } from "./is-inside.js";
import { listSharedFolder } from "./list-shared-folder.js";
import type { Admit } from "./open-contained.js";
import { pinFolder } from "./pinned-folder.js";
import { readInside } from "./read-pinned-file.js";

/**
 * The reader of these folders.
 *
 * @param folders paths, taken from the working directory when they are relative
 */
export function sharedFolders(folders: readonly string[], calls: FileCalls = systemCalls): ReadShared {
  const roots = folders.map((folder) => resolve(folder));
  return async ({ baseDir }, path, limits) => {
    let failure: unknown;
    for (const file of placesOf(baseDir, path)) {
      for (const root of roots.filter((folder) => isInside(folder, file))) {
        if (isOfAnotherSkill(file, root, baseDir)) return undefined;
        try {
          return await readOrList(root, relative(root, file).replaceAll(sep, "/"), baseDir, limits, calls);
        } catch (error) {
          limits.signal?.throwIfAborted();
          if (error instanceof AnotherSkills) return undefined;
          if (!SkillError.isInstance(error)) throw error;
          failure ??= error;
        }
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  };
}

/** A file's bytes, or the names of the files below a folder; `undefined` where it has none. */
async function readOrList(
  root: string,
  path: string,
  baseDir: string | undefined,
  limits: Parameters<ReadShared>[2],
  calls: FileCalls,
): ReturnType<ReadShared> {
  const base = baseDir && (await realPathOf(baseDir));
  // A link in the folder can lead to another skill's, and elsewhere in the next moment: what was opened is asked for its place.
  const admit: Admit = (real, realRoot) => {
    if (isOfAnotherSkill(real, realRoot, base)) throw new AnotherSkills();
  };
  if (!(await isFolder(join(root, path)))) return readInside(() => pinFolder(root), path, { ...limits, admit }, calls);
  const names = await listSharedFolder(root, path, { base, admit, signal: limits.signal }, calls);
  return names.length > 0 ? names : undefined;
}

/** Nobody is told: it is answered like a file that is not there. */
class AnotherSkills extends SkillResourceLoadError {
  constructor() {
    super("The file belongs to another skill.");
  }
}

/** `undefined` where there is nothing. */
async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

/** Only what to do with it: what leads out is refused by either. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );
}

/** What belongs to a skill is read as that one's, which may be withheld from a model, or from this program. */
function isOfAnotherSkill(file: string, root: string, baseDir: string | undefined): boolean {
  for (let folder = dirname(file); isInside(root, folder); folder = dirname(folder)) {
    if (folder !== baseDir && existsSync(join(folder, SKILL_FILE))) return true;
    if (folder === dirname(folder)) return false;
  }
  return false;
}

/** A path may be written in the SKILL.md or in a file one folder below it, such as `references/guide.md`. */
function placesOf(baseDir: string | undefined, path: string): readonly string[] {
  if (isAbsolute(path)) return [resolve(path)];
  if (baseDir === undefined || !isAbsolute(baseDir)) return [];
  // `resolve` takes off the slash behind a folder.
  return [resolve(baseDir, path), resolve(baseDir, "references", path)];
}
