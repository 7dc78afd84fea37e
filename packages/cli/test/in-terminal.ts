import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ENVIRONMENT, MAIN, type Place } from "./skillplug.js";

const PROGRAM = fileURLToPath(new URL("terminal.py", import.meta.url));

/** Node cannot open a pseudo-terminal; Python can. What is on the PATH may be a shim, which is slow: this is the program itself. */
const python = spawnSync("python3", ["-c", "import pty, sys; print(sys.executable)"], { encoding: "utf8" });

/** Whether tests can have a terminal here. Those that need one say `needs python3` in their names. */
export const HAS_TERMINAL = python.status === 0;

interface TerminalPlace extends Place {
  readonly columns?: number;
  /** The paths of the files that outputs lead to in place of the terminal, by their numbers. */
  readonly files?: { readonly [output in 1 | 2]?: string };
  /** Typed before the program reads anything. */
  readonly ahead?: string;
  readonly when?: string;
  readonly keys?: string;
}

/** Runs `skillplug` in a real terminal. `keys` are typed once its output holds `when`. */
export async function inTerminal(
  args: readonly string[],
  { cwd, env = {}, columns = 80, files = {}, ahead = "", when = "", keys = "" }: TerminalPlace,
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, MAIN, ...args];
  const request = { command, cwd, env: { ...ENVIRONMENT, ...env }, columns, files, ahead, when, keys };
  const { stdout } = await promisify(execFile)(python.stdout.trim(), [PROGRAM, JSON.stringify(request)]);
  const { code, output } = JSON.parse(stdout) as { code: number; output: string };
  return { code, output: output.replaceAll("\r\n", "\n") };
}
