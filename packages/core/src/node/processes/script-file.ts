// Checks the paths of a run: the script, which must lie in its skill's folder, and the working folder.

import { lstatSync, realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { messageOf, SkillError } from "../../base/errors.js";
import type { ScriptRequest } from "../../scripts/executor.js";
import { isInside } from "../is-inside.js";
import { locateContained, Refusal } from "../open-contained.js";
import { isSame, type PinnedFolder, pinFolder, replacedError } from "../pinned-folder.js";

/** Where a script really lies, all symlinks resolved. */
export interface ScriptFile {
  readonly path: string;
  /** The skill's folder. */
  readonly directory: string;
}

/** A request whose skill lies in a folder of this disk. */
export interface PlacedRequest extends ScriptRequest {
  readonly directory: string;
}

/** A script that was found, and the folder in which it was. */
export interface LocatedScript extends ScriptFile {
  readonly folder: PinnedFolder;
}

/**
 * Resolves the script of a request on this disk.
 *
 * @throws SkillError `script_not_started` when the script is missing, no regular file, or lies outside the skill's folder
 */
export async function locateScript(request: PlacedRequest): Promise<LocatedScript> {
  await request.checkFolder?.();
  return locateAtOnce(request) ?? locatePatiently(request);
}

/**
 * Where a script lies that simply is there; `undefined` for whatever else there may be. Not awaited, as right before the start:
 * on a busy machine each call that is awaited costs more than all of these, and the start itself waits for the same disk.
 */
function locateAtOnce({ directory, scriptName, checkFolder }: PlacedRequest): LocatedScript | undefined {
  try {
    const real = realpathSync.native(directory);
    if (checkFolder && real !== directory) return undefined;
    const { dev, ino } = lstatSync(real, { bigint: true });
    const path = realpathSync.native(resolve(real, relative(directory, resolve(directory, scriptName))));
    if (!isInside(real, path) || !lstatSync(path).isFile()) return undefined;
    return { directory: real, path, folder: { path: real, dev, ino } };
  } catch {
    return undefined;
  }
}

/** Waits for a script that is being replaced, and tells what is wrong with one that cannot be run. */
async function locatePatiently({ directory, scriptName, checkFolder }: PlacedRequest): Promise<LocatedScript> {
  try {
    const folder = await pinFolder(directory);
    // A folder that can be checked is named by its real path.
    if (checkFolder && folder.path !== directory) {
      throw replacedError({ ...folder, path: directory }, "a link", scriptName);
    }
    const way = relative(directory, resolve(directory, scriptName));
    const { path } = await locateContained(folder, way);
    return { directory: folder.path, path, folder };
  } catch (error) {
    throw toStartError(scriptName, error);
  }
}

/**
 * Looks once more at a script that was located, right before it is started: at once, so that nothing comes in between. A
 * file that took its place in the same folder is the script now.
 *
 * @throws SkillError `script_not_started` when its path leads elsewhere, or another folder lies in the place of the skill's
 */
export async function confirmScript(script: LocatedScript, { scriptName, checkFolder }: ScriptRequest): Promise<void> {
  await checkFolder?.();
  const { path, folder } = script;
  try {
    const now = lstatSync(folder.path, { bigint: true });
    if (realpathSync.native(path) === path && lstatSync(path).isFile() && isSame(now, folder)) return;
  } catch (error) {
    throw toStartError(scriptName, error);
  }
  throw new SkillError("script_not_started", `${scriptName} was exchanged while it was prepared, and is not run`);
}

function toStartError(scriptName: string, error: unknown): SkillError {
  const options = { cause: error };
  if (error instanceof Refusal)
    return new SkillError("script_not_started", `${scriptName} ${WORDS[error.why]}`, options);
  if (SkillError.isInstance(error)) return new SkillError("script_not_started", error.message, options);
  const message = `${scriptName} cannot be found in the folder of the skill: ${messageOf(error)}`;
  return new SkillError("script_not_started", message, options);
}

const WORDS: Readonly<Record<Refusal["why"], string>> = {
  outside: "leads out of the skill's folder. Only files inside it are run",
  irregular: "is not a regular file",
  changed: "changed while it was looked at, again and again",
};

/** @throws SkillError `script_not_started`: the system's own error would name the interpreter instead */
export async function checkWorkFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory()) return;
  const message = `the script would run in ${folder}, which is no folder. Create it, or name another (workFolder, or the executor's option cwd)`;
  throw new SkillError("script_not_started", message);
}
