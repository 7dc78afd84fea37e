// Lists the files below a folder that the host allows to all skills.

import { join } from "node:path";
import { SkillResourceLoadError } from "../base/errors.js";
import { SKILL_FILE } from "../base/skill.js";
import { isNoise } from "./folders/classify-file.js";
import { useContainedFolder } from "./open-contained.js";
import { pinFolder } from "./pinned-folder.js";

/** How many names are looked at: files, folders, and what is not listed. */
const MAX_NAMES = 2_000;

/**
 * The files below a folder inside `root`, as paths from that folder, each folder's own before those below it. Links and what tools
 * keep for themselves are left out, and so are the folders of skills other than the one at `baseDir`.
 *
 * @param path inside `root`, parts separated by `/`; empty for `root` itself
 * @throws SkillResourceLoadError for more than 2,000 names; otherwise the system's error, and an abort as it is
 */
export async function listSharedFolder(
  root: string,
  path: string,
  baseDir: string | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const pinned = await pinFolder(root);
  const files: string[] = [];
  const folders = [""];
  let left = MAX_NAMES;
  for (const folder of folders) {
    const place = [path, folder].filter((part) => part !== "").join("/");
    signal?.throwIfAborted();
    const entries = await useContainedFolder(pinned, place, signal, async (found) => found);
    left -= entries.length;
    if (left < 0) throw tooMany(place);
    if (entries.some(({ name }) => name === SKILL_FILE) && join(root, place) !== baseDir) continue;
    for (const entry of entries.filter(({ name }) => !isNoise(name)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(below);
      else if (entry.isFile()) files.push(below);
    }
  }
  return files;
}

function tooMany(folder: string): SkillResourceLoadError {
  return new SkillResourceLoadError(
    `The folder ${folder} is not listed: more than ${MAX_NAMES} files and folders lie in it. Name a file in it, or a folder below it.`,
  );
}
