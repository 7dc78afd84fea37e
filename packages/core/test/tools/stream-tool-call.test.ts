import type { ToolCallOptions, ToolResult } from "@skillplug/core";
import { streamToolCall } from "@skillplug/core/adapter";
import { expect, test } from "vitest";

const done: ToolResult = { ok: true, text: "done" };

/** A call whose output and end are in the test's hand, and what the tool was called with. */
function call(input: unknown = {}, options?: ToolCallOptions) {
  const { promise, resolve, reject } = promiseInHand<ToolResult>();
  let print: NonNullable<ToolCallOptions["onOutput"]> = () => {};
  const received: { input?: unknown; options?: ToolCallOptions } = {};
  const tool = {
    execute: (input: unknown, options: ToolCallOptions = {}) => {
      Object.assign(received, { input, options });
      if (options.onOutput) print = options.onOutput;
      return promise;
    },
  };
  const results = streamToolCall(tool, input, options);
  const printLater: typeof print = (chunk, stream) => print(chunk, stream);
  return { results, print: printLater, resolve, reject, received };
}

test("each preliminary result is the text so far, and the last one is the result", async () => {
  const { results, print, resolve } = call();
  const first = results.next();
  print("one ");
  expect(await first).toEqual({ done: false, value: { ok: true, text: "one " } });
  const second = results.next();
  print("two");
  expect(await second).toEqual({ done: false, value: { ok: true, text: "one two" } });
  resolve(done);
  expect(await results.next()).toEqual({ done: false, value: done });
  expect(await results.next()).toEqual({ done: true, value: undefined });
});

test("what is printed while the reader is busy becomes one preliminary result", async () => {
  const { results, print } = call();
  const first = results.next();
  print("a");
  await first;
  for (const chunk of ["b", "c", "d"]) print(chunk);
  expect((await results.next()).value).toEqual({ ok: true, text: "abcd" });
});

test("a preliminary result shows the last 4,000 characters", async () => {
  const { results, print } = call();
  const first = results.next();
  print("x".repeat(4_000));
  expect((await first).value?.text).toBe("x".repeat(4_000));
  const second = results.next();
  print("the end");
  expect((await second).value?.text).toBe(`${"x".repeat(4_000 - "the end".length)}the end`);
});

test("the tool gets the caller's input and options, and the caller each chunk at once", async () => {
  const chunks: unknown[] = [];
  const { signal } = new AbortController();
  const onOutput = (...chunk: unknown[]) => void chunks.push(chunk);
  const { results, print, resolve, received } = call({ a: 1 }, { signal, context: "user", approved: true, onOutput });
  const first = results.next();
  expect(received).toMatchObject({ input: { a: 1 }, options: { signal, context: "user", approved: true } });
  print("a", "stdout");
  print("b", "stderr");
  expect(chunks).toEqual([
    ["a", "stdout"],
    ["b", "stderr"],
  ]);
  expect((await first).value?.text).toBe("ab");
  resolve(done);
  expect((await results.next()).value).toBe(done);
});

test("a call that prints nothing has one result", async () => {
  const { results, resolve } = call();
  const first = results.next();
  resolve(done);
  expect(await first).toEqual({ done: false, value: done });
  expect((await results.next()).done).toBe(true);
});

test("a rejection reaches the reader, and hurts nobody when the reader has gone", async () => {
  const read = call();
  const first = read.results.next();
  read.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");

  const left = call();
  const only = left.results.next();
  left.print("a");
  await only;
  await left.results.return();
  // An unhandled rejection would fail the run of the tests.
  left.reject(new Error("nobody listens"));
  await new Promise((resolve) => setImmediate(resolve));
});

function promiseInHand<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
