// What a local executor loads with its first script: locates the file, prepares a command, and runs it.

import type { ToolCallOptions } from "../../base/tool.js";
import type { ScriptResult } from "../../scripts/executor.js";
import { createBackgroundRuns } from "./background-runs.js";
import { createInterpreters, type InterpreterSettings } from "./interpreters.js";
import { notesOfRun } from "./notes-of-run.js";
import { runProcess } from "./run-process.js";
import { skillVariables } from "./script-environment.js";
import { checkWorkFolder, confirmScript, locateScript, type PlacedRequest } from "./script-file.js";
import { toWords } from "./script-words.js";
import { resolveSkillFiles } from "./skill-file-words.js";
import { ensureWatchdog } from "./watchdog.js";

/** What an executor has decided once and for all its scripts. */
export interface RunnerSettings extends InterpreterSettings {
  readonly timeoutMs: number;
  /** Between SIGTERM and SIGKILL. */
  readonly killGraceMs: number;
  /** What is kept of stdout, and of stderr. */
  readonly maxOutputBytes: number;
  /** The folder for requests that name none; each skill's own folder when it is absent. */
  readonly cwd: string | undefined;
  /** Whether what a script leaves running goes on until the executor is closed. */
  readonly keepsBackground: boolean;
}

/** Runs scripts on this machine. Each method rejects for a script that cannot be prepared, mostly with a SkillError `script_not_started`. */
export interface LocalRunner {
  /** @param isCopy whether the skill's folder is gone after the run, so that nothing may go on running in it */
  run(request: PlacedRequest, options: ToolCallOptions, isCopy: boolean): Promise<ScriptResult>;
  /** Does all that a run does before it starts the script. */
  check(request: PlacedRequest): Promise<void>;
  /** As `check`, and tells the words that would run, in which the script stands by its name. */
  describe(request: PlacedRequest): Promise<readonly string[]>;
  /** Starts what the first script will need. */
  warmUp(): void;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}

/** Makes the runner of one executor. */
export function createLocalRunner(settings: RunnerSettings): LocalRunner {
  const { environment, cwd, timeoutMs, killGraceMs, maxOutputBytes } = settings;
  const interpreters = createInterpreters(settings);
  const background = settings.keepsBackground ? createBackgroundRuns(killGraceMs) : undefined;

  async function prepare(request: PlacedRequest, isOnlyTold: boolean, signal?: AbortSignal) {
    const script = await locateScript(request);
    const { workFolder = cwd } = request;
    if (workFolder !== undefined) await checkWorkFolder(workFolder);
    return { script, cwd: workFolder ?? script.directory, ...(await interpreters.prepare(script, isOnlyTold, signal)) };
  }

  return {
    async run(request, { signal, onOutput }, isCopy) {
      const { script, cwd, ...prepared } = await prepare(request, false, signal);
      const { command, dispose } = prepared;
      const { directory } = script;
      const env = skillVariables(environment, directory, request.pluginDirectory);
      const limits = { timeoutMs, killGraceMs, maxOutputBytes };
      try {
        const given = toWords(request.args, directory);
        const { words, taken } = request.isApproved
          ? { words: given, taken: [] }
          : resolveSkillFiles(given, { folder: directory, workFolder: cwd, skillName: request.skillName });
        await confirmScript(script, request);
        const { stdin } = request;
        const own = isCopy ? undefined : background;
        const process = { cwd, env, stdin, ...limits, signal, onOutput, background: own };
        const result = await runProcess([...command, ...words], process);
        const notes = await notesOfRun(result, {
          ...{ script, scriptName: request.scriptName, prepared, taken },
          place: { isCopy, workFolder: cwd, environment },
        });
        return notes.length > 0 ? { ...result, notes } : result;
      } finally {
        await dispose?.();
      }
    },
    async describe(request) {
      const { script: located, command } = await prepare(request, true);
      // What the last word before the arguments is, is the script, or what was made of it for one run.
      const script =
        command.at(-1) === located.path ? request.scriptName : `${request.scriptName} (bundled by esbuild)`;
      return [...command.slice(0, -1), script, ...toWords(request.args)];
    },
    async check(request) {
      await prepare(request, true);
    },
    warmUp: ensureWatchdog,
    close: async () => background?.close(),
  };
}
