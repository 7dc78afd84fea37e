import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type EndedProcess, runToEnd } from "@skillplug/testing/processes";

/** The built command. */
export const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** What the command sees of this machine; nothing that a runner sets about colours. */
const { PATH = "", HOME = "" } = process.env;
export const ENVIRONMENT = { PATH, HOME, TERM: "xterm-256color" };

export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `skillplug` with pipes for its outputs and nothing on its input. */
export function start(args: readonly string[], { cwd, env }: Place) {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs `skillplug` to its end, its outputs piped. */
export function piped(args: readonly string[], place: Place): Promise<EndedProcess> {
  return runToEnd(start(args, place));
}
