// Bounds how many descriptors are open at once for the files of skills, and waits while the system has none left.

import { setTimeout } from "node:timers/promises";

/** How many files and folders of skills this process has open at the same time; systems allow 256 and more. */
export const MAX_DESCRIPTORS = 64;

/** Waits, in milliseconds, before something is opened again for which the system had no descriptor. */
export const SHORTAGE_WAITS: readonly number[] = [5, 20, 80];

/** A counting semaphore of which one holder takes several places at once, so that no two can wait for each other's rest. */
export interface DescriptorPool {
  /** Waits for as many places as are free, at least one and at most `count`, and resolves to how many it took. */
  takeUpTo(count: number): Promise<number>;
  /** Waits for exactly so many places. */
  take(count: number): Promise<void>;
  release(count: number): void;
}

interface Waiting {
  readonly least: number;
  readonly most: number;
  readonly enter: (taken: number) => void;
}

/** @param count how many places there are */
export function createDescriptorPool(count: number): DescriptorPool {
  let free = count;
  const waiting: Waiting[] = [];

  /** First come, first served: who needs many is not passed for ever by those who need few. */
  function admit(): void {
    for (let next = waiting[0]; next && next.least <= free; next = waiting[0]) {
      waiting.shift();
      const taken = Math.min(next.most, free);
      free -= taken;
      next.enter(taken);
    }
  }

  function wait(least: number, most: number): Promise<number> {
    return new Promise((enter) => {
      waiting.push({ least: Math.min(least, count), most: Math.min(most, count), enter });
      admit();
    });
  }

  return {
    takeUpTo: (most) => wait(1, most),
    take: async (exactly) => {
      await wait(exactly, exactly);
    },
    release(taken) {
      free += taken;
      admit();
    },
  };
}

/** The places of this process. */
export const descriptors: DescriptorPool = createDescriptorPool(MAX_DESCRIPTORS);

/**
 * Does something that has at most so many descriptors open at once, as soon as there is room, and again a few times when the
 * system has none left.
 */
export async function withDescriptors<T>(
  count: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    await descriptors.take(count);
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      if (!isShortage(error) || attempt >= SHORTAGE_WAITS.length) throw error;
    } finally {
      descriptors.release(count);
    }
    await setTimeout(SHORTAGE_WAITS[attempt]);
  }
}

/** Whether the process (EMFILE) or the whole system (ENFILE) has no descriptor left. */
export function isShortage(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === "EMFILE" || code === "ENFILE";
}

/** The system's code of an error, such as `ENOENT`; empty for any other error. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
