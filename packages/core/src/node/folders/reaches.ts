// Tells whether whoever may write where a source looks decides what lies in a folder.

import { realpathSync } from "node:fs";
import { isInside } from "../is-inside.js";

/** Where a listing looked. */
export interface Reach {
  /** The folder itself, without symlinks. */
  readonly root: string;
  /** Where followed links led that lead out of it, without symlinks. */
  readonly elsewhere: readonly string[];
}

/**
 * Whether a folder lies in one that a source looks at, or holds one: at any depth, and below `node_modules` and other folders
 * in which no skills are looked for, since whoever may write to a folder decides about all that lies in it.
 *
 * @param root the source's folder, for when it was never listed
 * @param folder a real path
 */
export function reaches(reach: Reach | undefined, root: string, folder: string): boolean {
  const tops = reach ? [reach.root, ...reach.elsewhere] : [realPathOf(root)];
  return tops.some((top) => isInside(top, folder) || isInside(folder, top));
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
