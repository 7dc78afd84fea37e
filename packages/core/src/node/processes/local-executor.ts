// The executor for this machine: its options and its bound on concurrency. Running is loaded lazily.

import { isAbsolute } from "node:path";
import { messageOf, SkillScriptExecutionError } from "../../base/errors.js";
import {
  aPath,
  aRecord,
  aText,
  checkOptions,
  listOf,
  MAX_TIMER_MS,
  type OptionRules,
  oneOf,
  recordOf,
  wholeNumber,
} from "../../base/options.js";
import { createSemaphore, type Semaphore } from "../../base/semaphore.js";
import type { ToolCallOptions } from "../../base/tool.js";
import type { ScriptExecutor, ScriptRequest, ScriptResult } from "../../scripts/executor.js";
import { notStarted } from "../../scripts/script-result.js";
import type { LocalRunner, RunnerSettings } from "./local-runner.js";
import { DEFAULT_INHERITED_VARIABLES, scriptEnvironment, type Variables } from "./script-environment.js";
import type { PlacedRequest } from "./script-file.js";

/** How scripts are run on this machine. */
export interface LocalExecutorOptions {
  /** How long a script may run, in milliseconds. @default 30_000 */
  readonly timeoutMs?: number | undefined;
  /** How long a script that is ended may take to end by itself (SIGTERM) before it is killed, in milliseconds. @default 2_000 */
  readonly killGraceMs?: number | undefined;
  /**
   * How many bytes are kept of stdout, and of stderr: the first and the last half of them, with a line that says how
   * much was left out. A script that prints more than 64 times as much to one of them is ended. @default 262_144
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * The folder in which scripts run; a relative path begins at this process's. One that the call or the toolset names
   * (`workFolder`) goes first. @default the skill's folder where the executor is used by itself; in a toolset, the working folder of
   * this process
   */
  readonly cwd?: string | undefined;
  /** Variables that every script receives. `SKILL_DIR` and `CLAUDE_SKILL_DIR`, the skill's folder, are always set. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * Names of this process's variables that scripts see; a `*` at the end stands for any rest.
   * @default a list of places and languages such as PATH, HOME, LANG and TMPDIR; no keys
   */
  readonly inheritEnv?: readonly string[] | undefined;
  /** The Python that runs all Python, also what asks for another or for uv. @default the variable PYTHON, else `python3`, else `python`: the first that works */
  readonly pythonPath?: string | undefined;
  /** More interpreters, or others, ahead of what a script's first line asks for: extension to command, such as `{".lua": ["lua"], ".py": ["uv", "run"]}`. */
  readonly interpreters?: Readonly<Record<string, readonly string[]>> | undefined;
  /** How many scripts run at the same time; further ones wait. @default 8 */
  readonly maxConcurrent?: number | undefined;
  /** How many may wait; one more is refused at once, with `script_not_started`. @default 2_000 */
  readonly maxQueued?: number | undefined;
  /** How long one waits, in milliseconds, before it is refused in the same way. @default 120_000 */
  readonly maxQueuedMs?: number | undefined;
  /**
   * What becomes of processes that a script has left running when it ends by itself, such as a server. `"keep"`: they go on until
   * {@link LocalScriptExecutor.close} or the end of this program, for 32 runs at once; those of a private copy are ended all the
   * same, and so is what is interrupted. @default "end"
   */
  readonly background?: "end" | "keep" | undefined;
  /** What {@link LocalExecutorOptions.inheritEnv} chooses from. @default process.env */
  readonly parentEnvironment?: Variables | undefined;
}

const RULES: OptionRules<LocalExecutorOptions> = {
  timeoutMs: wholeNumber(1, MAX_TIMER_MS),
  killGraceMs: wholeNumber(0, MAX_TIMER_MS),
  maxOutputBytes: wholeNumber(1, 2 ** 30),
  cwd: aPath,
  env: recordOf(aText, "an object of texts"),
  inheritEnv: listOf(aText, "a list of names of variables"),
  pythonPath: aPath,
  interpreters: recordOf(listOf(aText, "a command"), 'an object of commands, such as { ".lua": ["lua"] }'),
  maxConcurrent: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  maxQueued: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  maxQueuedMs: wholeNumber(1, MAX_TIMER_MS),
  background: oneOf("end", "keep"),
  parentEnvironment: aRecord,
};

/** How long after the tools were asked for what runs scripts is loaded. */
const WARM_UP_MS = 20;

/**
 * Runs scripts as processes of this machine, with the rights of this user: a script is contained in time, output and
 * environment, not in what it may do. What it starts ends with it.
 *
 * @throws SkillError `invalid_option` from the constructor for an option that there is not, and for a value that it does not take
 */
export class LocalScriptExecutor implements ScriptExecutor {
  readonly #settings: RunnerSettings;
  readonly #slots: Semaphore;
  #runner: Promise<LocalRunner> | undefined;
  #isWarmingUp = false;

  constructor(options: LocalExecutorOptions = {}) {
    checkOptions("localExecutor", options, RULES);
    const { maxConcurrent = 8, maxQueued = 2_000, maxQueuedMs = 120_000 } = options;
    this.#settings = settingsOf(options);
    this.#slots = createSemaphore({ maxConcurrent, maxQueued, maxQueuedMs });
  }

  /**
   * Lays out the files of a skill that does not run in its own folder once the script's turn has come. Rejects with what `files` of
   * the request rejects with, and with `aborted` while they are laid out, and never else: a script that fails, or that cannot be started, is a result.
   */
  async execute(request: ScriptRequest, options: ToolCallOptions = {}): Promise<ScriptResult> {
    return this.#inSlot(options.signal, async () => {
      const { inRunFolder } = await import("./run-folder.js");
      return inRunFolder(request, options.signal, (placed, isCopy) => this.#run(placed, options, isCopy));
    });
  }

  /** The option `cwd`, else the working folder of this process; `undefined` when that was removed. */
  async workFolder(): Promise<string | undefined> {
    const { cwd } = this.#settings;
    const { absoluteFolder, workingFolder } = await import("./working-folder.js");
    return cwd === undefined ? workingFolder() : absoluteFolder(cwd);
  }

  /** @throws SkillError `script_not_started` when it could not be started; what `files` of the request rejects with */
  async describe(request: ScriptRequest): Promise<readonly string[]> {
    const { inSkillFolder } = await import("./run-folder.js");
    return inSkillFolder(request, async (placed) => {
      try {
        return await (await this.#load()).describe(placed);
      } catch (error) {
        const message = `Failed to execute script: ${messageOf(error)}`;
        throw new SkillScriptExecutionError(message, { code: "script_not_started", cause: error });
      }
    });
  }

  /**
   * Why a script could not be started on this machine, such as an interpreter that is missing; `undefined` when it could.
   * Nothing of the skill is run.
   */
  async check(request: ScriptRequest): Promise<string | undefined> {
    try {
      const [{ check }, { inSkillFolder }] = await Promise.all([this.#load(), import("./run-folder.js")]);
      await inSkillFolder(request, check);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** A moment later, when the program that asked for tools has started its work, and mostly waits for its model. */
  warmUp(): void {
    if (this.#runner || this.#isWarmingUp) return;
    this.#isWarmingUp = true;
    // What fails here fails again with the first script, and is told there.
    const warmUp = () => {
      Promise.all([this.#load(), import("./run-folder.js")])
        .then(([runner]) => runner.warmUp())
        .catch(() => {});
    };
    setTimeout(warmUp, WARM_UP_MS).unref();
  }

  /** Ends what scripts have left running with `background: "keep"`. */
  async close(): Promise<void> {
    await (await this.#runner)?.close();
  }

  /** Waits for a slot; where there is none in time, that is the result. */
  async #inSlot(signal: AbortSignal | undefined, work: () => Promise<ScriptResult>): Promise<ScriptResult> {
    try {
      if (!(await this.#slots.take(signal))) return notStarted("aborted", "Script aborted before it started");
    } catch (error) {
      return couldNotStart(error);
    }
    try {
      return await work();
    } finally {
      this.#slots.release();
    }
  }

  async #run(request: PlacedRequest, options: ToolCallOptions, isCopy: boolean): Promise<ScriptResult> {
    try {
      const { run } = await this.#load();
      return await run(request, options, isCopy);
    } catch (error) {
      return couldNotStart(error);
    }
  }

  /** Lazy: most programs that list skills run no script. */
  #load(): Promise<LocalRunner> {
    this.#runner ??= import("./local-runner.js").then(({ createLocalRunner }) => createLocalRunner(this.#settings));
    return this.#runner;
  }
}

/** The same as `new LocalScriptExecutor(options)`. */
export function localExecutor(options?: LocalExecutorOptions): ScriptExecutor {
  return new LocalScriptExecutor(options);
}

function couldNotStart(error: unknown): ScriptResult {
  return notStarted("script_not_started", `Failed to execute script: ${messageOf(error)}`);
}

/** The variable PYTHON counts where it is a name or an absolute path: a relative one would lead into the working folder. */
function usualPythons({ PYTHON = "" }: Variables): readonly string[] {
  const isUsed = PYTHON !== "" && (isAbsolute(PYTHON) || !PYTHON.includes("/"));
  return isUsed ? [PYTHON, "python3", "python"] : ["python3", "python"];
}

/** The options with their defaults, read once. */
function settingsOf(options: LocalExecutorOptions): RunnerSettings {
  const { timeoutMs = 30_000, killGraceMs = 2_000, maxOutputBytes = 256 * 1024, cwd } = options;
  const { background = "end" } = options;
  const { parentEnvironment = process.env, inheritEnv = DEFAULT_INHERITED_VARIABLES, env = {} } = options;
  return {
    timeoutMs,
    killGraceMs,
    maxOutputBytes,
    cwd,
    keepsBackground: background === "keep",
    environment: scriptEnvironment(parentEnvironment, inheritEnv, env),
    pythons: options.pythonPath ? [options.pythonPath] : usualPythons(parentEnvironment),
    isPythonFixed: Boolean(options.pythonPath),
    commands: options.interpreters ?? {},
  };
}
