import {
  BaseSkillScript,
  CallableSkillScript,
  defineSkill,
  FileBasedSkillScript,
  type ScriptArguments,
  type ScriptExecutor,
  SkillBuilder,
  SkillError,
  type SkillInput,
  SkillsToolset,
  type ToolCallOptions,
} from "@skillplug/core";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";
import { z } from "zod";

const base = { name: "weather", description: "Forecasts." };
const toolsetOf = (...skills: SkillInput[]) => new SkillsToolset({ skills });
const withScript = (run: () => unknown) => toolsetOf(defineSkill({ ...base, scripts: { now: { run } } }));
const withObject = (script: BaseSkillScript) =>
  toolsetOf(new SkillBuilder("weather").description("F.").script(script).build());
const runTool = async (toolset: SkillsToolset, options?: ToolCallOptions) => {
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  return tool?.execute({ skill_name: "weather", script_name: "now" }, options);
};

test("A43: a callable script is called with the input and the context, by itself and in a skill", async () => {
  const input = z.object({ city: z.string() });
  const script = new CallableSkillScript({ name: "now", input, run: ({ city }, { context }) => ({ city, context }) });
  const expected = '{"city":"Oslo","context":"me"}';
  expect(await script.run("me", { city: "Oslo" })).toBe(expected);
  await expect(script.run("me", ["Oslo"])).rejects.toMatchObject({ code: "invalid_input" });
  expect(await withObject(script).runSkillScript("weather", "now", { city: "Oslo" }, { context: "me" })).toBe(expected);
  const failing = new CallableSkillScript({ name: "now", run: () => Promise.reject(new Error("no network")) });
  await expect(failing.run()).rejects.toMatchObject({
    code: "function_failed",
    message: "Script exited with code 1\nno network",
  });
});

test("A43: a callable script hands on the signal, the listener, and the context by itself or in the options", async () => {
  const calls: ToolCallOptions[] = [];
  const printed: string[] = [];
  const script = new CallableSkillScript({
    name: "now",
    async *run(args, options) {
      calls.push(options);
      yield JSON.stringify(args);
    },
  });
  const { signal } = new AbortController();
  const onOutput = (chunk: string) => printed.push(chunk);
  expect(await script.run(undefined, ["a"], { context: "in the options", signal, onOutput })).toBe('["a"]');
  expect(await script.run("mine", undefined, { context: "in the options" })).toBe("{}");
  await script.run();
  expect(calls.map(({ context }) => context)).toEqual(["in the options", "mine", undefined]);
  expect([calls[0]?.signal instanceof AbortSignal, calls[0]?.onOutput === onOutput, printed]).toEqual([
    true,
    true,
    ['["a"]'],
  ]);
});

test("A43: an abort ends the waiting for a callable script", async () => {
  const controller = new AbortController();
  const script = new CallableSkillScript({ name: "now", run: () => new Promise(() => {}) });
  const running = script.run(undefined, [], { signal: controller.signal });
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted", message: "Script aborted while it ran" });
});

test("A43: a file-based script runs the file, with the arguments", async () => {
  const directory = await folderWith({ "now.sh": 'echo "$@"', "fail.sh": "echo why >&2; exit 3" });
  const script = new FileBasedSkillScript({ directory, name: "now.sh" });
  expect(await script.run(undefined, ["a", "b"])).toBe("a b");
  expect(await withObject(script).runSkillScript("weather", "now", { city: "Oslo" })).toBe("--city Oslo");
  await expect(new FileBasedSkillScript({ directory, name: "fail.sh" }).run()).rejects.toMatchObject({
    code: "script_failed",
    message: "Script exited with code 3\nwhy",
  });
});

test("A43: a file-based script hands all on to its executor: signal, listener, and the context by itself or in the options", async () => {
  const result = { exitCode: 0, signal: null, stdout: "out\n", stderr: "", truncated: false, durationMs: 1 };
  const execute = vi.fn<ScriptExecutor["execute"]>(async () => result);
  const script = new FileBasedSkillScript({ directory: "/skill", name: "now.sh", executor: { execute } });
  const options = { signal: new AbortController().signal, onOutput: () => {} };
  expect(await script.run(undefined, ["a"], { ...options, context: "in the options" })).toBe("out");
  await script.run("mine", undefined, { context: "in the options" });
  const request = { skillName: "", scriptName: "now.sh", directory: "/skill" };
  expect(execute.mock.calls).toEqual([
    [
      { ...request, args: ["a"] },
      { ...options, context: "in the options" },
    ],
    [{ ...request, args: undefined }, { context: "mine" }],
  ]);
  expect(execute.mock.calls[0]?.[1].signal).toBe(options.signal);
});

test("A43: a file-based script in a skill prints while it runs, and ends with the call's signal", async () => {
  const directory = await folderWith({ "now.sh": "echo started; exec sleep 600" });
  const controller = new AbortController();
  const onOutput = vi.fn(() => controller.abort());
  const toolset = withObject(new FileBasedSkillScript({ directory, name: "now.sh" }));
  expect(await runTool(toolset, { signal: controller.signal, onOutput })).toMatchObject({
    ok: false,
    error: { code: "aborted" },
  });
  expect(onOutput).toHaveBeenCalledWith("started\n", "stdout");
});

test("A43: a class of one's own is a script, and keeps its this", async () => {
  class Echo extends BaseSkillScript {
    override async run(context?: unknown, args?: ScriptArguments) {
      return JSON.stringify([this.name, context, args]);
    }
  }
  const toolset = withObject(new Echo({ name: "echo" }));
  expect(await toolset.runSkillScript("weather", "echo", ["a"], { context: 1 })).toBe('["echo",1,["a"]]');
});

test("A43: the texts of a generator are shown as they come, and answered as one", async () => {
  const printed: string[] = [];
  const toolset = withScript(async function* () {
    yield "one\n";
    yield { two: 2 };
  });
  expect(await runTool(toolset, { onOutput: (chunk) => printed.push(chunk) })).toMatchObject({
    text: 'one\n{"two":2}',
  });
  expect(printed).toEqual(["one\n", '{"two":2}']);
});

test("A43: what cannot be shown is a failing script with a clear text", async () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  for (const value of [circle, { n: 1n }]) {
    expect(await runTool(withScript(() => value))).toMatchObject({
      ok: false,
      text: expect.stringContaining("Return a text, or plain data without circles and BigInts."),
      error: { code: "function_failed" },
    });
  }
});

test("A43: bytes are not shown as JSON", async () => {
  const answer = await runTool(withScript(() => new Uint8Array(1000)));
  expect(answer?.text).toContain("The function returned bytes. Return a text, or plain data.");
});

test("A43: a function that throws is a failing script; one that calls its input wrong is wrong input", async () => {
  const failing = withScript(() => {
    throw new Error("no network");
  });
  expect(await runTool(failing)).toMatchObject({ ok: false, error: { code: "function_failed" } });
  expect((await runTool(failing))?.text).toBe("Error: Script exited with code 1\nno network");
  const picky = withScript(() => {
    throw new SkillError("invalid_input", "No city has that name. Send another.");
  });
  expect(await runTool(picky)).toMatchObject({ ok: false, text: "Error: No city has that name. Send another." });
});

test("bad input 30: an abort ends the waiting for a function that ignores it, and for its validation", async () => {
  const controller = new AbortController();
  const stuck = withScript(() => {
    queueMicrotask(() => controller.abort());
    return new Promise(() => {});
  });
  expect(await runTool(stuck, { signal: controller.signal })).toMatchObject({ error: { code: "aborted" } });
  const run = vi.fn();
  const late = new AbortController();
  const input = z.object({}).refine(async () => {
    late.abort();
    return true;
  });
  const slow = toolsetOf(defineSkill({ ...base, scripts: [{ name: "now", input, run }] }));
  expect(await runTool(slow, { signal: late.signal })).toMatchObject({ error: { code: "aborted" } });
  await new Promise(setImmediate);
  expect(run).not.toHaveBeenCalled();
});

test("bad input 30: an abort ends a generator at its next text", async () => {
  const controller = new AbortController();
  const ended = vi.fn();
  const toolset = withScript(async function* () {
    try {
      for (;;) yield "more";
    } finally {
      ended();
    }
  });
  const onOutput = () => controller.abort();
  expect(await runTool(toolset, { signal: controller.signal, onOutput })).toMatchObject({ error: { code: "aborted" } });
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 20_000 });
});

test("B28, B38: one function can use the scripts of other skills", async () => {
  const toolset: SkillsToolset = toolsetOf(
    defineSkill({ name: "weather", description: "F.", scripts: { now: { run: () => "clear" } } }),
    defineSkill({
      name: "trips",
      description: "Plans trips.",
      scripts: {
        plan: { run: async (_, options) => `go: ${await toolset.runSkillScript("weather", "now", {}, options)}` },
      },
    }),
  );
  expect(await toolset.runSkillScript("trips", "plan")).toBe("go: clear");
});
