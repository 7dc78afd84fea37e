// Reads a file inside a folder, and refuses what leads out of it (path traversal, symlinks).

import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { messageOf, SkillError, SkillResourceLoadError } from "../base/errors.js";
import { checkRelativePath } from "../files/relative-path.js";
import { READ_FLAGS } from "./open-flags.js";

/** True when `path` is `folder` or lies below it; both are real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Reads a regular file that must really lie inside a folder: symlinks are resolved first, and again after it was opened.
 *
 * @param folder absolute path
 * @param path relative, parts separated by `/`
 * @throws SkillResourceLoadError when it is missing, lies elsewhere, is no regular file or is larger than `maxBytes`
 */
export async function readContainedFile(
  folder: string,
  path: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  checkRelativePath(path);
  signal?.throwIfAborted();
  let handle: FileHandle | undefined;
  try {
    const real = await resolveInside(folder, path);
    handle = await open(real, READ_FLAGS);
    const status = await handle.stat();
    if (!status.isFile()) throw refused(path, "it is not a regular file");
    if (status.size > maxBytes) throw tooLarge(path, status.size, maxBytes);
    // A folder that was swapped for a symlink meanwhile shows as another file under the same name.
    const again = await stat(await resolveInside(folder, path));
    if (again.ino !== status.ino || again.dev !== status.dev) throw refused(path, "it changed while it was opened");
    return await readAtMost(handle, path, maxBytes);
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw toLoadError(path, error);
  } finally {
    await handle?.close();
  }
}

async function resolveInside(folder: string, path: string): Promise<string> {
  const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
  if (!isInside(realFolder, realFile)) throw refused(path, "it leads out of the skill's folder");
  return realFile;
}

/** The size can grow while we read, so it is the reading that is bounded. */
async function readAtMost(handle: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(64 * 1024) });
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(path, total, maxBytes);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

function refused(path: string, why: string): SkillResourceLoadError {
  return new SkillResourceLoadError(`The file ${path} is refused: ${why}.`);
}

function tooLarge(path: string, size: number, maxBytes: number): SkillResourceLoadError {
  return refused(
    path,
    `it has at least ${size} bytes and at most ${maxBytes} are read; read a part of it with a script`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist any more",
  ENOTDIR: "it does not exist any more",
  EACCES: "this process may not read it",
  EPERM: "this process may not read it",
  ELOOP: "it is a symlink that leads in a circle",
  ENXIO: "it is not a regular file",
};

function toLoadError(path: string, error: unknown): SkillResourceLoadError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const options = { cause: error };
  return new SkillResourceLoadError(
    `The file ${path} could not be read: ${REASONS[code] ?? messageOf(error)}.`,
    options,
  );
}
