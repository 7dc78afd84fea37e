// A counting semaphore, whose waiting can be aborted.

/** Bounds how many tasks run at the same time. */
export interface Semaphore {
  /** Waits for a slot, first come first served. `false` when the signal fires first; then there is nothing to release. */
  take(signal: AbortSignal | undefined): Promise<boolean>;
  release(): void;
}

/** @param count how many tasks may run at the same time */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();

  return {
    take(signal) {
      if (signal?.aborted) return Promise.resolve(false);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const settle = (taken: boolean) => {
          waiting.delete(enter);
          signal?.removeEventListener("abort", leave);
          resolve(taken);
        };
        const enter = () => settle(true);
        const leave = () => settle(false);
        waiting.add(enter);
        signal?.addEventListener("abort", leave, { once: true });
      });
    },

    release() {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}
