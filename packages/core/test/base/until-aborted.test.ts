import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { untilAborted } from "../../src/base/until-aborted.js";

test("calls that wait on one signal share one listener, end with it, and leave none behind", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = await Promise.all([1, 2].map((value) => untilAborted(signal, async () => value)));
  expect(ended).toEqual([1, 2]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  const waiting = Array.from({ length: 20 }, () => untilAborted(signal, () => new Promise<never>(() => {})));
  const outcomes = Promise.allSettled(waiting);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "aborted" } });
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
