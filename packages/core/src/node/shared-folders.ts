// Reads files beside a skill's folder, in folders that the host allows to all skills.

import { isAbsolute, relative, resolve, sep } from "node:path";
import { SkillError } from "../base/errors.js";
import type { ReadShared } from "../files/read-shared.js";
import { isInside } from "./is-inside.js";
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
      for (const root of roots.filter((folder) => folder !== file && isInside(folder, file))) {
        try {
          return await readContainedFile(root, relative(root, file).replaceAll(sep, "/"), limits);
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

/** A path may be written in the SKILL.md or in a file one folder below it, such as `references/guide.md`. */
function placesOf(baseDir: string | undefined, path: string): readonly string[] {
  if (isAbsolute(path)) return [resolve(path)];
  if (baseDir === undefined || !isAbsolute(baseDir)) return [];
  // `resolve` takes off the slash behind a folder.
  return [resolve(baseDir, path), resolve(baseDir, "references", path)];
}
