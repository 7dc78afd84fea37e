import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSemaphore, type SemaphoreLimits } from "../../src/base/semaphore.js";

const semaphore = (limits: Partial<SemaphoreLimits> = {}) =>
  createSemaphore({ maxConcurrent: 1, maxQueued: 100, maxQueuedMs: 60_000, ...limits });

/** Whether there is a slot at this moment: who waits for one is sent away. */
async function hasFree(slots: ReturnType<typeof createSemaphore>): Promise<boolean> {
  const controller = new AbortController();
  const taken = slots.take(controller.signal);
  controller.abort();
  return taken;
}

test("there are as many slots as were made, and one more with each release", async () => {
  const slots = semaphore({ maxConcurrent: 2 });
  expect([await slots.take(undefined), await slots.take(undefined)]).toEqual([true, true]);
  expect(await hasFree(slots)).toBe(false);
  slots.release();
  expect(await hasFree(slots)).toBe(true);
  expect(await hasFree(slots)).toBe(false);
});

test("a slot that is handed on is not free as well", async () => {
  const slots = semaphore();
  await slots.take(undefined);
  const second = slots.take(undefined);
  slots.release();
  expect(await second).toBe(true);
  expect(await hasFree(slots)).toBe(false);
  slots.release();
  expect(await hasFree(slots)).toBe(true);
});

test("those who wait take their turns in their order, and who is sent away is passed over", async () => {
  const slots = semaphore();
  await slots.take(undefined);
  const order: string[] = [];
  const controller = new AbortController();
  const wait = async (name: string, signal?: AbortSignal) => void order.push(`${name} ${await slots.take(signal)}`);
  const waiting = [wait("first"), wait("second", controller.signal), wait("third")];
  controller.abort();
  await waiting[1];
  slots.release();
  await waiting[0];
  slots.release();
  await waiting[2];
  expect(order).toEqual(["second false", "first true", "third true"]);
});

test("a signal that has fired takes no slot", async () => {
  const slots = semaphore();
  expect(await slots.take(AbortSignal.abort())).toBe(false);
  expect(await hasFree(slots)).toBe(true);
});

test("a signal that lives longer than the wait keeps no listener of it", async () => {
  const slots = semaphore();
  const { signal } = new AbortController();
  await slots.take(signal);
  const waiting = slots.take(signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  slots.release();
  await waiting;
  await vi.waitFor(() => expect(getEventListeners(signal, "abort")).toHaveLength(0), { timeout: 20_000 });
});

test("so many may wait, and one more is refused at once", async () => {
  const slots = semaphore({ maxQueued: 2 });
  await slots.take(undefined);
  const waiting = [slots.take(undefined), slots.take(undefined)];
  await expect(slots.take(undefined)).rejects.toMatchObject({
    code: "script_not_started",
    message:
      "2 others wait already. Try again when some have ended, or raise the executor's option maxConcurrent or maxQueued",
  });
  slots.release();
  expect(await waiting[0]).toBe(true);
  // There is room for one again.
  const next = slots.take(undefined);
  slots.release();
  slots.release();
  expect(await Promise.all([waiting[1], next])).toEqual([true, true]);
});

test("one that waits too long is refused, and takes no slot when it is its turn", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const slots = semaphore({ maxQueuedMs: 1_000 });
  await slots.take(undefined);
  const { signal } = new AbortController();
  const ended = vi.fn();
  const late = slots.take(signal);
  late.catch(ended);
  vi.advanceTimersByTime(999);
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await expect(late).rejects.toMatchObject({
    code: "script_not_started",
    message:
      "it waited 1000 ms while 1 others ran. Try again when some have ended, or raise the executor's option maxConcurrent or maxQueuedMs",
  });
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  slots.release();
  expect(await slots.take(undefined)).toBe(true);
});

test("unless it is bounded, any number may wait, without a timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const slots = createSemaphore({ maxConcurrent: 1 });
  await slots.take(undefined);
  const waiting = Array.from({ length: 10_000 }, () => slots.take(undefined));
  expect(vi.getTimerCount()).toBe(0);
  for (const _ of waiting) slots.release();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
});

test("one that had its turn in time keeps no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const slots = semaphore();
  await slots.take(undefined);
  const waiting = slots.take(undefined);
  expect(vi.getTimerCount()).toBe(1);
  slots.release();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test("many that wait for one signal share one listener", async () => {
  const slots = semaphore();
  const controller = new AbortController();
  await slots.take(undefined);
  const waiting = Array.from({ length: 50 }, () => slots.take(controller.signal));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
});
