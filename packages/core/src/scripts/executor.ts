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
  /** What there is to say beside its output, a sentence each: a package that it seems to miss, or that its name was guessed. */
  readonly notes?: readonly string[] | undefined;
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
  /**
   * As `execute`, in a folder that is made ready once the script's turn has come, so that no more folders wait than scripts run.
   * Without it, folders are made before `execute` is called, for eight scripts at a time.
   *
   * @param stage makes the folder ready, to be disposed of when the script has ended. What it rejects with is thrown on: the
   *   script must not run then.
   */
  executeStaged?(
    stage: () => Promise<{ readonly directory: string; dispose(): Promise<void> }>,
    request: Omit<ScriptRequest, "directory">,
    options: ToolCallOptions,
  ): Promise<ScriptResult>;
  /**
   * The words of the command that `execute` would run, for whoever approves it. The script stands there by its name, since the
   * folder that it runs in may be a copy. Nothing of the skill is run.
   *
   * @throws SkillError `script_not_started` when it could not be started
   */
  describe?(request: ScriptRequest): Promise<readonly string[]>;
}
