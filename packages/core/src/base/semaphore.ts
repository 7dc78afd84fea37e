// A counting semaphore. The queue before it can have a length and a time, and waiting can be aborted.

import { SkillError } from "./errors.js";
import { onAbort } from "./on-abort.js";

/** Bounds how many tasks run at the same time. */
export interface Semaphore {
  /**
   * Waits for a slot, first come first served. `false` when the signal fires first; then there is nothing to release.
   *
   * @throws SkillError `script_not_started` when too many wait already, or when the time is over
   */
  take(signal: AbortSignal | undefined): Promise<boolean>;
  release(): void;
}

/** How much may wait for a slot, and how long. */
export interface SemaphoreLimits {
  /** How many tasks may run at the same time. */
  readonly maxConcurrent: number;
  /** How many more may wait. @default any number */
  readonly maxQueued?: number | undefined;
  /** How long each of them may wait, in milliseconds. @default as long as it takes */
  readonly maxQueuedMs?: number | undefined;
}

/** Makes a semaphore whose slots are all free. */
export function createSemaphore({ maxConcurrent, maxQueued = Infinity, maxQueuedMs }: SemaphoreLimits): Semaphore {
  let free = maxConcurrent;
  const waiting = new Set<() => void>();

  function wait(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(enter);
        clearTimeout(timer);
        stopListening?.();
      };
      const settle = (taken: boolean): void => {
        leave();
        resolve(taken);
      };
      const enter = () => settle(true);
      const tooLong = (): void => {
        leave();
        reject(refused(`it waited ${maxQueuedMs} ms while ${maxConcurrent} others ran`, "maxQueuedMs"));
      };
      const timer = maxQueuedMs === undefined ? undefined : setTimeout(tooLong, maxQueuedMs);
      const stopListening = signal && onAbort(signal, () => settle(false));
      waiting.add(enter);
    });
  }

  return {
    async take(signal) {
      if (signal?.aborted) return false;
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (waiting.size >= maxQueued) throw refused(`${waiting.size} others wait already`, "maxQueued");
      return wait(signal);
    },

    release() {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}

function refused(why: string, option: string): SkillError {
  const advice = `Try again when some have ended, or raise the executor's option maxConcurrent or ${option}`;
  return new SkillError("script_not_started", `${why}. ${advice}`);
}
