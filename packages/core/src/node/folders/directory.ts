// The source `directory`: skills in a folder of this machine. Listing and reading are loaded lazily.

import { resolve } from "node:path";
import { SkillError } from "../../base/errors.js";
import type { SkillSummary } from "../../base/skill.js";
import type { SkillSource } from "../../sources/source.js";

/** How {@link directory} looks for skills. */
export interface DirectoryOptions {
  /** How many folders below the given one a skill's own folder may lie; 0 is the folder itself. @default 3 */
  readonly maxDepth?: number | undefined;
  /** Whether scripts may run without approval. @default true */
  readonly trusted?: boolean | undefined;
}

/**
 * The skills below a folder: every `SKILL.md` makes its folder a skill. A listing reads the SKILL.md files, and a second one
 * only those that have changed.
 *
 * @param root a path, taken from the working directory when it is relative
 */
export function directory(root: string, options: DirectoryOptions = {}): SkillSource {
  const { maxDepth = 3, trusted = true } = options;
  const folder = resolve(root);
  let listing: Promise<SkillSource["list"]> | undefined;

  // Lazy: what reads folders is loaded by the first listing.
  const load = async (): Promise<SkillSource["list"]> => {
    const { createFolderListing } = await import("./folder-listing.js");
    return createFolderListing(folder, maxDepth);
  };
  const directoryOf = ({ name, baseDir }: SkillSummary): string => {
    if (baseDir !== undefined) return baseDir;
    throw new SkillError("source_failed", `The skill "${name}" was not listed by the folder ${folder}.`);
  };
  return {
    id: folder,
    trusted,
    async list(options) {
      listing ??= load();
      const list = await listing;
      return list(options);
    },
    directoryOf,
    async readFile(skill, path, limits) {
      const { readContainedFile } = await import("../read-contained-file.js");
      return readContainedFile(directoryOf(skill), path, limits);
    },
  };
}
