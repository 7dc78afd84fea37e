// Hands the file of a script to the executor, with all that it needs to run it.

import type { ApprovalRequest } from "../base/approval-request.js";
import { failureOf } from "../base/errors.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { ScriptRequest, ScriptResult } from "../scripts/executor.js";
import type { Run } from "./bind-run.js";
import { confirmTree } from "./confirm-tree.js";
import { readRunFiles } from "./run-files.js";
import type { ScriptGates } from "./script-gates.js";
import { directoryOf } from "./skill-directory.js";

/** Runs the file of a script. A failing script is a result; an executor that rejects has failed itself. */
export async function startScript(
  run: Run,
  options: ToolCallOptions,
  { executor }: ScriptGates,
  approved: ApprovalRequest | undefined,
): Promise<ScriptResult> {
  const { entry, script } = run;
  const { signal } = options;
  // What is not trusted runs from a copy of what was read, wherever it lies.
  const directory = entry.trusted ? directoryOf(entry) : undefined;
  try {
    // An executor of somebody else's may run what it has from elsewhere, and read none of the files.
    if (approved) await confirmTree(entry, approved, { signal });
    return await executor.execute(requestOf(run, directory, approved, signal), options);
  } catch (error) {
    throw failureOf(`The executor failed to run ${script.name}`, error, "function_failed", signal);
  }
}

function requestOf(
  { entry, script, args, stdin, workFolder }: Run,
  directory: string | undefined,
  approved: ApprovalRequest | undefined,
  signal: AbortSignal | undefined,
): ScriptRequest {
  const { skill, source, trusted } = entry;
  return {
    ...{ skillName: skill.name, scriptName: script.name, args },
    ...(directory !== undefined && { directory }),
    files: () => readRunFiles(entry, { approved, signal }),
    // What lies there is bound by no approval: a stranger's script is not led to it.
    ...(trusted && skill.plugin && { pluginDirectory: skill.plugin.directory }),
    ...(workFolder !== undefined && { workFolder }),
    ...(stdin !== undefined && { stdin }),
    ...(approved && { isApproved: true }),
    ...(directory !== undefined && source.checkFolder && { checkFolder: async () => source.checkFolder?.(skill) }),
  };
}
