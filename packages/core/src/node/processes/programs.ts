// Finds programs on the PATH, and a Python that works. Nothing is taken from the folder of the skill that is run.

import { constants } from "node:fs";
import { access, open, realpath, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { isInside } from "../is-inside.js";
import { runProcess } from "./run-process.js";
import { pathOf, type Variables } from "./script-environment.js";
import { workingFolder } from "./working-folder.js";

/** A pyenv shim on a busy machine takes a second. */
const PROBE_TIMEOUT_MS = 5_000;

/** The first bytes of a program of the machine itself: ELF, and Mach-O of 64 bits or for several processors. */
const MACHINE_PROGRAMS = ["7f454c46", "cffaedfe", "feedfacf", "cafebabe"];

/**
 * Absolute path of a program: looked for on the environment's PATH, but for what is a path already, which is taken as it is.
 *
 * @param skillFolder the real path of the folder whose programs do not count, be they named by the PATH or by a symlink
 */
export async function findProgram(
  program: string,
  environment: Variables,
  skillFolder?: string,
): Promise<string | undefined> {
  const isPath = isAbsolute(program) || program.includes("/");
  const folders = pathOf(environment).split(delimiter);
  const places = isPath ? [resolve(program)] : folders.filter(isAbsolute).map((folder) => join(folder, program));
  for (const file of places.flatMap((place) => endings(environment).map((ending) => place + ending))) {
    if (!(await isExecutable(file))) continue;
    if (skillFolder === undefined || !(await isFrom(skillFolder, file))) return file;
  }
  return undefined;
}

/** Whether a program, or the name by which it is called, lies in a folder. */
export async function isFrom(folder: string, program: string): Promise<boolean> {
  const places = await Promise.all([realpath(dirname(program)), realpath(program)]);
  return places.some((place) => isInside(folder, place));
}

function endings(environment: Variables): readonly string[] {
  if (process.platform !== "win32") return [""];
  return ["", ...(environment["PATHEXT"] ?? ".EXE").split(";")];
}

/** Whether this user may execute a file. Windows cannot tell: there every file counts. */
export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/**
 * Absolute path of the first Python that works. What stands on the PATH may be a shim, which is a script, several times
 * slower than the Python that it starts, and in need of variables of its own: such a one is asked for its Python.
 */
export async function findPython(
  candidates: readonly string[],
  env: Variables,
  skillFolder?: string,
): Promise<string | undefined> {
  for (const candidate of candidates) {
    const program = await findProgram(candidate, env, skillFolder);
    if (program === undefined) continue;
    if (await isMachineProgram(program)) return program;
    const python = await pythonBehind(program, env);
    if (python !== undefined && (skillFolder === undefined || !(await isFrom(skillFolder, python)))) return python;
  }
  return undefined;
}

async function pythonBehind(program: string, env: Variables): Promise<string | undefined> {
  const limits = { timeoutMs: PROBE_TIMEOUT_MS, killGraceMs: 0, maxOutputBytes: 4096 };
  const question = [program, "-c", "import sys; print(sys.executable)"];
  // A shim such as that of pyenv chooses by the working folder.
  const cwd = workingFolder() ?? dirname(program);
  const { exitCode, stdout } = await runProcess(question, { ...limits, cwd, env });
  if (exitCode !== 0) return undefined;
  const told = stdout.trim();
  return isAbsolute(told) && (await isExecutable(told)) ? told : program;
}

async function isMachineProgram(program: string): Promise<boolean> {
  // The programs that Apple put there offer to install a Python, and are none.
  if (process.platform === "darwin" && dirname(program) === "/usr/bin") return false;
  if (process.platform === "win32") return false;
  try {
    const file = await open(program, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
      return MACHINE_PROGRAMS.includes(buffer.subarray(0, bytesRead).toString("hex"));
    } finally {
      await file.close();
    }
  } catch {
    // A program that may be executed and not be read.
    return false;
  }
}
