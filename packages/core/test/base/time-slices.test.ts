import { expect, test } from "vitest";
import { createTimeSlices } from "../../src/base/time-slices.js";

/** Keeps the processor busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("a slice that is not over is not interrupted; at the end of one timers get their turn", async () => {
  const slices = createTimeSlices();
  expect(slices.rest()).toBeUndefined();
  let hasRun = false;
  setTimeout(() => {
    hasRun = true;
  });
  // Of two, since the loop can be past its timers when the first ends.
  for (let slice = 0; slice < 2; slice++) {
    work(15);
    const rest = slices.rest();
    expect(rest).toBeInstanceOf(Promise);
    await rest;
    expect(slices.rest()).toBeUndefined();
  }
  expect(hasRun).toBe(true);
});
