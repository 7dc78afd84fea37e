import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createSemaphore } from "../../../src/node/processes/semaphore.js";

/** Whether there is a slot at this moment: who waits for one is sent away. */
async function hasFree(slots: ReturnType<typeof createSemaphore>): Promise<boolean> {
  const controller = new AbortController();
  const taken = slots.take(controller.signal);
  controller.abort();
  return taken;
}

test("there are as many slots as were made, and one more with each release", async () => {
  const slots = createSemaphore(2);
  expect([await slots.take(undefined), await slots.take(undefined)]).toEqual([true, true]);
  expect(await hasFree(slots)).toBe(false);
  slots.release();
  expect(await hasFree(slots)).toBe(true);
  expect(await hasFree(slots)).toBe(false);
});

test("a slot that is handed on is not free as well", async () => {
  const slots = createSemaphore(1);
  await slots.take(undefined);
  const second = slots.take(undefined);
  slots.release();
  expect(await second).toBe(true);
  expect(await hasFree(slots)).toBe(false);
  slots.release();
  expect(await hasFree(slots)).toBe(true);
});

test("those who wait take their turns in their order, and who is sent away is passed over", async () => {
  const slots = createSemaphore(1);
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
  const slots = createSemaphore(1);
  expect(await slots.take(AbortSignal.abort())).toBe(false);
  expect(await hasFree(slots)).toBe(true);
});

test("a signal that lives longer than the wait keeps no listener of it", async () => {
  const slots = createSemaphore(1);
  const { signal } = new AbortController();
  await slots.take(signal);
  const waiting = slots.take(signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  slots.release();
  await waiting;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
