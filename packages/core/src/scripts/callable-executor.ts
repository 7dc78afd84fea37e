import { messageOf } from "../errors.js";
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
    const { signal } = options;
    if (signal?.aborted) return notStarted("aborted", "Script aborted before it started");
    const startedAt = performance.now();
    const aborted = whenAborted(signal);
    try {
      const call = Promise.resolve(this.#run(request, options)).then(toOutput);
      const stdout = await Promise.race([call, aborted.promise]);
      if (stdout !== undefined) return finished(startedAt, { exitCode: 0, stdout });
      const interrupted = { code: "aborted", message: "Script aborted while it ran" } as const;
      return finished(startedAt, { exitCode: null, interrupted });
    } catch (error) {
      return finished(startedAt, { exitCode: 1, stderr: messageOf(error) });
    } finally {
      aborted.forget();
    }
  }
}

function toOutput(value: unknown): string {
  if (typeof value === "string") return value;
  // JSON has no text for undefined and for functions.
  return JSON.stringify(value) ?? "";
}

function finished(startedAt: number, ending: Pick<ScriptResult, "exitCode"> & Partial<ScriptResult>): ScriptResult {
  const durationMs = performance.now() - startedAt;
  return { signal: null, stdout: "", stderr: "", truncated: false, durationMs, ...ending };
}

/** A promise that resolves to nothing when the signal fires. */
function whenAborted(signal: AbortSignal | undefined): { promise: Promise<undefined>; forget(): void } {
  let forget = () => {};
  const promise = new Promise<undefined>((resolve) => {
    const listener = () => resolve(undefined);
    signal?.addEventListener("abort", listener, { once: true });
    forget = () => signal?.removeEventListener("abort", listener);
  });
  return { promise, forget };
}
