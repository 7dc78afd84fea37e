// Finds the program that runs a script: by an option, its shebang or its extension.

import { basename, resolve } from "node:path";
import { SkillError } from "../../base/errors.js";
import { type Command, extensionOf, usualPrograms } from "../interpreter-table.js";
import type { PreparedScript } from "./prepared-script.js";
import { findProgram, findPython, isExecutable, isFrom } from "./programs.js";
import { isAnyPython, isPython, isPythonScript, type Runner, runnersFor } from "./runners.js";
import type { Variables } from "./script-environment.js";
import type { ScriptFile } from "./script-file.js";
import { readHead } from "./script-head.js";
import { readShebang, type Shebang } from "./shebang.js";

/** Finds the program that runs a script. */
export interface Interpreters {
  /**
   * @param isOnlyTold whether nothing is run, so that nothing has to be made for it
   * @param signal until when a bundle is waited for, besides the time limit
   * @throws SkillError `script_not_started` when there is none, with those that exist and what to install
   */
  prepare(script: ScriptFile, isOnlyTold?: boolean, signal?: AbortSignal): Promise<PreparedScript>;
}

/** Where and what to look for. */
export interface InterpreterSettings {
  /** The environment of the scripts. */
  readonly environment: Variables;
  /** The programs that may be the Python, the preferred one first. */
  readonly pythons: readonly string[];
  /** Whether the host has named the one that runs all Python. */
  readonly isPythonFixed: boolean;
  /** Extension (`.lua`) to command (`["lua", "-W"]`), before the built-in ones. */
  readonly commands: Readonly<Record<string, Command>>;
  /** How long bundling may take, in milliseconds; without end when absent. */
  readonly timeoutMs?: number | undefined;
}

/** Makes the interpreters of one executor, for all its scripts. Programs that were found are memoised. */
export function createInterpreters(settings: InterpreterSettings): Interpreters {
  const { environment, pythons, isPythonFixed, commands, timeoutMs } = settings;
  const found = new Map<string, Promise<string | undefined>>();
  /** What the program names by its path is used wherever it lies. */
  const named = [...pythons, ...Object.values(commands).flatMap(([name]) => name ?? [])];
  const chosen = new Set(named.filter((name) => /[/\\]/.test(name)).map((name) => resolve(name)));

  /** Absolute path of a program. A miss is not memoised, as the program may be installed meanwhile. */
  async function find(name: string, skillFolder: string): Promise<string | undefined> {
    if (name === "node") return process.execPath;
    const search = found.get(name) ?? locate(name);
    found.set(name, search);
    const path = await search;
    if (path === undefined) found.delete(name);
    if (path === undefined || chosen.has(path) || !(await isFrom(skillFolder, path))) return path;
    return locate(name, skillFolder);
  }

  function locate(name: string, skillFolder?: string): Promise<string | undefined> {
    // What is named by its path is that very program, also where it is a shim.
    if (!isPython(name) || name !== basename(name)) return findProgram(name, environment, skillFolder);
    return findPython(isUsualPython(name) ? pythons : [name], environment, skillFolder);
  }

  /** The words ahead of the script, the program by its absolute path; `undefined` where it is not here. */
  async function wordsOf([name = "", ...flags]: Command, { directory }: ScriptFile): Promise<Command | undefined> {
    const program = await find(name, directory);
    return program === undefined ? undefined : [program, ...flags];
  }

  async function refuse(script: ScriptFile, tried: readonly Runner[]): Promise<never> {
    const exists = async (name: string) => ((await find(name, script.directory)) ? [name] : []);
    const existing = (await Promise.all(usualPrograms().map(exists))).flat();
    const names = tried.flatMap((runner) => (runner === "typescript" ? [] : (runner[0] ?? [])));
    const wanted = names.flatMap((name) => (isUsualPython(name) ? pythons : [name]));
    throw nothingRuns(script, wanted, existing);
  }

  /** What `env` sets for the program of a first line stands in the command too, where whoever approves it sees it. */
  async function withAssignments(command: Command, shebang: Shebang | undefined, script: ScriptFile): Promise<Command> {
    if (!shebang || shebang.assignments.length === 0) return command;
    return [...((await wordsOf(["env"], script)) ?? ["env"]), ...shebang.assignments, ...command];
  }

  /** Bundling has the time that a script has. */
  function deadline(signal: AbortSignal | undefined): AbortSignal | undefined {
    const signals = [signal ?? [], timeoutMs === undefined ? [] : AbortSignal.timeout(timeoutMs)].flat();
    return signals.length > 0 ? AbortSignal.any(signals) : undefined;
  }

  async function prepareByItself(
    script: ScriptFile,
    isOnlyTold: boolean,
    signal: AbortSignal | undefined,
  ): Promise<PreparedScript> {
    const head = await readHead(script);
    const shebang = readShebang(head, environment);
    // Lazy: what is no Python declares nothing of the kind.
    const python = isPythonScript(script.path, shebang) ? await import("./python-script.js") : undefined;
    const declared = await python?.readDeclaredPackages(head);
    const hasPackages = declared !== undefined && declared.packages.length > 0;
    const { asked, usual } = runnersFor(script.path, { shebang, hasPackages, isPythonFixed });
    for (const runner of [...asked, ...usual]) {
      const missing = shebang && !asked.includes(runner) ? basename(shebang.program) : undefined;
      // Lazy: few scripts are TypeScript.
      if (runner === "typescript") {
        const { prepareTypeScript } = await import("./typescript.js");
        return { ...(await prepareTypeScript(script, undefined, isOnlyTold, deadline(signal))), missing };
      }
      const words = await wordsOf(runner, script);
      if (!words) continue;
      const [name = ""] = runner;
      const flags = isPython(name) && python?.isPackageModule(script, head) ? python.MODULE_FLAGS : [];
      const command = await withAssignments([...words, ...flags, script.path], shebang, script);
      return { command, missing, declared };
    }
    const isProgram = asked.length + usual.length === 0 && process.platform !== "win32";
    if (isProgram && (await isExecutable(script.path))) return { command: [script.path] };
    return refuse(script, [...asked, ...usual]);
  }

  return {
    async prepare(script, isOnlyTold = false, signal = undefined) {
      const given = commands[extensionOf(script.path)];
      if (!given) return prepareByItself(script, isOnlyTold, signal);
      const words = await wordsOf(given, script);
      return words ? { command: [...words, script.path] } : refuse(script, [given]);
    },
  };
}

/** A path is a Python of its own; a name without a version is whichever there is. */
function isUsualPython(name: string): boolean {
  return name === basename(name) && isAnyPython(name);
}

function nothingRuns({ path }: ScriptFile, wanted: readonly string[], existing: readonly string[]): SkillError {
  const names = [...new Set(wanted)].join(" or ");
  const problem = names
    ? `${basename(path)} needs ${names}, which does not work here. Install ${names}`
    : `nothing tells how to run ${basename(path)}. Give it a known extension or a #! line`;
  const advice = 'or name a program in the executor\'s option interpreters, such as {".lua": ["lua"]}';
  return new SkillError(
    "script_not_started",
    `${problem}, ${advice}. Interpreters that exist: ${existing.join(", ")}`,
    {
      available: existing,
    },
  );
}
