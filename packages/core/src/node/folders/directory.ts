// The source `directory`: skills in a folder of this machine. Listing and reading are loaded lazily.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SkillError } from "../../base/errors.js";
import {
  aBoolean,
  aPathOrUrl,
  checkOptions,
  describe,
  type OptionRules,
  oneOf,
  wholeNumber,
} from "../../base/options.js";
import type { SkillSummary } from "../../base/skill.js";
import type { SkillSource } from "../../sources/source.js";
import type { PinnedFolder } from "../pinned-folder.js";
import type { FolderListing } from "./folder-listing.js";

/** How {@link directory} looks for skills. */
export interface DirectoryOptions {
  /** How many folders below the given one a skill's own folder may lie; 0 is the folder itself. @default 3 */
  readonly maxDepth?: number | undefined;
  /**
   * Whether scripts may run without approval, and symlinks among the skills' folders may lead out of this one. With `false`
   * no skill is trusted that lies below this folder, however deep and whatever other source lists it.
   *
   * @default true
   */
  readonly trusted?: boolean | undefined;
  /**
   * What the search uses: `"full"`, the instructions too, which the first search reads; `"listed"`, names and descriptions alone.
   * @default "full"
   */
  readonly index?: "full" | "listed" | undefined;
}

const RULES: OptionRules<DirectoryOptions> = {
  maxDepth: wholeNumber(0, Number.POSITIVE_INFINITY),
  trusted: aBoolean,
  index: oneOf("full", "listed"),
};

/**
 * The skills below a folder: every `SKILL.md` makes its folder a skill. A listing reads the SKILL.md files, and a second one
 * only those that have changed. It pins each skill's folder: what is read and run later must lie in that very folder, and
 * when something else lies in its place it is refused until the next listing.
 *
 * @param root a path, taken from the working directory when it is relative, or a `file:` URL
 * @throws SkillError `invalid_option` for an option that it does not have, as a misspelt `trusted` would trust strangers, for a value that
 *   an option does not take, and for what is no path
 */
export function directory(root: string | URL, options: DirectoryOptions = {}): SkillSource {
  checkOptions("directory", options, RULES);
  const { maxDepth = 3, trusted = true, index = "full" } = options;
  const folder = toPath(root);
  let loading: Promise<FolderListing> | undefined;
  let loaded: FolderListing | undefined;

  // Lazy: what reads folders is loaded by the first listing.
  const load = async (): Promise<FolderListing> => {
    const { createFolderListing } = await import("./folder-listing.js");
    loaded = createFolderListing(folder, { maxDepth, trusted });
    return loaded;
  };
  const pinOf = (skill: SkillSummary): PinnedFolder => {
    const pin = loaded?.pinOf(skill);
    if (pin) return pin;
    throw new SkillError("source_failed", `The skill "${skill.name}" was not listed by the folder ${folder}.`);
  };
  /** A source that never listed anything has pinned nothing: it can be used by one that tells its own skills. */
  const isUnlisted = (skill: SkillSummary): skill is SkillSummary & { readonly baseDir: string } =>
    loaded === undefined && skill.baseDir !== undefined;
  return {
    id: folder,
    trusted,
    index,
    async list(options) {
      loading ??= load();
      return (await loading).list(options);
    },
    directoryOf: (skill) => (isUnlisted(skill) ? skill.baseDir : pinOf(skill).path),
    async readFile(skill, path, limits) {
      const { readInside } = await import("../read-pinned-file.js");
      const { pinFolder } = await import("../pinned-folder.js");
      const pin = async () => (isUnlisted(skill) ? pinFolder(skill.baseDir) : pinOf(skill));
      return readInside(pin, path, limits);
    },
    async filesOf(skill, { signal }) {
      const { listAllFiles } = await import("./list-all-files.js");
      const { pinFolder } = await import("../pinned-folder.js");
      return listAllFiles(isUnlisted(skill) ? await pinFolder(skill.baseDir) : pinOf(skill), signal);
    },
    async checkFolder(skill) {
      const { checkPinned } = await import("../pinned-folder.js");
      if (!isUnlisted(skill)) await checkPinned(pinOf(skill));
    },
    reaches: (path) => loaded?.reaches(path) ?? false,
  };
}

function toPath(root: string | URL): string {
  if (aPathOrUrl.accepts(root))
    return typeof root === "string" && !/^file:\/\//i.test(root) ? resolve(root) : fileURLToPath(root);
  throw new SkillError("invalid_option", `directory takes ${aPathOrUrl.expected}, but got ${describe(root)}.`);
}
