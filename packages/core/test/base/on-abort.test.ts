import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { onAbort } from "../../src/base/on-abort.js";

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

test("all that wait for one signal share one listener, and each is called once", () => {
  const controller = new AbortController();
  const listeners = Array.from({ length: 20 }, () => vi.fn());
  for (const listener of listeners) onAbort(controller.signal, listener);
  expect(listenersOf(controller.signal)).toBe(1);
  controller.abort();
  controller.abort();
  for (const listener of listeners) expect(listener).toHaveBeenCalledOnce();
  expect(listenersOf(controller.signal)).toBe(0);
});

test("who stops listening is not called, and the last one leaves nothing on the signal", () => {
  const controller = new AbortController();
  const [gone, stays] = [vi.fn(), vi.fn()];
  const stop = onAbort(controller.signal, gone);
  const last = onAbort(controller.signal, stays);
  stop();
  stop();
  expect(listenersOf(controller.signal)).toBe(1);
  last();
  expect(listenersOf(controller.signal)).toBe(0);
  onAbort(controller.signal, stays);
  controller.abort();
  expect([gone, stays].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

test("one function can wait twice, and stopping the one does not stop the other", () => {
  const controller = new AbortController();
  const listener = vi.fn();
  const stop = onAbort(controller.signal, listener);
  onAbort(controller.signal, listener);
  stop();
  controller.abort();
  expect(listener).toHaveBeenCalledOnce();
});

test("signals do not hear each other, and a listener may stop another while the signal fires", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const other = vi.fn();
  onAbort(second.signal, other);
  let stop = () => {};
  onAbort(first.signal, () => stop());
  stop = onAbort(first.signal, () => {});
  first.abort();
  expect(other).not.toHaveBeenCalled();
  expect(listenersOf(second.signal)).toBe(1);
});
