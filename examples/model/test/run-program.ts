import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a program has ended. */
export interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProgramOptions {
  readonly args?: readonly string[];
  /** Variables besides PATH; there are no others. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

const GUARD = new URL("loopback-only.mjs", import.meta.url).href;

/** Runs a program with Node. It may connect to this machine alone. */
export function runProgram(path: string, { args = [], env = {}, cwd }: ProgramOptions = {}): Promise<Ended> {
  const options = { env: { PATH: process.env["PATH"], ...env }, ...(cwd && { cwd }) };
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", GUARD, path, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Runs the built example of that name. */
export function runBuiltExample(name: string, options?: ProgramOptions): Promise<Ended> {
  return runProgram(fileURLToPath(new URL(`../../${name}/dist/main.js`, import.meta.url)), options);
}
