// Where this process works, and where a folder lies that is named from there.

import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";

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

/** The absolute path of a folder, without symlinks where there is one: so that it is another path once a link leads elsewhere. */
export function absoluteFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return resolve(folder);
  }
}
