import { getEventListeners } from "node:events";
import { loadSkills, type ToolCallOptions, type ToolResult } from "@skillplug/core";
import { streamToolCall } from "@skillplug/core/adapter";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";

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
  expect(received).toMatchObject({ input: { a: 1 }, options: { context: "user", approved: true } });
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

test("a signal that lives longer than its calls keeps no listener of theirs", async () => {
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, "abort").length;
  const { results, resolve } = call({}, { signal });
  const first = results.next();
  expect(listeners()).toBe(1);
  resolve(done);
  await first;
  expect(listeners()).toBe(0);
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

describe("a reader that leaves", () => {
  test("ends the call: between two results, and while it waits for one", async () => {
    const between = call();
    const first = between.results.next();
    between.print("a");
    await first;
    expect(between.received.options?.signal?.aborted).toBe(false);
    await between.results.return();
    expect(between.received.options?.signal?.aborted).toBe(true);

    const waits = call();
    const never = waits.results.next();
    void waits.results.return();
    expect(waits.received.options?.signal?.aborted).toBe(true);
    waits.resolve(done);
    expect((await never).value).toBe(done);

    const thrown = call();
    void thrown.results.next();
    thrown.results.throw(new Error("leave")).catch(() => {});
    expect(thrown.received.options?.signal?.aborted).toBe(true);
    thrown.resolve(done);
  });

  test("ends it by a break too, and one that has the result ends nothing", async () => {
    const left = call();
    const reading = (async () => {
      for await (const _ of left.results) break;
    })();
    left.print("a");
    await reading;
    expect(left.received.options?.signal?.aborted).toBe(true);

    const ended = call();
    const last = ended.results.next();
    ended.resolve(done);
    await last;
    await ended.results.return();
    expect(ended.received.options?.signal?.aborted).toBe(false);
  });

  test("the caller's own signal ends the call with its reason, also one that has fired before", async () => {
    const controller = new AbortController();
    const later = call({}, controller);
    void later.results.next();
    controller.abort("enough");
    expect(later.received.options?.signal?.reason).toBe("enough");
    const before = call({}, { signal: AbortSignal.abort("long ago") });
    void before.results.next();
    expect(before.received.options?.signal?.reason).toBe("long ago");
    for (const each of [later, before]) each.resolve(done);
  });

  test("a script ends with the stream", async () => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/x.sh": "echo $$; exec sleep 600" });
    const [tool] = (await (await loadSkills(folder)).getTools()).filter(({ name }) => name === "run_skill_script");
    if (!tool) throw new Error("no tool");
    let pid = Number.NaN;
    for await (const result of streamToolCall(tool, { skill_name: "a", script_name: "x" })) {
      pid = Number(result.text);
      expect(isRunning(pid)).toBe(true);
      break;
    }
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  });
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
