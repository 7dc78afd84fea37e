import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { callFunction } from "../../src/scripts/call-function.js";

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
