import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ToolCallOptions } from "../../src/base/tool.js";
import * as calling from "../../src/scripts/call-function.js";

const callFunction = (call: (options: ToolCallOptions) => unknown, options: ToolCallOptions, timeoutMs?: number) =>
  calling.callFunction(call, options, timeoutMs);

test("a text is as it is, nothing is an empty text, anything else is JSON", async () => {
  const values = ["text", undefined, null, 7, { a: [1] }, callFunction];
  const texts = await Promise.all(values.map((value) => callFunction(() => value, {})));
  expect(texts).toEqual(["text", "", "null", "7", '{"a":[1]}', ""]);
});

test("the texts of an async iterable are told as they come, and answered as one", async () => {
  const printed: string[] = [];
  const seen: string[][] = [];
  async function* chunks() {
    yield "one\n";
    seen.push([...printed]);
    yield { two: 2 };
    seen.push([...printed]);
  }
  expect(await callFunction(chunks, { onOutput: (chunk) => printed.push(chunk) })).toBe('one\n{"two":2}');
  expect(seen).toEqual([["one\n"], ["one\n", '{"two":2}']]);
  expect(await callFunction(chunks, {})).toBe('one\n{"two":2}');
});

test("what neither is a text nor becomes JSON is refused, with what to return", async () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  const refused = (reason: string) => ({
    name: "TypeError",
    message: `The function returned a value that is neither a text nor JSON: ${reason}. Return a text, or plain data without circles and BigInts.`,
    cause: expect.any(TypeError),
  });
  await expect(callFunction(() => circle, {})).rejects.toMatchObject(refused("Converting circular structure to JSON"));
  await expect(callFunction(() => 1n, {})).rejects.toMatchObject(refused("Do not know how to serialize a BigInt"));
  await expect(callFunction(() => new Uint8Array(1), {})).rejects.toMatchObject({
    message: "The function returned bytes. Return a text, or plain data.",
  });
});

test("what a function throws is thrown, at once or later", async () => {
  const error = new Error("no network");
  const throws = () => {
    throw error;
  };
  const { signal } = new AbortController();
  for (const call of [throws, () => Promise.reject(error)])
    for (const options of [{}, { signal }]) await expect(callFunction(call, options)).rejects.toBe(error);
});

test("a signal that lives longer than its calls keeps no listener of theirs", async () => {
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, "abort").length;
  const calls = [() => "text", () => Promise.reject(new Error("no network")), async function* () {}];
  for (const call of calls) {
    const called = callFunction(call, { signal });
    expect(listeners()).toBe(1);
    await called.catch(() => {});
    await vi.waitFor(() => expect(listeners()).toBe(0), { timeout: 20_000 });
  }
});

test("bad input 30: an abort ends the waiting at once, and a signal that has fired calls nothing", async () => {
  const controller = new AbortController();
  const stuck = callFunction(() => new Promise(() => {}), { signal: controller.signal });
  controller.abort();
  await expect(stuck).rejects.toMatchObject({ code: "aborted", message: "The call was aborted." });
  const call = vi.fn();
  await expect(callFunction(call, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
  expect(call).not.toHaveBeenCalled();
});

test("bad input 30: an iterable tells nothing that comes after the abort", async () => {
  const controller = new AbortController();
  const printed: string[] = [];
  const closed = vi.fn();
  async function* chunks() {
    try {
      yield "one";
      controller.abort();
      yield "two";
      yield "three";
    } finally {
      closed();
    }
  }
  const options = { signal: controller.signal, onOutput: (chunk: string) => printed.push(chunk) };
  await expect(callFunction(chunks, options)).rejects.toMatchObject({ code: "aborted" });
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 20_000 });
  expect(printed).toEqual(["one"]);
});

test("an iterable that is aborted while it yields is closed once", async () => {
  const controller = new AbortController();
  const close = vi.fn(async () => ({ done: true, value: undefined }));
  const next = async () => {
    controller.abort();
    return { done: false, value: "late" };
  };
  const iterable = { [Symbol.asyncIterator]: () => ({ next, return: close }) };
  await expect(callFunction(() => iterable, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(close).toHaveBeenCalledTimes(1);
});

describe("a function that takes too long", () => {
  /** Starts a call with stopped clocks, and says when its time is over. */
  function startCall(call: (options: ToolCallOptions) => unknown, options: ToolCallOptions = {}) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.fn();
    const called = callFunction(call, options, 1_000);
    called.then(ended, ended);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const passTime = async (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      await settle();
    };
    return { called, ended, passTime };
  }

  test("is ended at its time and not before, and the signal that it was given fires", async () => {
    let signal: AbortSignal | undefined;
    const { called, ended, passTime } = startCall((options) => {
      signal = options.signal;
      return new Promise(() => {});
    });
    await passTime(999);
    expect([ended.mock.calls.length, signal?.aborted]).toEqual([0, false]);
    await passTime(1);
    expect(signal?.aborted).toBe(true);
    await expect(called).rejects.toMatchObject({
      code: "function_failed",
      message:
        "The function took longer than 1000 ms. Try again with less to do, or have the program raise functionTimeoutMs.",
    });
    expect(signal?.reason).toMatchObject({ code: "function_failed" });
  });

  test("what ends in its time keeps no timer, and hears no signal afterwards", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const { called, passTime } = startCall((options) => {
      signal = options.signal;
      return "text";
    }, controller);
    expect(await called).toBe("text");
    expect(vi.getTimerCount()).toBe(0);
    await passTime(1_000);
    controller.abort();
    expect(signal?.aborted).toBe(false);
  });

  test("the signal of the call reaches it with its reason", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const { called } = startCall((options) => {
      signal = options.signal;
      return new Promise(() => {});
    }, controller);
    controller.abort("enough");
    await expect(called).rejects.toMatchObject({ code: "aborted" });
    expect([signal?.aborted, signal?.reason, vi.getTimerCount()]).toEqual([true, "enough", 0]);
  });

  test("without a limit it waits on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    void callFunction(() => new Promise(() => {}), {}, undefined);
    expect(vi.getTimerCount()).toBe(0);
  });

  /** An iterable of its own kind, as a generator that waits does not hear of `return()`. */
  function waiting(returned: () => void) {
    const next = () => new Promise<never>(() => {});
    const close = async () => {
      returned();
      return { done: true as const, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
  }

  test("an iterable is closed while it is waited for: at its time, and by an abort, once", async () => {
    for (const end of ["time", "abort"]) {
      const returned = vi.fn();
      const controller = new AbortController();
      const { called, passTime } = startCall(() => waiting(returned), controller);
      await passTime(0);
      if (end === "time") await passTime(1_000);
      else controller.abort();
      await expect(called).rejects.toMatchObject({ code: end === "time" ? "function_failed" : "aborted" });
      expect(returned).toHaveBeenCalledOnce();
    }
  });

  test("an iterable that comes after the end is not asked for anything", async () => {
    const next = vi.fn();
    let give: (value: unknown) => void = () => {};
    const late = new Promise((resolve) => {
      give = resolve;
    });
    const { called, passTime } = startCall(() => late);
    await passTime(1_000);
    await expect(called).rejects.toMatchObject({ code: "function_failed" });
    give({ [Symbol.asyncIterator]: () => ({ next }) });
    await passTime(0);
    expect(next).not.toHaveBeenCalled();
  });
});

test("an iterable may yield 16,777,216 characters, and with one more it is closed and refused", async () => {
  const closed = vi.fn();
  const part = "x".repeat(calling.MAX_YIELDED_LENGTH / 4);
  async function* chunks(last: string) {
    try {
      yield* [part, part, part, part];
      if (last) yield last;
      yield "";
    } finally {
      closed();
    }
  }
  expect((await callFunction(() => chunks(""), {})).length).toBe(16_777_216);
  closed.mockClear();
  await expect(callFunction(() => chunks("x"), {})).rejects.toMatchObject({
    code: "function_failed",
    message: "The function yielded more than 16777216 characters. Yield less, such as a summary or a part at a time.",
  });
  expect(closed).toHaveBeenCalledOnce();
});

test("1,000 calls on one signal share one listener, and no warning of a leak appears", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const controller = new AbortController();
  const calls = Array.from({ length: 1_000 }, () => callFunction(() => new Promise(() => {}), controller));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();
  const results = await Promise.allSettled(calls);
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warned).not.toHaveBeenCalled();
});
