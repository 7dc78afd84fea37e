// What only the file system can tell of a file: where a link leads, and whether it is a program.

import { open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "../read-contained-file.js";

/** What a symlink of a skill resolves to; `outside` also when it leads nowhere. */
export async function kindOfLink(folder: string, path: string): Promise<"file" | "outside" | "other"> {
  try {
    const [realFolder, target] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!isInside(realFolder, target)) return "outside";
    return (await stat(target)).isFile() ? "file" : "other";
  } catch {
    return "outside";
  }
}

/** Whether a file without an extension is a script: by its executable bit or a shebang. */
export async function startsLikeProgram(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return false;
    if (process.platform !== "win32" && (status.mode & 0o111) !== 0) return true;
    const handle = await open(path);
    try {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(2) });
      return buffer.toString("latin1") === "#!";
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}
