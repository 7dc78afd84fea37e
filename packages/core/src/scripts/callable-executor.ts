// The executor that calls a function and starts no process.

import { messageOf, SkillError, type SkillErrorCode } from "../base/errors.js";
import type { ToolCallOptions } from "../base/tool.js";
import { callFunction } from "./call-function.js";
import type { ScriptExecutor, ScriptRequest, ScriptResult } from "./executor.js";
import { notStarted } from "./script-result.js";

/** Runs a script in its own way. A returned text is what the script printed, anything else is printed as JSON; an async iterable prints text by text. */
export type ScriptFunction = (request: ScriptRequest, options: ToolCallOptions) => unknown;

/**
 * An executor made of a function, such as one that hands scripts to a remote machine.
 *
 * What the function throws is the cause of a failed result with exit code 1, but for a SkillError `invalid_input`, which is
 * thrown on: nothing has run then. When the signal fires, the call ends at once with an `aborted` result; the function receives the same
 * signal and should stop.
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
      const stdout = await callFunction(() => this.#run(request, options), options);
      return finished(startedAt, { exitCode: 0, stdout });
    } catch (error) {
      if (hasCode(error, "invalid_input")) throw error;
      if (!hasCode(error, "aborted")) {
        return finished(startedAt, { exitCode: 1, stderr: messageOf(error), cause: error });
      }
      const interrupted = { code: "aborted", message: "Script aborted while it ran" } as const;
      return finished(startedAt, { exitCode: null, interrupted });
    }
  }
}

function hasCode(error: unknown, code: SkillErrorCode): boolean {
  return SkillError.isInstance(error) && error.code === code;
}

function finished(startedAt: number, ending: Pick<ScriptResult, "exitCode"> & Partial<ScriptResult>): ScriptResult {
  const durationMs = performance.now() - startedAt;
  return { signal: null, stdout: "", stderr: "", truncated: false, durationMs, ...ending };
}
