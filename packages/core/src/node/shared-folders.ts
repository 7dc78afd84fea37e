// Reads files and lists folders beside a skill's folder, in folders that the host allows to all skills.

import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { SkillError } from "../base/errors.js";
import { SKILL_FILE } from "../base/skill.js";
import type { ReadShared } from "../files/read-shared.js";
import { isInside } from "./is-inside.js";
import { listSharedFolder } from "./list-shared-folder.js";
import { readContainedFile } from "./read-contained-file.js";

/**
 * The reader of these folders.
 *
 * @param folders paths, taken from the working directory when they are relative
 */
export function sharedFolders(folders: readonly string[]): ReadShared {
  const roots = folders.map((folder) => resolve(folder));
  return async ({ baseDir }, path, limits) => {
    let failure: unknown;
    for (const file of placesOf(baseDir, path)) {
      for (const root of roots.filter((folder) => isInside(folder, file))) {
        if (isOfAnotherSkill(file, root, baseDir)) return undefined;
        // A link in the folder can lead to another skill's.
        const [realFile, realRoot, realBase] = await Promise.all([file, root, baseDir ?? root].map(realPathOf));
        if (realFile && realRoot && isOfAnotherSkill(realFile, realRoot, realBase)) return undefined;
        try {
          return await readOrList(root, relative(root, file).replaceAll(sep, "/"), baseDir, limits);
        } catch (error) {
          limits.signal?.throwIfAborted();
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
): ReturnType<ReadShared> {
  if (!(await isFolder(join(root, path)))) return readContainedFile(root, path, limits);
  const names = await listSharedFolder(root, path, baseDir, limits.signal);
  return names.length > 0 ? names : undefined;
}

/** `undefined` where there is nothing, which is told where it is read. */
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
