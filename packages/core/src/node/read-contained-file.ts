// Reads a file inside a folder that is pinned at the call. Its types name nothing of Node's: every program's compiler reads them.

import { pinFolder } from "./pinned-folder.js";
import { readInside } from "./read-pinned-file.js";

interface Limits {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a regular file that must really lie inside a folder.
 *
 * @param folder absolute path
 * @param path relative, parts separated by `/`
 * @throws SkillResourceLoadError when it is missing, lies elsewhere, is no regular file or is larger than `maxBytes`
 */
export function readContainedFile(folder: string, path: string, limits: Limits): Promise<Uint8Array> {
  return readInside(() => pinFolder(folder), path, limits);
}
