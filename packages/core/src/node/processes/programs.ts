// Finds programs on the PATH, and a Python that works.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { runProcess } from "./run-process.js";
import type { Variables } from "./script-environment.js";

/** A pyenv shim on a busy machine takes a second. */
const PROBE_TIMEOUT_MS = 5_000;

/** Absolute path of a program, looked for on the environment's PATH unless it is a path already. */
export async function findProgram(program: string, environment: Variables): Promise<string | undefined> {
  const path = environment["PATH"] ?? environment["Path"] ?? "";
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const isPath = isAbsolute(program) || program.includes("/");
  const places = isPath ? [resolve(program)] : folders.map((folder) => join(folder, program));
  for (const file of places.flatMap((place) => endings(environment).map((ending) => place + ending))) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
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
 * Absolute path of the first Python that works, as it names itself: what stands on the PATH may be a shim that is
 * several times slower and that needs variables of its own.
 */
export async function findPython(candidates: readonly string[], env: Variables): Promise<string | undefined> {
  const limits = { timeoutMs: PROBE_TIMEOUT_MS, killGraceMs: 0, maxOutputBytes: 4096 };
  for (const candidate of candidates) {
    const question = [candidate, "-c", "import sys; print(sys.executable)"];
    const { exitCode, stdout } = await runProcess(question, { ...limits, cwd: process.cwd(), env });
    if (exitCode === 0) return stdout.trim() || candidate;
  }
  return undefined;
}
