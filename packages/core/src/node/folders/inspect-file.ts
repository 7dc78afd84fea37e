// What only the file system can tell of a file: where a link leads, and whether it is a program.

import { open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isShortage, withDescriptors } from "../descriptors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { isInside } from "../is-inside.js";
import { READ_THROUGH_LINKS } from "../open-flags.js";

/**
 * What a symlink of a skill resolves to; `outside` also when it leads nowhere.
 *
 * @param folder the skill's folder, without symlinks
 */
export async function kindOfLink(folder: string, path: string): Promise<"file" | "outside" | "other"> {
  try {
    const target = await realpath(join(folder, path));
    if (!isInside(folder, target)) return "outside";
    return (await stat(target)).isFile() ? "file" : "other";
  } catch {
    return "outside";
  }
}

/**
 * Whether a file without an extension is a script: by its executable bit or a shebang. `undefined` when the system had no
 * descriptor left to look.
 *
 * @param folder the skill's folder, without symlinks, in which the file must lie
 */
export async function startsLikeProgram(path: string, folder: string): Promise<boolean | undefined> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return false;
    if (process.platform !== "win32" && (status.mode & 0o111) !== 0) return true;
    return await withDescriptors(1, undefined, () => hasShebang(path, folder));
  } catch (error) {
    return isShortage(error) ? undefined : false;
  }
}

/** What lies there can have become a FIFO or a link since it was looked at: nothing waits for the one or follows the other. */
async function hasShebang(path: string, folder: string): Promise<boolean> {
  const handle = await open(path, READ_THROUGH_LINKS);
  try {
    if (!(await handle.stat()).isFile()) return false;
    const real = pathOfDescriptor ? pathOfDescriptor(handle.fd) : await realpath(path);
    if (!isInside(folder, real)) return false;
    const { buffer } = await handle.read({ buffer: Buffer.alloc(2) });
    return buffer.toString("latin1") === "#!";
  } finally {
    await handle.close();
  }
}
