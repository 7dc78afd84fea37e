import { callFunction } from "../call-function.js";
import { messageOf, SkillError } from "../errors.js";
import type { ToolCallOptions } from "../tool-call.js";
import type { ScriptExecutor, ScriptRequest, ScriptResult } from "./executor.js";
import { notStarted } from "./script-result.js";

/** Runs a script in its own way. A returned text is what the script printed, anything else is printed as JSON. */
export type ScriptFunction = (request: ScriptRequest, options: ToolCallOptions) => unknown;

/**
 * An executor made of a function, such as one that hands scripts to a remote machine.
 *
 * What the function throws becomes a failed result with exit code 1. When the signal fires, the call ends at once with
 * an `aborted` result; the function receives the same signal and should stop.
 */
export class CallableScriptExecutor implements ScriptExecutor {
  readonly #run: ScriptFunction;

  constructor(run: ScriptFunction) {
    this.#run = run;
  }

  async execute(request: ScriptRequest, options: ToolCallOptions = {}): Promise<ScriptResult> {
    if (options.signal?.aborted) return notStarted("aborted", "Script aborted before it started");
    const startedAt = performance.now();
    try {
      const stdout = await callFunction(() => this.#run(request, options), options.signal);
      return finished(startedAt, { exitCode: 0, stdout });
    } catch (error) {
      if (!isAborted(error)) return finished(startedAt, { exitCode: 1, stderr: messageOf(error) });
      const interrupted = { code: "aborted", message: "Script aborted while it ran" } as const;
      return finished(startedAt, { exitCode: null, interrupted });
    }
  }
}

function isAborted(error: unknown): boolean {
  return SkillError.isInstance(error) && error.code === "aborted";
}

function finished(startedAt: number, ending: Pick<ScriptResult, "exitCode"> & Partial<ScriptResult>): ScriptResult {
  const durationMs = performance.now() - startedAt;
  return { signal: null, stdout: "", stderr: "", truncated: false, durationMs, ...ending };
}
