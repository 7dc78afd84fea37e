import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished } from "vitest";
import type { ScriptArguments } from "../../../src/base/skill.js";
import type { ToolCallOptions } from "../../../src/base/tool.js";
import { type LocalExecutorOptions, localExecutor } from "../../../src/node/processes/local-executor.js";
import type { ScriptResult } from "../../../src/scripts/executor.js";

type RunOptions = LocalExecutorOptions & { args?: ScriptArguments; call?: ToolCallOptions };

/** Runs one script of a skill. */
export function runScript(
  directory: string,
  scriptName: string,
  { args, call = {}, ...options }: RunOptions = {},
): Promise<ScriptResult> {
  return localExecutor(options).execute({ skillName: "test", scriptName, directory, args }, call);
}

/** Runs a shell script as the only script of a skill. */
export async function runShell(lines: string, options?: RunOptions): Promise<ScriptResult> {
  return runScript(await folderWith({ "scripts/run.sh": lines }), "scripts/run.sh", options);
}

/** Runs a shell script, and aborts it once it has printed so many lines. */
export function abortAfterLines(count: number, lines: string, options: LocalExecutorOptions = {}) {
  const controller = new AbortController();
  let printed = "";
  const onOutput = (chunk: string) => {
    printed += chunk;
    if (printed.split("\n").length > count) controller.abort();
  };
  return runShell(lines, { ...options, call: { signal: controller.signal, onOutput } });
}

/** A named pipe in a folder. A script that runs `read _ < NAME` waits there until it is released, once for each release. */
export async function gateIn(folder: string, name = "gate"): Promise<{ release(): Promise<unknown> }> {
  execFileSync("mkfifo", [join(folder, name)]);
  // Open both ways, so that neither side waits for the other.
  const pipe = await open(join(folder, name), "r+");
  onTestFinished(() => pipe.close());
  return { release: () => pipe.write("\n") };
}

/** The process ids that a script printed, one a line. */
export function pidsOf({ stdout }: Pick<ScriptResult, "stdout">): number[] {
  return stdout
    .split("\n")
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
}

/** Of a script that printed the ids of all its processes: none of them runs any more. */
export function expectAllGone(result: Pick<ScriptResult, "stdout">, count: number): void {
  const pids = pidsOf(result);
  expect(pids).toHaveLength(count);
  expect(pids.filter(isRunning)).toEqual([]);
}
