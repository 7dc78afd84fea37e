import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { untilAborted } from "../../src/operations/until-aborted.js";

test("resolves and rejects as the work does, with and without a signal", async () => {
  const { signal } = new AbortController();
  for (const given of [undefined, signal]) {
    expect(await untilAborted(given, () => 1)).toBe(1);
    await expect(untilAborted(given, () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
    await expect(
      untilAborted(given, () => {
        throw new Error("at once");
      }),
    ).rejects.toThrow("at once");
  }
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends the waiting at once, and the work does not begin after it", async () => {
  const abort = new AbortController();
  const waiting = untilAborted(abort.signal, () => new Promise(() => {}));
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  const work = vi.fn();
  await expect(untilAborted(abort.signal, work)).rejects.toMatchObject({ code: "aborted" });
  expect(work).not.toHaveBeenCalled();
});
