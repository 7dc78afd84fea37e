// The folder in which a script lies while it runs, and what changes on the disk meanwhile.

import { SkillError } from "../../base/errors.js";
import type { FolderChanges } from "../../base/folder-changes.js";
import type { ScriptRequest, ScriptResult } from "../../scripts/executor.js";
import { lookAtFolder } from "../folders/look-at-folder.js";
import { isInside } from "../is-inside.js";
import { keepOutput } from "./keep-output.js";
import type { PlacedRequest } from "./script-file.js";
import { stageFiles, whileGoing } from "./stage-files.js";

/** What is found when a run has ended. */
type Findings = Pick<ScriptResult, "changes" | "skillChanges" | "kept">;

/** The skill's own folder, or a private copy. */
interface RunFolder {
  /** Absolute path. */
  readonly directory: string;
  /** Whether it is gone after the run. */
  readonly isCopy: boolean;
  /** To be called when the run has ended. A copy is removed; what was written into it is kept. */
  end(): Promise<Findings>;
}

/** How many files of a private copy are kept. */
const MAX_KEPT_FILES = 1_000;

/**
 * Runs a script in its skill's own folder, or in a private copy of its files, and tells what changed there and in the work folder
 * that the request names.
 *
 * @param run `isCopy`: the folder is gone afterwards, so that nothing may go on running in it
 * @throws SkillError `aborted`; what `files` of the request rejects with, of what is approved also where the skill runs in its own folder
 */
export async function inRunFolder(
  request: ScriptRequest,
  signal: AbortSignal | undefined,
  run: (placed: PlacedRequest, isCopy: boolean) => Promise<ScriptResult>,
): Promise<ScriptResult> {
  const folder = await openRunFolder(request, signal);
  let result: ScriptResult;
  let findings: Findings;
  try {
    result = await run({ ...request, directory: folder.directory }, folder.isCopy);
  } finally {
    findings = await folder.end();
  }
  return { ...result, ...findings };
}

/** Looks at a script in its skill's own folder, or in a private copy of its files that is gone afterwards. */
export async function inSkillFolder<T>(
  request: ScriptRequest,
  look: (placed: PlacedRequest) => Promise<T>,
): Promise<T> {
  if (request.directory !== undefined) return look({ ...request, directory: request.directory });
  const { directory, dispose } = await stageFiles(filesOf(request));
  try {
    return await look({ ...request, directory });
  } finally {
    await dispose();
  }
}

function openRunFolder(request: ScriptRequest, signal: AbortSignal | undefined): Promise<RunFolder> {
  return request.directory === undefined ? openCopy(request, signal) : openInPlace(request, request.directory, signal);
}

async function openInPlace(
  request: ScriptRequest,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<RunFolder> {
  const { files, isApproved, workFolder } = request;
  const work = workFolder === undefined ? undefined : await lookAtFolder(workFolder, { except: directory });
  // Whoever works inside a skill changes it on purpose.
  const isLookedAt = workFolder !== undefined && !isInside(directory, workFolder);
  const skill = isLookedAt ? await lookAtFolder(directory) : undefined;
  // At the last, as it may have waited for long since it was compared with what was approved.
  if (isApproved && files) for await (const _ of whileGoing(files(), signal));
  return {
    directory,
    isCopy: false,
    async end() {
      const skillChanges = await skill?.changes();
      const changes = await work?.changes();
      return { ...(changes && { changes }), ...(hasAny(skillChanges) && { skillChanges }) };
    },
  };
}

async function openCopy(request: ScriptRequest, signal: AbortSignal | undefined): Promise<RunFolder> {
  const { skillName, workFolder } = request;
  const { directory, dispose } = await stageFiles(filesOf(request), signal);
  const work = workFolder === undefined ? undefined : await lookAtFolder(workFolder, { except: directory });
  const copy = await lookAtFolder(directory, { most: MAX_KEPT_FILES });
  return {
    directory,
    isCopy: true,
    async end() {
      const changes = await work?.changes();
      const kept = await keepOutput(directory, await copy.changes(), { workFolder, skillName });
      await dispose();
      return { ...(changes && { changes }), ...(kept && { kept }) };
    },
  };
}

function filesOf({ files, scriptName }: ScriptRequest) {
  if (files) return files();
  const message = `${scriptName} cannot be run: the request names neither the folder of its skill (directory) nor its files`;
  throw new SkillError("script_not_started", message);
}

function hasAny(changes: FolderChanges | undefined): boolean {
  return changes !== undefined && changes.files.length > 0;
}
