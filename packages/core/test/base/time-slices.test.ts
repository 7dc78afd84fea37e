import { expect, test } from "vitest";
import { createTimeSlices } from "../../src/base/time-slices.js";

/** Keeps the processor busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("a slice that is not over is not interrupted; at its end a timer runs before the work goes on", async () => {
  const slices = createTimeSlices();
  expect(slices.rest()).toBeUndefined();
  let hasRun = false;
  setTimeout(() => {
    hasRun = true;
  });
  work(15);
  const rest = slices.rest();
  expect(rest).toBeInstanceOf(Promise);
  await rest;
  expect(hasRun).toBe(true);
  expect(slices.rest()).toBeUndefined();
});
