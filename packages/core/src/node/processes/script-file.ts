// Checks the paths of a run: the script, which must lie in its skill's folder, and the working folder.

import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, SkillError } from "../../base/errors.js";
import type { ScriptRequest } from "../../scripts/executor.js";
import { isInside } from "../read-contained-file.js";

/** Where a script really lies, all symlinks resolved. */
export interface ScriptFile {
  readonly path: string;
  /** The skill's folder. */
  readonly directory: string;
}

/**
 * Resolves the script of a request on this disk.
 *
 * @throws SkillError `script_not_started` when the script is missing, no regular file, or lies outside the skill's folder
 */
export async function locateScript(request: ScriptRequest): Promise<ScriptFile> {
  const { scriptName } = request;
  const [directory, path] = await resolvePaths(request);
  if (!isInside(directory, path)) {
    throw new SkillError(
      "script_not_started",
      `${scriptName} leads out of the skill's folder. Only files inside it are run`,
    );
  }
  if (!(await stat(path)).isFile()) {
    throw new SkillError("script_not_started", `${scriptName} is not a regular file`);
  }
  return { directory, path };
}

async function resolvePaths({ directory, scriptName }: ScriptRequest): Promise<[string, string]> {
  try {
    return await Promise.all([realpath(directory), realpath(resolve(directory, scriptName))]);
  } catch (error) {
    const message = `${scriptName} cannot be found in the folder of the skill: ${messageOf(error)}`;
    throw new SkillError("script_not_started", message, { cause: error });
  }
}

/** @throws SkillError `script_not_started`: the system's own error would name the interpreter instead */
export async function checkWorkingFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory()) return;
  const message = `the executor's option cwd is ${folder}, which is no folder. Create it or name another`;
  throw new SkillError("script_not_started", message);
}
