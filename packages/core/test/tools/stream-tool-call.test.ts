import type { ToolCallOptions, ToolResult } from "@skillplug/core";
import { expect, test } from "vitest";
import { MAX_PROGRESS_LENGTH, streamToolCall } from "../../src/tools/stream-tool-call.js";

const done: ToolResult = { ok: true, text: "done" };

/** A call whose output and end are in the test's hand. */
function call() {
  const { promise, resolve, reject } = promiseInHand<ToolResult>();
  let print: (chunk: string) => void = () => {};
  const tool = {
    execute: (_input: unknown, { onOutput }: ToolCallOptions = {}) => {
      if (onOutput) print = onOutput;
      return promise;
    },
  };
  const results = streamToolCall(tool, {});
  return { results, print: (chunk: string) => print(chunk), resolve, reject };
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

test("a preliminary result shows the end of a long output", async () => {
  const { results, print } = call();
  const first = results.next();
  print("x".repeat(MAX_PROGRESS_LENGTH));
  print("the end");
  const { value } = await first;
  expect(value?.text).toHaveLength(MAX_PROGRESS_LENGTH);
  expect(value?.text).toMatch(/x{3}the end$/);
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
