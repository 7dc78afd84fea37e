// What running a script is, on any platform: the request, the result, and the executor's contract.

import type { ChangedFile, FolderChanges } from "../base/folder-changes.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";

/** One script to be run. */
export interface ScriptRequest {
  readonly skillName: string;
  /** The path inside the skill's folder, parts separated by `/`. */
  readonly scriptName: string;
  /**
   * The skill's folder on this disk, where it may run as it lies there: an absolute path. Absent for what has to be laid out from
   * `files`: the skill of a stranger, or one that lies nowhere on this disk.
   */
  readonly directory?: string | undefined;
  /**
   * All files of the skill, each read when it is asked for; a toolset always tells them. Of what is approved they are those that
   * were: where they are others, the iteration rejects at its end with `denied`. So nothing of them may run before it has ended,
   * and nothing where it rejects.
   */
  readonly files?:
    | (() => AsyncIterable<{
        /** Inside the skill's folder, parts separated by `/`. */
        readonly path: string;
        /** Whether it may be executed where it lies. `undefined` where nothing tells that. */
        readonly isExecutable?: boolean | undefined;
        readonly bytes: Uint8Array;
      }>)
    | undefined;
  /** The folder of the plugin that the skill belongs to: an absolute path. Absent for a skill that is not trusted. */
  readonly pluginDirectory?: string | undefined;
  readonly args?: ScriptArguments | undefined;
  /** Whether the arguments run as they stand, since somebody has approved these very words. */
  readonly isApproved?: boolean | undefined;
  /** The folder in which the script runs: an absolute path. Absent where the executor is used by itself: then it decides. */
  readonly workFolder?: string | undefined;
  /** What the script reads from its standard input; empty when absent. */
  readonly stdin?: string | undefined;
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
  /** What still ran when the script had ended by itself: at most ten, the rest is counted. */
  readonly left?: LeftProcesses | undefined;
  /** What changed in the work folder while it ran. */
  readonly changes?: FolderChanges | undefined;
  /** What changed in the skill's own folder while it ran there; absent where nothing did. */
  readonly skillChanges?: FolderChanges | undefined;
  /** What it wrote into the private copy of its skill that it ran from, and where that is now; absent where it wrote nothing. */
  readonly kept?: KeptOutput | undefined;
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

/** Files of a private copy that were kept when it was removed. */
export interface KeptOutput {
  /** The folder in which they lie now: an absolute path. `undefined` where none could be kept. */
  readonly folder: string | undefined;
  /** At most 100 of them. */
  readonly files: readonly ChangedFile[];
  /** How many more were kept. */
  readonly more: number;
  /** How many were not: too many, too large, or no regular files any more. */
  readonly lost: number;
}

/** Processes that a script has left running. */
export interface LeftProcesses {
  readonly processes: readonly { readonly pid: number; readonly command: string }[];
  /** How many more there are. */
  readonly more: number;
  /** Whether they go on until the executor is closed; `false` where they were ended. */
  readonly goOn: boolean;
}

/**
 * Runs scripts: in the skill's own folder where the request names it, else in one of its own making, with what `files` of the
 * request tells. One that runs scripts elsewhere, such as in a container, always lays out the files.
 */
export interface ScriptExecutor {
  /** A failing script is a result. What `files` of the request rejects with is thrown on: nothing may run then. */
  execute(request: ScriptRequest, options: ToolCallOptions): Promise<ScriptResult>;
  /**
   * The folder of this disk in which scripts run where nobody names another. An executor without this method is taken to run
   * them elsewhere: nothing is told of a folder of this disk then.
   */
  workFolder?(): Promise<string | undefined>;
  /** Ends what scripts have left running in the background. May be called again, and does not hinder later runs. */
  close?(): Promise<void>;
  /** Loads what the first script will need. Called when the tool that runs scripts is handed out; must not throw. */
  warmUp?(): void;
  /**
   * The words of the command that `execute` would run, for whoever approves it. The script stands there by its name, since the
   * folder that it runs in may be a copy. Nothing of the skill is run.
   *
   * @throws SkillError `script_not_started` when it could not be started
   */
  describe?(request: ScriptRequest): Promise<readonly string[]>;
}
