// Bounds how many tasks run at the same time.

import { createSemaphore } from "../base/semaphore.js";
import { abortedError } from "../base/until-aborted.js";

/**
 * Runs a task once it is its turn, first come first served.
 *
 * @throws SkillError `aborted` when the signal fires while it waits for its turn, or has fired before
 */
export type Limit = <Result>(signal: AbortSignal | undefined, task: () => Promise<Result>) => Promise<Result>;

/** @param count how many tasks may run at the same time */
export function createLimit(count: number): Limit {
  const turns = createSemaphore({ maxConcurrent: count });
  return async (signal, task) => {
    if (!(await turns.take(signal))) throw abortedError();
    try {
      // At the very moment of its turn.
      if (signal?.aborted) throw abortedError();
      return await task();
    } finally {
      turns.release();
    }
  };
}
