// Writes the files of a skill into a temporary folder, to run a script of a source without folders.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkRelativePath } from "../../files/relative-path.js";

/** A file to be staged. `path` is relative, its parts separated by `/`. */
export interface StagedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
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
 * Writes files into a new private folder. What lies under `scripts/` or begins with `#!` is made executable.
 *
 * @throws SkillError when a path would leave the folder; the system's error when a path comes twice. Nothing stays behind.
 */
export async function stageFiles(files: Iterable<StagedFile>): Promise<StagedFiles> {
  // mkdtemp creates the folder with mode 700.
  const directory = await mkdtemp(join(tmpdir(), "skillplug-"));
  const dispose = () => rm(directory, { recursive: true, force: true });
  try {
    for (const file of files) await stage(directory, file);
    return { directory, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function stage(directory: string, { path, bytes }: StagedFile): Promise<void> {
  const target = join(directory, checkRelativePath(path));
  await mkdir(dirname(target), { recursive: true });
  const isProgram = path.startsWith("scripts/") || SHEBANG.every((byte, index) => bytes[index] === byte);
  // "wx" refuses a second file of the same name, also one that differs only in case where the disk ignores case.
  await writeFile(target, bytes, { flag: "wx", mode: isProgram ? 0o700 : 0o600 });
}
