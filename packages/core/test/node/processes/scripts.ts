import { folderWith } from "@skillplug/testing/temporary-folder";
import type { ScriptArguments } from "../../../src/base/skill.js";
import type { ToolCallOptions } from "../../../src/base/tool.js";
import { type LocalExecutorOptions, localExecutor } from "../../../src/node/processes/local-executor.js";
import type { ScriptResult } from "../../../src/scripts/executor.js";

/** Runs one script of a skill. */
export function runScript(
  directory: string,
  scriptName: string,
  { args, call = {}, ...options }: LocalExecutorOptions & { args?: ScriptArguments; call?: ToolCallOptions } = {},
): Promise<ScriptResult> {
  return localExecutor(options).execute({ skillName: "test", scriptName, directory, args }, call);
}

/** Runs a shell script as the only script of a skill. */
export async function runShell(
  lines: string,
  options?: LocalExecutorOptions & { args?: ScriptArguments; call?: ToolCallOptions },
): Promise<ScriptResult> {
  return runScript(await folderWith({ "scripts/run.sh": lines }), "scripts/run.sh", options);
}

/** The process ids that a script printed, one a line. */
export function pidsOf({ stdout }: Pick<ScriptResult, "stdout">): number[] {
  return stdout
    .split("\n")
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
}
