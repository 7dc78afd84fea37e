// Bounds how many tasks run at the same time.

import { untilAborted } from "./until-aborted.js";

/**
 * Runs a task once it is its turn, first come first served.
 *
 * @throws SkillError `aborted` when the signal fires while it waits for its turn
 */
export type Limit = <Result>(signal: AbortSignal | undefined, task: () => Promise<Result>) => Promise<Result>;

/** @param count how many tasks may run at the same time */
export function createLimit(count: number): Limit {
  let free = count;
  const waiting = new Set<() => void>();

  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    let enter = () => {};
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    waiting.add(enter);
    try {
      await untilAborted(signal, () => entered);
    } catch (error) {
      // It may have been its turn at the very moment of the abort.
      if (!waiting.delete(enter)) leave();
      throw error;
    }
  };
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };
  return async (signal, task) => {
    await turn(signal);
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
