// Writes the files of a skill into a private temporary folder, to run a script there.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { untilAborted } from "../../base/until-aborted.js";
import { checkRelativePath } from "../../files/relative-path.js";
import { makePrivateFolder, removeFolder } from "./private-folder.js";

/** A file to be staged. `path` is relative, its parts separated by `/`. */
export interface StagedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether it may be executed where it comes from. */
  readonly isExecutable?: boolean | undefined;
}

/** A private temporary folder that holds copies of files. */
export interface StagedFiles {
  /** Absolute path; only this user may enter it. */
  readonly directory: string;
  /** Removes the folder and all that is in it. May be called again. */
  dispose(): Promise<void>;
}

const SHEBANG = [0x23, 0x21];

/**
 * Makes a private folder and writes files into it. What lies under `scripts/`, begins with `#!` or is executable where it comes
 * from is made executable.
 *
 * @param files what the iteration rejects with is thrown on
 * @throws SkillError `aborted` once the signal fires, whether or not another file comes; when a path would leave the folder; the system's error when a path comes twice. Nothing stays behind.
 */
export async function stageFiles(
  files: AsyncIterable<StagedFile>,
  signal?: AbortSignal | undefined,
): Promise<StagedFiles> {
  const directory = await makePrivateFolder();
  const dispose = () => removeFolder(directory);
  try {
    for await (const file of whileGoing(files, signal)) await stage(directory, file);
    return { directory, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function stage(directory: string, { path, bytes, isExecutable }: StagedFile): Promise<void> {
  const target = join(directory, checkRelativePath(path));
  await mkdir(dirname(target), { recursive: true });
  const isProgram =
    isExecutable || path.startsWith("scripts/") || SHEBANG.every((byte, index) => bytes[index] === byte);
  // "wx" refuses a second file of the same name, also one that differs only in case where the disk ignores case.
  await writeFile(target, bytes, { flag: "wx", mode: isProgram ? 0o700 : 0o600 });
}

/** The same, to its end or to the abort. */
export async function* whileGoing<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void> {
  const iterator = items[Symbol.asyncIterator]();
  let isOver = false;
  try {
    while (!isOver) {
      const next = await untilAborted(signal, () => iterator.next());
      isOver = next.done === true;
      if (!next.done) yield next.value;
    }
  } finally {
    // Not awaited: what hangs would hang here again.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
