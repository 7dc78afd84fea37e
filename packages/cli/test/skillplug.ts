import { execFile, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The built command. */
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const TERMINAL = fileURLToPath(new URL("terminal.py", import.meta.url));

/** What the command sees of this machine; nothing that a runner sets about colours. */
const { PATH = "", HOME = "" } = process.env;
const ENVIRONMENT = { PATH, HOME, TERM: "xterm-256color" };

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place extends Pick<SpawnOptions, "uid"> {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `skillplug` with pipes for its outputs and nothing on its input. */
export function start(args: readonly string[], { env, ...place }: Place) {
  return spawn(process.execPath, [MAIN, ...args], {
    ...place,
    env: { ...ENVIRONMENT, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs `skillplug` to its end, its outputs piped. */
export function piped(args: readonly string[], place: Place): Promise<Ended> {
  const child = start(args, place);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs `skillplug` in a real terminal. `keys` are typed once its output holds `when`. */
export async function inTerminal(
  args: readonly string[],
  {
    cwd,
    env = {},
    columns = 80,
    when = "",
    keys = "",
  }: Omit<Place, "uid"> & { columns?: number; when?: string; keys?: string },
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, MAIN, ...args];
  const request = { command, cwd, env: { ...ENVIRONMENT, ...env }, columns, when, keys };
  const { stdout } = await promisify(execFile)("python3", [TERMINAL, JSON.stringify(request)]);
  const { code, output } = JSON.parse(stdout) as { code: number; output: string };
  return { code, output: output.replaceAll("\r\n", "\n") };
}

/** Whether a process runs. One that nobody has collected yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(")") + 2));
  } catch (error) {
    // No /proc on this system: the signal has told.
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}
