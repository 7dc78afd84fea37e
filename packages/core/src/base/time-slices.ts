// Cuts long work into slices, between which the process does what else it has to do.

/** In milliseconds. Far below what a person or a health check notices, far above what a turn of the event loop costs. */
const SLICE_MS = 12;

/** The turns of one piece of long work. */
export interface TimeSlices {
  /** Ends the slice once it has lasted its time: `undefined` until then, so that nothing is awaited in vain. */
  rest(): Promise<void> | undefined;
}

/** Begins the first slice. Between two steps of the work, each of some milliseconds at the most: `await slices.rest()`. */
export function createTimeSlices(): TimeSlices {
  let endsAt = performance.now() + SLICE_MS;
  return {
    rest() {
      if (performance.now() < endsAt) return undefined;
      return nextTurn().then(() => {
        endsAt = performance.now() + SLICE_MS;
      });
    },
  };
}

/** `setImmediate` where there is one: a timer waits a millisecond at the least. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve);
  });
}
