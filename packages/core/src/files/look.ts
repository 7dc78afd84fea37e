import { type Stats, stat } from "node:fs";

/** A file or folder that something was made of. */
export interface Look {
  readonly path: string;
  /** When it was looked at, in milliseconds since 1970; what was read of it was read later. */
  readonly at: number;
  /** Which file or folder lay there, where a different one could come there without itself having changed. */
  readonly device?: number;
  readonly inode?: number;
}

/**
 * A file system stamps a change with a clock that ticks every 4 to 10 ms. What changed this many milliseconds before we
 * looked may have changed again within the same tick, so it counts as changed.
 */
const CLOCK_TICK_MS = 20;

/** To be taken before the reading. */
export function lookAt(path: string): Look {
  return { path, at: Date.now() };
}

/** Those that are not as they were, or are gone. */
export function findChanged(looks: readonly Look[]): Promise<ReadonlySet<Look>> {
  // All are asked for at once and without a promise for each, which is three times as cheap.
  return new Promise((resolve) => {
    const changed = new Set<Look>();
    let pending = looks.length;
    if (pending === 0) resolve(changed);
    for (const look of looks) {
      stat(look.path, (error, status) => {
        if (error || !isUnchanged(look, status)) changed.add(look);
        pending -= 1;
        if (pending === 0) resolve(changed);
      });
    }
  });
}

/** By the time of the last change of content, name or rights; unlike that of the last writing it cannot be set. */
function isUnchanged({ at, device, inode }: Look, { ctimeMs, dev, ino }: Stats): boolean {
  return ctimeMs < at - CLOCK_TICK_MS && (inode === undefined || (inode === ino && device === dev));
}
