// Where this process works.

import { existsSync } from "node:fs";

/** The working folder of this process; `undefined` when it was removed. */
export function workingFolder(): string | undefined {
  try {
    // Node notes it when it is first asked for, as each program does at its start, and tells the same of one that was removed.
    const folder = process.cwd();
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
