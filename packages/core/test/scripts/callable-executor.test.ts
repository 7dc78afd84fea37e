import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CallableScriptExecutor, type ScriptFunction } from "../../src/scripts/callable-executor.js";
import { outputOf } from "../../src/scripts/script-result.js";

const request = { skillName: "weather", scriptName: "scripts/now", directory: "/nowhere", args: ["Paris"] };
const run = (script: ScriptFunction, signal?: AbortSignal) =>
  new CallableScriptExecutor(script).execute(request, { signal });

test("A46: a returned text is what the script printed", async () => {
  const result = await run(async ({ scriptName, args }) => `${scriptName} ${String(args)}`);
  expect(result).toMatchObject({ exitCode: 0, stdout: "scripts/now Paris", stderr: "", signal: null });
});

test("A46: a result tells how long the function took", async () => {
  let clock = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  const takes = (milliseconds: number) => () => {
    clock += milliseconds;
    if (milliseconds > 5) throw new Error("too long");
  };
  expect([(await run(takes(5))).durationMs, (await run(takes(7))).durationMs]).toEqual([5, 7]);
});

test("A46: anything else is printed as JSON", async () => {
  expect((await run(() => ({ celsius: 7 }))).stdout).toBe('{"celsius":7}');
  expect((await run(() => null)).stdout).toBe("null");
  expect((await run(() => undefined)).stdout).toBe("");
  expect((await run(() => run)).stdout).toBe("");
});

test("A46: the function receives the request and the options", async () => {
  const script = vi.fn();
  const options = { context: { user: 1 } };
  await new CallableScriptExecutor(script).execute(request, options);
  expect(script).toHaveBeenCalledWith(request, { ...options, signal: expect.any(AbortSignal) });
});

test("A46: what the function throws is a failed result", async () => {
  const failed = { exitCode: 1, stderr: "no network", stdout: "" };
  expect(await run(() => Promise.reject(new Error("no network")))).toMatchObject(failed);
  expect(
    await run(() => {
      throw new Error("no network");
    }),
  ).toMatchObject(failed);
  expect(await run(() => 1n)).toMatchObject({ exitCode: 1 });
});

test("bad input 30: a signal that has fired starts nothing", async () => {
  const script = vi.fn();
  expect(await run(script, AbortSignal.abort())).toMatchObject({
    exitCode: null,
    durationMs: 0,
    interrupted: { code: "aborted", message: "Script aborted before it started" },
  });
  expect(script).not.toHaveBeenCalled();
});

test("bad input 30: a signal ends the call, also when the function does not listen", async () => {
  const controller = new AbortController();
  const result = run(() => {
    queueMicrotask(() => controller.abort());
    return new Promise(() => {});
  }, controller.signal);
  expect(await result).toMatchObject({
    exitCode: null,
    interrupted: { code: "aborted", message: "Script aborted while it ran" },
  });
});

describe("how long the function may take", () => {
  /** How long a call waits for its function, by the timer that it sets. */
  async function timerOf(options?: { timeoutMs?: number | undefined }): Promise<unknown[]> {
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => void vi.restoreAllMocks());
    await new CallableScriptExecutor(() => "", options).execute(request, {});
    return timers.mock.calls.map(([, milliseconds]) => milliseconds);
  }

  test("a minute, another time, or no limit", async () => {
    expect(await timerOf()).toEqual([60_000]);
    vi.restoreAllMocks();
    expect(await timerOf({ timeoutMs: 7 })).toEqual([7]);
    vi.restoreAllMocks();
    expect(await timerOf({ timeoutMs: undefined })).toEqual([]);
  });

  test("then the script has run out of its time, as one that is a process", async () => {
    const executor = new CallableScriptExecutor(() => new Promise(() => {}), { timeoutMs: 5 });
    expect(await executor.execute(request, {})).toMatchObject({
      exitCode: null,
      interrupted: { code: "script_timeout", message: "Script execution timeout after 5ms" },
    });
  });

  test("a script inside the function that runs out of its time is a failure of the function", async () => {
    const inner = new CallableScriptExecutor(() => new Promise(() => {}), { timeoutMs: 5 });
    const outer = new CallableScriptExecutor(async () => outputOf(await inner.execute(request)));
    expect(await outer.execute(request, {})).toMatchObject({ exitCode: 1, cause: { code: "script_timeout" } });
  });

  test("a time that no timer can wait for is refused", () => {
    for (const timeoutMs of [1, 2 ** 31 - 1])
      expect(() => new CallableScriptExecutor(() => "", { timeoutMs })).not.toThrow();
    for (const timeoutMs of [0, 2 ** 31, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => new CallableScriptExecutor(() => "", { timeoutMs })).toThrow(
        expect.objectContaining({
          code: "invalid_option",
          message: `The option timeoutMs of CallableScriptExecutor must be a whole number from 1 to 2147483647, but is ${timeoutMs}.`,
        }),
      );
  });
});
