// Finds the program that runs a script: by an option, its extension or its shebang.

import { open } from "node:fs/promises";
import { basename, isAbsolute, resolve } from "node:path";
import { SkillError } from "../../base/errors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { type Command, extensionOf, goesByShebang, interpretersFor, usualPrograms } from "../interpreter-table.js";
import { isInside } from "../is-inside.js";
import { READ_REAL_PATH } from "../open-flags.js";
import { findProgram, findPython, isExecutable, isFrom } from "./programs.js";
import type { Variables } from "./script-environment.js";
import type { ScriptFile } from "./script-file.js";
import type { PreparedScript } from "./typescript.js";

/** Finds the program that runs a script. */
export interface Interpreters {
  /** @throws SkillError `script_not_started` when there is none, with those that exist and what to install */
  prepare(script: ScriptFile): Promise<PreparedScript>;
}

/** Where and what to look for. */
export interface InterpreterSettings {
  /** The environment of the scripts. */
  readonly environment: Variables;
  /** The programs that may be the Python, the preferred one first. */
  readonly pythons: readonly string[];
  /** Extension (`.lua`) to command (`["lua", "-W"]`), before the built-in ones. */
  readonly commands: Readonly<Record<string, Command>>;
}

/** How much of a file is read to find its shebang (the `#!` line). */
const SHEBANG_BYTES = 256;

/** Makes the interpreters of one executor, for all its scripts. Programs that were found are memoised. */
export function createInterpreters({ environment, pythons, commands }: InterpreterSettings): Interpreters {
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
    return isPython(name) ? findPython(pythons, environment, skillFolder) : findProgram(name, environment, skillFolder);
  }

  async function firstOf(candidates: readonly Command[], script: ScriptFile): Promise<PreparedScript> {
    for (const [name = "", ...flags] of candidates) {
      const program = await find(name, script.directory);
      if (program) return { command: [program, ...flags, script.path] };
    }
    const exists = async (name: string) => ((await find(name, script.directory)) ? [name] : []);
    const existing = await Promise.all(usualPrograms().map(exists));
    const wanted = candidates.flatMap(([name = ""]) => (isPython(name) ? pythons : [name]));
    throw nothingRuns(script, wanted, existing.flat());
  }

  return {
    async prepare(script) {
      const chosen = commands[extensionOf(script.path)];
      if (chosen) return firstOf([chosen], script);
      const usual = interpretersFor(script.path) ?? [];
      // Lazy: few scripts are TypeScript.
      if (usual === "typescript") return (await import("./typescript.js")).prepareTypeScript(script);
      const own = goesByShebang(script.path) ? await readShebang(script) : [];
      const candidates = [...own, ...usual];
      if (candidates.length === 0 && process.platform !== "win32" && (await isExecutable(script.path))) {
        return { command: [script.path] };
      }
      return firstOf(candidates, script);
    },
  };
}

function isPython(name: string): boolean {
  return name === "python3" || name === "python";
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

/**
 * The command of a script's shebang: as it stands, then the program of that name on the PATH, for a script that
 * was written where programs lie elsewhere. A relative program is looked for by its name alone. Empty without a shebang.
 */
async function readShebang({ path, directory }: ScriptFile): Promise<readonly Command[]> {
  const file = await open(path, READ_REAL_PATH);
  try {
    // A FIFO or a link can have taken the script's place since it was located.
    const isThere = (await file.stat()).isFile() && isInside(directory, pathOfDescriptor?.(file.fd) ?? path);
    if (!isThere) throw new SkillError("script_not_started", `${basename(path)} was exchanged while it was prepared`);
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(SHEBANG_BYTES) });
    const line = /^#!(.*)/.exec(buffer.toString("utf8", 0, bytesRead))?.[1] ?? "";
    const [program = "", ...flags] = line.split(/\s+/).filter((word) => word !== "");
    if (program === "") return [];
    if (basename(program) !== "env") {
      const byName = [basename(program), ...flags];
      return isAbsolute(program) ? [[program, ...flags], byName] : [byName];
    }
    // `env -S program …` splits its line, as is done here anyway.
    const command = flags.filter((flag, index) => index > 0 || !flag.startsWith("-"));
    const [name = "", ...rest] = command;
    if (name === "") return [];
    return [[isAbsolute(name) ? name : basename(name), ...rest]];
  } finally {
    await file.close();
  }
}
