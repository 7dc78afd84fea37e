// What running a script is, on any platform: the request, the result, and the executor's contract.

import type { ChangedFile, FolderChanges } from "../base/folder-changes.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";

/** One script to be run. */
export interface ScriptRequest {
  readonly skillName: string;
  /** The path inside the skill's folder, parts separated by `/`. */
  readonly scriptName: string;
  /** The absolute path of the skill's folder on this disk; empty for an executor that takes the files. */
  readonly directory: string;
  /**
   * All files of the skill, each read when it is asked for, of what is approved those that were: where they are others, the
   * iteration rejects at its end with `denied`. So nothing of them may run before it has ended, and nothing where it rejects.
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
  /** What changed in the work folder while it ran. The toolset looks, where the executor runs on this disk. */
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

/** A folder that is ready for one run. */
export interface StagedFolder {
  /** Absolute path. */
  readonly directory: string;
  /** Whether it is a copy that is gone after the run, so that nothing may go on running in it. @default false */
  readonly isCopy?: boolean | undefined;
  /** To be called when the run has ended. */
  dispose(): Promise<void>;
}

/** Runs scripts. A failing script is a result, not a rejection. */
export interface ScriptExecutor {
  execute(request: ScriptRequest, options: ToolCallOptions): Promise<ScriptResult>;
  /**
   * `true` for one that runs scripts elsewhere, such as in a container: it lays out what `files()` of the request tells, and no
   * folder of this disk is made for it. @default false
   */
  readonly takesFiles?: boolean | undefined;
  /**
   * The folder of this disk in which scripts run where nobody names another. An executor without this method is taken to run
   * them elsewhere: nothing is told of a folder of this disk then, and nothing is looked at.
   */
  workFolder?(): Promise<string | undefined>;
  /** Ends what scripts have left running in the background. May be called again, and does not hinder later runs. */
  close?(): Promise<void>;
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
    stage: () => Promise<StagedFolder>,
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
