// Starts the file of a script, in its own folder or from a private copy, and tells what changed on the disk while it ran.

import type { ApprovalRequest } from "../base/approval-request.js";
import { failureOf } from "../base/errors.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { ScriptRequest, ScriptResult, StagedFolder } from "../scripts/executor.js";
import type { Run } from "./bind-run.js";
import { confirmTree, prepareFolder } from "./prepare-folder.js";
import { readRunFiles } from "./run-files.js";
import type { ScriptGates } from "./script-gates.js";
import { directoryOf } from "./skill-directory.js";
import { lookAtCopy, lookInPlace, type Witness } from "./witness-run.js";

/** Runs the file of a script: what is trusted in its own folder, all else in a private copy of the tree. */
export async function startScript(
  run: Run,
  options: ToolCallOptions,
  gates: ScriptGates,
  approved: ApprovalRequest | undefined,
): Promise<ScriptResult> {
  const { entry, script, workFolder } = run;
  const { signal } = options;
  const own = entry.trusted ? directoryOf(entry) : undefined;
  const request = requestOf(run, own, approved, signal);
  const { executor } = gates;
  if (executor.takesFiles) {
    return attempt(script.name, options, () => executor.execute({ ...request, directory: "" }, options));
  }
  // Where scripts run elsewhere, nothing of this disk changes by them.
  const looksAt = executor.workFolder ? workFolder : undefined;
  const witness: Witness = { findings: {}, workFolder: looksAt, skillName: entry.skill.name };
  const stage = async (): Promise<StagedFolder> => {
    if (own === undefined) return lookAtCopy(await prepareFolder(entry, { approved, signal }), witness);
    if (approved) await confirmTree(entry, approved, { signal });
    return lookInPlace(own, witness);
  };
  const isQuick = own !== undefined && !approved;
  const result = await attempt(script.name, options, () => execute(stage, request, { ...gates, isQuick }, options));
  return { ...result, ...witness.findings };
}

function requestOf(
  { entry, script, args, stdin, workFolder }: Run,
  own: string | undefined,
  approved: ApprovalRequest | undefined,
  signal: AbortSignal | undefined,
): Omit<ScriptRequest, "directory"> {
  const { skill, source, trusted } = entry;
  return {
    ...{ skillName: skill.name, scriptName: script.name, args },
    files: () => readRunFiles(entry, { approved, signal }),
    // What lies there is bound by no approval: a stranger's script is not led to it.
    ...(trusted && skill.plugin && { pluginDirectory: skill.plugin.directory }),
    ...(workFolder !== undefined && { workFolder }),
    ...(stdin !== undefined && { stdin }),
    ...(approved && { isApproved: true }),
    ...(own !== undefined && source.checkFolder && { checkFolder: async () => source.checkFolder?.(skill) }),
  };
}

/** @param isQuick whether the folder is ready at once, so that no more of them wait than scripts run */
function execute(
  stage: () => Promise<StagedFolder>,
  request: Omit<ScriptRequest, "directory">,
  { executor, staging, isQuick }: Pick<ScriptGates, "executor" | "staging"> & { readonly isQuick: boolean },
  options: ToolCallOptions,
): Promise<ScriptResult> {
  if (executor.executeStaged) return executor.executeStaged(stage, request, options);
  const work = async () => {
    const { directory, dispose } = await stage();
    try {
      return await executor.execute({ ...request, directory }, options);
    } finally {
      await dispose();
    }
  };
  return isQuick ? work() : staging(options.signal, work);
}

/** A failing script is a result; an executor that rejects has failed itself. */
async function attempt(
  script: string,
  { signal }: ToolCallOptions,
  work: () => Promise<ScriptResult>,
): Promise<ScriptResult> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(`The executor failed to run ${script}`, error, "function_failed", signal);
  }
}
