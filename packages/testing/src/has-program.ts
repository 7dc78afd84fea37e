// Whether a program that some tests need is there: `test.skipIf(!hasProgram("python3"))` skips them by name where it is not.
import { spawnSync } from "node:child_process";

/** Whether the program starts on this machine and ends well. Asked once a program in each worker. */
export function hasProgram(name: string, versionFlag = "--version"): boolean {
  const known = found.get(name) ?? spawnSync(name, [versionFlag], { stdio: "ignore" }).status === 0;
  found.set(name, known);
  return known;
}

const found = new Map<string, boolean>();
