// Reads a file inside a pinned folder, and refuses what leads out of it (path traversal, symlinks).

import type { FileHandle } from "node:fs/promises";
import { messageOf, SkillError, SkillResourceLoadError } from "../base/errors.js";
import { checkRelativePath } from "../files/relative-path.js";
import { systemCodeOf } from "./descriptors.js";
import { type FileCalls, systemCalls } from "./file-calls.js";
import { type Admit, type ContainedFile, useContained } from "./open-contained.js";
import type { PinnedFolder } from "./pinned-folder.js";

/** How much is read, and until when. */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked once the file is open, since a link can lead elsewhere than a moment before. @default any file inside is read */
  readonly admit?: Admit | undefined;
}

/**
 * Reads a regular file inside a folder that was pinned before. What is read is what was opened and checked, the old or the
 * new one where a file is replaced at that moment.
 *
 * @param path relative, parts separated by `/`
 * @throws SkillResourceLoadError when it is missing, lies elsewhere, is no regular file or is larger than `maxBytes`, and when
 *   something else lies where the folder was pinned
 */
export function readPinnedFile(
  folder: PinnedFolder,
  path: string,
  limits: ReadLimits,
  calls: FileCalls = systemCalls,
): Promise<Uint8Array> {
  return readInside(async () => folder, path, limits, calls);
}

/** The same for a folder that is pinned right now, where a failure to do so is one of reading. */
export async function readInside(
  pin: () => Promise<PinnedFolder>,
  path: string,
  { maxBytes, signal, admit }: ReadLimits,
  calls: FileCalls = systemCalls,
): Promise<Uint8Array> {
  checkRelativePath(path);
  signal?.throwIfAborted();
  try {
    const folder = await pin();
    const use = async ({ handle, status, path: real }: ContainedFile) => {
      admit?.(real, folder.path);
      if (status.size > maxBytes) throw tooLarge(path, status.size, maxBytes);
      return readAtMost(handle, path, maxBytes, signal);
    };
    return await useContained(folder, path, signal, use, calls);
  } catch (error) {
    signal?.throwIfAborted();
    if (SkillError.isInstance(error)) throw error;
    throw toLoadError(path, error);
  }
}

/** The size can grow while we read, so it is the reading that is bounded. */
async function readAtMost(
  handle: FileHandle,
  path: string,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(64 * 1024) });
    signal?.throwIfAborted();
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    total += bytesRead;
    if (total > maxBytes) throw tooLarge(path, total, maxBytes);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

function tooLarge(path: string, size: number | bigint, maxBytes: number): SkillResourceLoadError {
  const why = `it has at least ${size} bytes and at most ${maxBytes} are read; read a part of it with a script`;
  return new SkillResourceLoadError(`The file ${path} is refused: ${why}.`);
}

const NO_DESCRIPTORS = "no file descriptor is left; close files, or allow this process more of them (ulimit -n)";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist any more",
  ENOTDIR: "it does not exist any more",
  EACCES: "this process may not read it",
  EPERM: "this process may not read it",
  ELOOP: "it is a symlink that leads in a circle",
  ENXIO: "it is not a regular file",
  EMFILE: NO_DESCRIPTORS,
  ENFILE: NO_DESCRIPTORS,
};

function toLoadError(path: string, error: unknown): SkillResourceLoadError {
  const options = { cause: error };
  return new SkillResourceLoadError(
    `The file ${path} could not be read: ${REASONS[systemCodeOf(error)] ?? messageOf(error)}.`,
    options,
  );
}
