// Lists the files below a folder that the host allows to all skills.

import type { Dirent } from "node:fs";
import { join } from "node:path";
import { SkillResourceLoadError } from "../base/errors.js";
import { SKILL_FILE } from "../base/skill.js";
import { type FileCalls, systemCalls } from "./file-calls.js";
import { isNoise } from "./folders/classify-file.js";
import { type Admit, readContainedFolder } from "./open-contained.js";
import { pinFolder } from "./pinned-folder.js";

/** How many names are looked at: files, folders, and what is not listed. */
const MAX_NAMES = 2_000;

/** What of a shared folder is listed, and until when. */
export interface ListLimits {
  /** The real path of the skill's own folder. */
  readonly base: string | undefined;
  /** Asked of the folder that was opened. */
  readonly admit: Admit;
  readonly signal: AbortSignal | undefined;
}

/**
 * The files below a folder inside `root`, as paths from that folder, each folder's own before those below it. Links and what tools
 * keep for themselves are left out, and so are the folders of skills other than the one at `base`.
 *
 * @param path inside `root`, parts separated by `/`; empty for `root` itself
 * @throws SkillResourceLoadError for more than 2,000 names; otherwise the system's error, what `admit` throws, and an abort as it is
 */
export async function listSharedFolder(
  root: string,
  path: string,
  { base, admit, signal }: ListLimits,
  calls: FileCalls = systemCalls,
): Promise<readonly string[]> {
  const pinned = await pinFolder(root);
  const files: string[] = [];
  const folders = [""];
  let top = "";
  let left = MAX_NAMES;
  for (const folder of folders) {
    const place = [path, folder].filter((part) => part !== "").join("/");
    const check: Admit = (real, realRoot) => {
      if (folder === "") {
        admit(real, realRoot);
        top = real;
      } else if (real !== join(top, folder)) throw new BecameLink();
    };
    signal?.throwIfAborted();
    const entries = await readContainedFolder(pinned, place, { most: left + 1, admit: check, signal }, calls).catch(
      noneOfLink,
    );
    left -= entries.length;
    if (left < 0) throw tooMany(place);
    if (entries.some(({ name }) => name === SKILL_FILE) && join(top, folder) !== base) continue;
    for (const entry of entries.filter(({ name }) => !isNoise(name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(below);
      else if (entry.isFile()) files.push(below);
    }
  }
  return files;
}

/** A folder was one when its name was read, and leads elsewhere now: links are not followed into a list. */
class BecameLink extends Error {}

function noneOfLink(error: unknown): readonly Dirent[] {
  if (error instanceof BecameLink) return [];
  throw error;
}

function tooMany(folder: string): SkillResourceLoadError {
  return new SkillResourceLoadError(
    `The folder ${folder} is not listed: more than ${MAX_NAMES} files and folders lie in it. Name a file in it, or a folder below it.`,
  );
}
