// The executor that calls a function and starts no process.

import { messageOf, SkillError, type SkillErrorCode } from "../base/errors.js";
import { checkOptions, MAX_TIMER_MS, type OptionRules, wholeNumber } from "../base/options.js";
import type { ToolCallOptions } from "../base/tool.js";
import { callFunction, FunctionTimeoutError } from "./call-function.js";
import type { ScriptExecutor, ScriptRequest, ScriptResult } from "./executor.js";
import { FUNCTION_TIMEOUT_MS } from "./function-timeout.js";
import { notStarted, type ScriptInterruption } from "./script-result.js";

/** Runs a script in its own way. A returned text is what the script printed, anything else is printed as JSON; an async iterable prints text by text. */
export type ScriptFunction = (request: ScriptRequest, options: ToolCallOptions) => unknown;

/** How a function is called in place of a process. */
export interface CallableExecutorOptions {
  /** How long it may take, in milliseconds; `undefined` for one that has a limit of its own. @default 60_000 */
  readonly timeoutMs?: number | undefined;
}

const RULES: OptionRules<CallableExecutorOptions> = { timeoutMs: wholeNumber(1, MAX_TIMER_MS) };

/**
 * An executor made of a function, such as one that hands scripts to a remote machine.
 *
 * What the function throws is the cause of a failed result with exit code 1, but for a SkillError `invalid_input`, which is
 * thrown on: nothing has run then. When the signal of the call fires, the call ends at once with an `aborted` result, and when
 * the time is over, with `script_timeout`. The function receives a signal that fires in both cases, and should stop.
 *
 * @throws SkillError `invalid_option` from the constructor for a time that no timer can wait for
 */
export class CallableScriptExecutor implements ScriptExecutor {
  readonly #run: ScriptFunction;
  readonly #timeoutMs: number | undefined;

  constructor(run: ScriptFunction, options: CallableExecutorOptions = {}) {
    checkOptions("CallableScriptExecutor", options, RULES);
    this.#run = run;
    this.#timeoutMs = "timeoutMs" in options ? options.timeoutMs : FUNCTION_TIMEOUT_MS;
  }

  async execute(request: ScriptRequest, options: ToolCallOptions = {}): Promise<ScriptResult> {
    if (options.signal?.aborted) return notStarted("aborted", "Script aborted before it started");
    const startedAt = performance.now();
    try {
      const stdout = await callFunction((own) => this.#run(request, own), options, this.#timeoutMs);
      return finished(startedAt, { exitCode: 0, stdout });
    } catch (error) {
      if (hasCode(error, "invalid_input")) throw error;
      const interrupted = this.#interruptionOf(error);
      if (interrupted) return finished(startedAt, { exitCode: null, interrupted });
      return finished(startedAt, { exitCode: 1, stderr: messageOf(error), cause: error });
    }
  }

  /** A script that ran out of its time inside the function is a failure of the function. */
  #interruptionOf(error: unknown): ScriptInterruption | undefined {
    if (hasCode(error, "aborted")) return { code: "aborted", message: "Script aborted while it ran" };
    if (!(error instanceof FunctionTimeoutError)) return undefined;
    return { code: "script_timeout", message: `Script execution timeout after ${this.#timeoutMs}ms` };
  }
}

function hasCode(error: unknown, code: SkillErrorCode): boolean {
  return SkillError.isInstance(error) && error.code === code;
}

function finished(startedAt: number, ending: Pick<ScriptResult, "exitCode"> & Partial<ScriptResult>): ScriptResult {
  const durationMs = performance.now() - startedAt;
  return { signal: null, stdout: "", stderr: "", truncated: false, durationMs, ...ending };
}
