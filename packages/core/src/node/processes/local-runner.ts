import type { ToolCallOptions } from "../../base/tool-call.js";
import { toCommandLine } from "../../scripts/arguments.js";
import type { ScriptRequest, ScriptResult } from "../../scripts/executor.js";
import { createInterpreters, type InterpreterSettings } from "./interpreters.js";
import type { LocalExecutorOptions } from "./local-executor.js";
import { runProcess } from "./run-process.js";
import { checkWorkingFolder, locateScript } from "./script-file.js";

/** Runs one script, and resolves to what became of it. */
export type LocalRunner = (request: ScriptRequest, options: ToolCallOptions) => Promise<ScriptResult>;

/**
 * What a local executor loads once it has a script to run.
 *
 * @returns a runner that rejects with a SkillError `script_not_started` for a script that cannot be started
 */
export function createLocalRunner(options: LocalExecutorOptions, settings: InterpreterSettings): LocalRunner {
  const { timeoutMs = 30_000, killGraceMs = 2_000, maxOutputBytes = 256 * 1024, cwd } = options;
  const interpreters = createInterpreters(settings);
  return async (request, { signal, onOutput }) => {
    const script = await locateScript(request);
    if (cwd !== undefined) await checkWorkingFolder(cwd);
    const { command, dispose } = await interpreters.prepare(script);
    try {
      return await runProcess([...command, ...toCommandLine(request.args)], {
        cwd: cwd ?? script.directory,
        env: { ...settings.environment, SKILL_DIR: script.directory },
        timeoutMs,
        killGraceMs,
        maxOutputBytes,
        signal,
        onOutput,
      });
    } finally {
      await dispose?.();
    }
  };
}
