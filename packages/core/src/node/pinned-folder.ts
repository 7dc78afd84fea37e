// A folder that is pinned: its real path and its identity, by which it is known again.

import type { BigIntStats } from "node:fs";
import { SkillError, SkillResourceLoadError } from "../base/errors.js";
import { systemCodeOf } from "./descriptors.js";
import { type FileCalls, systemCalls } from "./file-calls.js";

/** Which file or folder it is, whatever it is called. As bigints: some file systems use all 64 bits. */
export interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** A folder as it was when it was pinned. */
export interface PinnedFolder extends Identity {
  /** Absolute, without symlinks. */
  readonly path: string;
}

/** What lies in a place now. */
export type Occupant = "nothing" | "a link" | "another folder" | "a file" | "the folder itself";

/**
 * Pins a folder as it is now.
 *
 * @param path absolute
 * @throws the system's error when there is none
 */
export async function pinFolder(path: string, calls: FileCalls = systemCalls): Promise<PinnedFolder> {
  const real = await calls.realpath(path);
  const { dev, ino } = await calls.lstat(real);
  return { path: real, dev, ino };
}

/**
 * Resolves while the folder is still the one that was pinned, in the same place.
 *
 * @throws SkillError `script_not_started` when something else lies there
 */
export async function checkPinned(folder: PinnedFolder, calls: FileCalls = systemCalls): Promise<void> {
  const [occupant, real] = await Promise.all([occupantOf(folder, calls), calls.realpath(folder.path).catch(() => "")]);
  if (occupant !== "the folder itself" || real !== folder.path) {
    const message = `${describeReplaced(folder, occupant)}; reload to use what is there now`;
    throw new SkillError("script_not_started", message);
  }
}

/** Whether both are the same file or folder. */
export function isSame(one: Identity, other: Identity): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** What lies where a folder was pinned. */
export async function occupantOf(folder: PinnedFolder, calls: FileCalls = systemCalls): Promise<Occupant> {
  try {
    return describeOccupant(folder, await calls.lstat(folder.path));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing";
    throw error;
  }
}

function describeOccupant(folder: PinnedFolder, status: BigIntStats): Occupant {
  if (status.isSymbolicLink()) return "a link";
  if (!status.isDirectory()) return "a file";
  return isSame(folder, status) ? "the folder itself" : "another folder";
}

/** The refusal of whatever is asked of a skill whose folder is not the one that was listed. */
export function replacedError(folder: PinnedFolder, occupant: Occupant, path: string): SkillResourceLoadError {
  const message = `${describeReplaced(folder, occupant)}; reload to use what is there now.`;
  return new SkillResourceLoadError(`The file ${path} is refused: ${message}`);
}

/** That a folder was replaced, and by what. */
export function describeReplaced({ path }: PinnedFolder, occupant: Occupant): string {
  // A folder above it can have moved or become a link, so that this very folder lies elsewhere.
  const now = occupant === "the folder itself" ? "it is reached by another path" : `there is ${occupant}`;
  return `the folder of the skill, ${path}, was replaced since it was listed: ${now} now`;
}
