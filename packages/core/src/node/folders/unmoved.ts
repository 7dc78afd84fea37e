// Tells whether any folder above skills can have been exchanged while they were listed.

import { lstat } from "node:fs";
import { dirname } from "node:path";
import type { FoundSkill } from "./found-skill.js";

/** The clock of a file system ticks every 4 to 10 ms. */
const CLOCK_TICK_MS = 20;

/**
 * Whether each folder between a root and its skills is a folder whose names have not changed since a time: whoever exchanges
 * a folder changes the one that holds it. A few questions for many skills, where asking for each file's place costs a sixth of
 * a listing.
 *
 * @param realRoot without symlinks
 * @param since milliseconds since 1970
 */
export function areUnmoved(skills: readonly FoundSkill[], realRoot: string, since: number): Promise<boolean> {
  const folders = new Set<string>();
  for (const { real } of skills) {
    for (let above = real; above !== realRoot && !folders.has(above); ) {
      const parent = dirname(above);
      // Where a link was followed, nobody knows how far up the exchange could be.
      if (parent === above || parent.length < realRoot.length) return Promise.resolve(false);
      above = parent;
      folders.add(above);
    }
  }
  return new Promise((resolve) => {
    let pending = folders.size;
    let isUnmoved = true;
    if (pending === 0) resolve(false);
    for (const folder of folders) {
      lstat(folder, (error, status) => {
        if (error || !status.isDirectory() || status.ctimeMs >= since - CLOCK_TICK_MS) isUnmoved = false;
        pending -= 1;
        if (pending === 0) resolve(isUnmoved);
      });
    }
  });
}
