// What running a script is, on any platform: the request, the result, and the executor's contract.

import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";

/** One script to be run. */
export interface ScriptRequest {
  readonly skillName: string;
  /** The path inside the skill's folder, parts separated by `/`. */
  readonly scriptName: string;
  /** The absolute path of the skill's folder on this disk. */
  readonly directory: string;
  readonly args?: ScriptArguments | undefined;
  /** Rejects when the folder is not the one any more that was listed. To be awaited at the last moment before the start. */
  readonly checkFolder?: (() => Promise<void>) | undefined;
}

/** What a script came to. */
export interface ScriptResult {
  /** `null` when a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** The signal that ended it, such as `SIGKILL`. */
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True when the middle of the output was left out. */
  readonly truncated: boolean;
  /** From the start to the end, in milliseconds. */
  readonly durationMs: number;
  /** What a function threw that stands for the script, or that runs it. */
  readonly cause?: unknown;
  /** Set when it did not run to its own end: why not. `script_failed` says that it broke a limit, such as that of its output. */
  readonly interrupted?:
    | {
        readonly code: "script_timeout" | "script_not_started" | "script_failed" | "aborted";
        readonly message: string;
      }
    | undefined;
}

/** Runs scripts. A failing script is a result, not a rejection. */
export interface ScriptExecutor {
  execute(request: ScriptRequest, options: ToolCallOptions): Promise<ScriptResult>;
  /** Loads what the first script will need. Called when the tool that runs scripts is handed out; must not throw. */
  warmUp?(): void;
}
