// In which folder a script runs: what the call, the toolset and the executor say, in this order.

import { absoluteFolder, workingFolder } from "#platform";
import { failureOf, SkillScriptExecutionError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import { untilAborted } from "../base/until-aborted.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import { originOf } from "../scripts/handed-on.js";

/**
 * The folder in which scripts run: a path, or a function that tells it for each call from its run context. A relative path
 * begins at this process's working folder.
 */
export type WorkFolder = string | ((context: unknown) => string | Promise<string>);

/** What a call says of its folder. */
type CallOptions = Pick<ToolCallOptions, "workFolder" | "context" | "signal">;

/** What decides, besides the call. */
export interface WorkFolderRule {
  readonly workFolder?: WorkFolder | undefined;
  readonly executor: ScriptExecutor;
}

/**
 * The folder that is named for this run: by the call, else by the toolset; `undefined` where neither names one.
 *
 * @throws SkillError `script_not_started` for what is no path; `function_failed` when the function throws; `aborted`
 */
async function namedWorkFolder(
  { workFolder }: Pick<WorkFolderRule, "workFolder">,
  { workFolder: own, context, signal }: CallOptions,
): Promise<string | undefined> {
  const named = own ?? (typeof workFolder === "function" ? await ask(workFolder, context, signal) : workFolder);
  if (named === undefined && typeof workFolder !== "function") return undefined;
  if (isPath(named)) return absoluteFolder(named);
  const kind = named === "" ? "an empty text" : `of type ${named === null ? "null" : typeof named}`;
  throw notStarted(`its work folder must be the path of a folder, but is ${kind}. Correct workFolder`);
}

/**
 * The folder of this run: {@link namedWorkFolder}, else the executor's own, else that of this process.
 *
 * @throws SkillError as `namedWorkFolder`; `script_not_started` when the folder of this process was removed
 */
async function workFolderOf(rule: WorkFolderRule, options: CallOptions): Promise<string | undefined> {
  const named = await namedWorkFolder(rule, options);
  if (named !== undefined) return named;
  const { executor } = rule;
  const usual = await (executor.workFolder ? executor.workFolder() : workingFolder());
  if (usual !== undefined || !executor.workFolder) return usual;
  throw notStarted(
    "the working folder of this program was removed. Start it in another, or give loadSkills a workFolder",
  );
}

/**
 * The folder of a run of this script. A function of the program runs in none; one that another toolset has handed on is told the
 * folder that is named here.
 *
 * @throws SkillError as {@link workFolderOf}
 */
export async function folderOf(
  script: SkillEntry,
  options: CallOptions,
  rule: WorkFolderRule,
): Promise<string | undefined> {
  if (!script.function) return workFolderOf(rule, options);
  return originOf(script) ? namedWorkFolder(rule, options) : undefined;
}

/** The folder as far as it is known without a call; `undefined` where a function tells it, or where scripts run elsewhere. */
export async function knownWorkFolder({ workFolder, executor }: WorkFolderRule): Promise<string | undefined> {
  if (!executor.workFolder || typeof workFolder === "function") return undefined;
  return workFolder === undefined ? executor.workFolder() : absoluteFolder(workFolder);
}

async function ask(
  workFolder: (context: unknown) => string | Promise<string>,
  context: unknown,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    return await untilAborted(signal, () => workFolder(context));
  } catch (error) {
    throw failureOf("The script did not run, since the function workFolder failed", error, "function_failed", signal);
  }
}

function notStarted(why: string): SkillScriptExecutionError {
  return new SkillScriptExecutionError(`Failed to execute script: ${why}`, { code: "script_not_started" });
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
