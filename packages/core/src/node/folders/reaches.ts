// Tells whether a source lists, or could list, skills in a folder, or has its own folder in it.

import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { isInside } from "../is-inside.js";
import { SKIPPED_FOLDERS } from "./scan-folders.js";

/** Where a listing looked. */
export interface Reach {
  /** The folder itself, without symlinks. */
  readonly root: string;
  /** Where followed links led, each with how many folders below the root the link lies. */
  readonly followed: ReadonlyMap<string, number>;
  /** The folders of its skills. */
  readonly skills: readonly string[];
}

/**
 * Whether a folder is one that a source looks at, lies in one of its skills, or holds the source's own folder: a skill's scripts
 * use what lies below them, with or without a SKILL.md.
 *
 * @param root the source's folder, for when it was never listed
 * @param folder a real path
 */
export function reaches(reach: Reach | undefined, root: string, maxDepth: number, folder: string): boolean {
  const { root: realRoot, followed, skills } = reach ?? { root: realPathOf(root), followed: new Map(), skills: [] };
  if (isInside(folder, realRoot) || isLookedAt(realRoot, maxDepth, folder)) return true;
  for (const [target, depth] of followed) if (isLookedAt(target, maxDepth - depth, folder)) return true;
  return skills.some((skill) => isInside(skill, folder));
}

function isLookedAt(top: string, maxDepth: number, folder: string): boolean {
  if (!isInside(top, folder)) return false;
  const way = relative(top, folder);
  const names = way === "" ? [] : way.split(sep);
  return names.length <= maxDepth && !names.some((name) => SKIPPED_FOLDERS.has(name));
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
