// Reads source files of a skill into this process: regular ones that really lie in its folder, up to a bound.

import { relative, sep } from "node:path";
import type { PinnedFolder } from "../pinned-folder.js";
import { readPinnedFile } from "../read-pinned-file.js";

/** How large a source file may be, in bytes. */
export const MAX_SOURCE_BYTES = 4 * 1024 * 1024;

/**
 * @param path absolute and real, in the folder
 * @throws SkillResourceLoadError for what is no regular file there, or larger
 */
export async function readOwnSource(skill: PinnedFolder, path: string, signal?: AbortSignal): Promise<string> {
  const way = relative(skill.path, path).replaceAll(sep, "/");
  const bytes = await readPinnedFile(skill, way, { maxBytes: MAX_SOURCE_BYTES, signal });
  return Buffer.from(bytes).toString("utf8");
}
