// Opens a file that must really lie inside a pinned folder: what is read is what was opened and checked.

import type { BigIntStats, Dirent } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SkillResourceLoadError } from "../base/errors.js";
import { systemCodeOf, withDescriptors } from "./descriptors.js";
import { DESCRIPTORS, type FileCalls, systemCalls } from "./file-calls.js";
import { isInside } from "./is-inside.js";
import { LOOK_AT, LOOK_AT_FOLDER, READ_REAL_PATH, READ_THROUGH_LINKS } from "./open-flags.js";
import { isSame, occupantOf, type PinnedFolder, replacedError } from "./pinned-folder.js";

/** What lies inside a folder. */
export interface Located {
  /** Where it really lay when it was looked at. */
  readonly path: string;
  readonly status: BigIntStats;
}

/** A regular file inside a folder, open for reading. */
export interface ContainedFile extends Located {
  readonly handle: FileHandle;
}

/** How many descriptors the opening of one file holds at most: of the folder, of what was checked, and of what is read. */
const DESCRIPTORS_OF_ONE = 3;

/**
 * Waits, in milliseconds, before a file is looked for again that was missing or changed: between the removal of an old and
 * the appearance of a new one, which is how git and some editors write, there is none for a moment.
 */
const MISSING_WAITS = [1, 5, 25];

/**
 * Opens a regular file inside a folder, hands it to `use`, and closes it.
 *
 * @param path relative to the folder, parts separated by `/`. Symlinks are followed as long as they lead to a file inside
 * @throws SkillResourceLoadError when it lies elsewhere, is no regular file, or when something else lies where the folder
 *   was pinned; otherwise the system's error
 */
export function useContained<T>(
  folder: PinnedFolder,
  path: string,
  signal: AbortSignal | undefined,
  use: (file: ContainedFile) => Promise<T>,
  calls: FileCalls = systemCalls,
): Promise<T> {
  const open = calls.pathOf ? openByDescriptor : openByName;
  return tryAgain(folder, path, signal, calls, async () => {
    const file = await open(folder, path, calls);
    try {
      return await use(file);
    } finally {
      await file.handle.close();
    }
  });
}

/**
 * Where a regular file inside a folder really lies, without opening it for reading. The same checks and errors as those of
 * {@link useContained}.
 */
export async function locateContained(
  folder: PinnedFolder,
  path: string,
  calls: FileCalls = systemCalls,
): Promise<Located> {
  const found = await lookAtContained(folder, path, calls);
  if (!found.status.isFile()) throw new Refusal(path, "irregular");
  return found;
}

/** What lies at a path inside a folder, be it a file or a folder. The same checks and errors as those of {@link useContained}. */
export function lookAtContained(folder: PinnedFolder, path: string, calls: FileCalls = systemCalls): Promise<Located> {
  const look = calls.pathOf ? lookByDescriptor : lookByName;
  return tryAgain(folder, path, undefined, calls, () => look(folder, path, calls, async (found) => found));
}

/**
 * Hands the names in a folder inside a folder to `use`. The same checks and errors as those of {@link useContained}.
 *
 * @param use is given a path that leads to the very folder whose names were read, for calls of the file system
 */
export function useContainedFolder<T>(
  folder: PinnedFolder,
  path: string,
  signal: AbortSignal | undefined,
  use: (entries: readonly Dirent[], way: string, calls: FileCalls) => Promise<T>,
  calls: FileCalls = systemCalls,
): Promise<T> {
  const look = calls.pathOf ? lookByDescriptor : lookByName;
  const read = async (_: Located, way: string) => use(await calls.readdir(way), way, calls);
  return tryAgain(folder, path, signal, calls, () => look(folder, path, calls, read));
}

/** Which entries of a folder are read. */
export interface EntryLimits {
  readonly most: number;
  readonly admit: Admit;
  readonly signal?: AbortSignal | undefined;
}

/** Throws where what was opened is not to be read, by its real path and that of the pinned folder. */
export type Admit = (path: string, folder: string) => void;

/** The first entries of a folder inside a folder. The same checks and errors as those of {@link useContained}. */
export function readContainedFolder(
  folder: PinnedFolder,
  path: string,
  { most, admit, signal }: EntryLimits,
  calls: FileCalls = systemCalls,
): Promise<readonly Dirent[]> {
  const look = calls.pathOf ? lookByDescriptor : lookByName;
  const read = async (found: Located, way: string) => {
    admit(found.path, folder.path);
    return calls.readdir(way, most);
  };
  return tryAgain(folder, path, signal, calls, () => look(folder, path, calls, read));
}

/** Tries again a few times what can pass: a file that is being replaced, a system without descriptors. */
async function tryAgain<T>(
  folder: PinnedFolder,
  path: string,
  signal: AbortSignal | undefined,
  calls: FileCalls,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await withDescriptors(DESCRIPTORS_OF_ONE, signal, work);
    } catch (error) {
      if (attempt >= MISSING_WAITS.length || !canPass(error)) throw await toRefusal(error, folder, path, calls);
    }
    await setTimeout(MISSING_WAITS[attempt]);
  }
}

/** What two looks at the same place told differently. */
class Moved extends Error {
  readonly what: "file" | "folder";

  constructor(what: "file" | "folder") {
    super(`the ${what} changed while it was opened`);
    this.what = what;
  }
}

/** Whether the next try can come to something else. */
function canPass(error: unknown): boolean {
  return error instanceof Moved || ["ENOENT", "ENOTDIR", "ESTALE"].includes(systemCodeOf(error));
}

/** Once no further try is made. */
async function toRefusal(error: unknown, folder: PinnedFolder, path: string, calls: FileCalls): Promise<unknown> {
  if (!canPass(error)) return error;
  const occupant = await occupantOf(folder, calls);
  const isFolder = error instanceof Moved ? error.what === "folder" : occupant !== "the folder itself";
  if (isFolder) return replacedError(folder, occupant, path);
  return error instanceof Moved ? new Refusal(path, "changed") : error;
}

function openByDescriptor(folder: PinnedFolder, path: string, calls: FileCalls): Promise<ContainedFile> {
  return lookByDescriptor(folder, path, calls, async (found, way) => {
    if (!found.status.isFile()) throw new Refusal(path, "irregular");
    return { ...found, handle: await calls.open(way, READ_THROUGH_LINKS) };
  });
}

/**
 * Linux: the kernel itself tells where an open file lies, so that no moment is left between looking and reading.
 *
 * @param use is given a path that leads to what was looked at, whatever became of its name
 */
async function lookByDescriptor<T>(
  folder: PinnedFolder,
  path: string,
  calls: FileCalls,
  use: (found: Located, way: string) => Promise<T>,
): Promise<T> {
  const pinned = await calls.open(folder.path, LOOK_AT_FOLDER);
  try {
    if (!isSame(folder, await pinned.stat({ bigint: true }))) throw new Moved("folder");
    const seen = await calls.open(`${DESCRIPTORS}/${pinned.fd}/${path}`, LOOK_AT);
    try {
      const status = await seen.stat({ bigint: true });
      const real = await pathOf(seen, calls);
      // A file that seems to lie where the folder does lies beside it, under a name that ends like the kernel's mark.
      if (!isInside(folder.path, real) || (real === folder.path && !status.isDirectory())) {
        throw (await pathOf(pinned, calls)) === folder.path ? new Refusal(path, "outside") : new Moved("folder");
      }
      return await use({ path: real, status }, `${DESCRIPTORS}/${seen.fd}`);
    } finally {
      await seen.close();
    }
  } finally {
    await pinned.close();
  }
}

/** How the kernel marks what was removed or replaced since it was opened. A file can also be called so. */
const DELETED = " (deleted)";

/** Where an open file lies, or lay: one that was removed or replaced is still the one that lay there. */
async function pathOf(file: FileHandle, calls: FileCalls): Promise<string> {
  const path = calls.pathOf?.(file.fd) ?? "";
  if (!path.endsWith(DELETED)) return path;
  const [named, opened] = await Promise.all([calls.lstat(path).catch(() => undefined), file.stat({ bigint: true })]);
  return named && isSame(named, opened) ? path : path.slice(0, -DELETED.length);
}

/**
 * Where no descriptor tells its path: by names, looked at before and after the opening.
 *
 * macOS refuses a symlink anywhere in the path that is opened. What is left is what lies there in exactly the moment of the
 * opening and in no other look, before or after: a folder inside the skill that is a link (on Windows, and on Linux without
 * /proc), or another real folder in the skill's own place (everywhere). That takes exchanges in step with four calls of ours.
 */
async function openByName(folder: PinnedFolder, path: string, calls: FileCalls): Promise<ContainedFile> {
  await checkFolder(folder, calls);
  const real = await realPathInside(folder, path, calls);
  const handle = await calls.open(real, READ_REAL_PATH);
  try {
    const status = await handle.stat({ bigint: true });
    if (!status.isFile()) throw new Refusal(path, "irregular");
    await checkFolder(folder, calls);
    if ((await realPathInside(folder, path, calls)) !== real) throw new Moved("file");
    if (!isSame(await calls.lstat(real), status)) throw new Moved("file");
    await checkFolder(folder, calls);
    return { handle, path: real, status };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function lookByName<T>(
  folder: PinnedFolder,
  path: string,
  calls: FileCalls,
  use: (found: Located, way: string) => Promise<T>,
): Promise<T> {
  await checkFolder(folder, calls);
  const real = await realPathInside(folder, path, calls);
  const outcome = await use({ path: real, status: await calls.lstat(real) }, real);
  await checkFolder(folder, calls);
  if ((await realPathInside(folder, path, calls)) !== real) throw new Moved("file");
  return outcome;
}

async function checkFolder(folder: PinnedFolder, calls: FileCalls): Promise<void> {
  if ((await calls.realpath(folder.path)) !== folder.path) throw new Moved("folder");
  const status = await calls.lstat(folder.path);
  if (!status.isDirectory() || !isSame(folder, status)) throw new Moved("folder");
}

async function realPathInside(folder: PinnedFolder, path: string, calls: FileCalls): Promise<string> {
  const real = await calls.realpath(join(folder.path, path));
  if (!isInside(folder.path, real)) throw new Refusal(path, "outside");
  return real;
}

/** Why a path was refused that leads to something. */
export class Refusal extends SkillResourceLoadError {
  readonly why: "outside" | "irregular" | "changed";

  constructor(path: string, why: Refusal["why"]) {
    super(`${path === "" ? "The skill's folder" : `The file ${path}`} is refused: ${REASONS[why]}.`);
    this.why = why;
  }
}

const REASONS: Readonly<Record<Refusal["why"], string>> = {
  outside: "it leads out of the skill's folder",
  irregular: "it is not a regular file",
  changed: "it changed while it was opened, again and again",
};
