import {
  BaseSkillResource,
  BaseSkillScript,
  CallableSkillResource,
  CallableSkillScript,
  defineSkill,
  FileBasedSkillResource,
  FileBasedSkillScript,
  loadSkills,
  memory,
  type ScriptArguments,
  SkillBuilder,
  SkillError,
  type SkillInput,
  SkillsToolset,
  StaticSkillResource,
} from "@skillplug/core";
import { parseSkill, serializeSkill } from "@skillplug/core/format";
import { folderWith } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod/v3";

const base = { name: "weather", description: "Forecasts." };
const toolsetOf = (...skills: SkillInput[]) => new SkillsToolset({ skills });
const withScript = (run: () => unknown) => toolsetOf(defineSkill({ ...base, scripts: { now: { run } } }));
const runTool = async (toolset: SkillsToolset, options?: Parameters<SkillsToolset["runSkillScript"]>[3]) => {
  const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
  return tool?.execute({ skill_name: "weather", script_name: "now" }, options);
};

test("A44: the input of each function has the type of its schema, in a list and in a record", () => {
  const json = { type: "object" as const, properties: { city: { type: "string" } } };
  type Named = Readonly<Record<string, unknown>>;
  defineSkill({
    ...base,
    scripts: [
      {
        name: "a",
        input: z.object({ n: z.number().default(1) }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      {
        name: "b",
        input: z3.object({ n: z3.number() }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      {
        name: "c",
        input: mini.object({ n: mini.number() }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      { name: "d", input: json, run: (input) => expectTypeOf(input).toEqualTypeOf<Named>() },
      {
        name: "e",
        input: { type: "object", properties: {} },
        run: (input) => expectTypeOf(input).toEqualTypeOf<Named>(),
      },
      { name: "f", run: (input) => expectTypeOf(input).toEqualTypeOf<ScriptArguments>() },
      { name: "g.py", content: "print(1)" },
    ],
    resources: {
      a: { input: z.object({ n: z.number() }), read: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>() },
      b: { read: (input) => expectTypeOf(input).toEqualTypeOf<Named>() },
      c: { content: "text" },
    },
  });
  new SkillBuilder("a").script({
    name: "a",
    input: z.object({ n: z.number() }),
    run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
  });
  // @ts-expect-error: a number is no schema
  defineSkill({ ...base, scripts: [{ name: "a", input: 5, run: () => "" }] });
  // @ts-expect-error: nor is the schema of a list
  defineSkill({ ...base, scripts: [{ name: "a", input: { type: "array" }, run: () => "" }] });
});

test("A44: a defined skill is normalised, frozen, and fits a toolset, a source and loadSkills", async () => {
  const skill = defineSkill({ name: "My_Weather", description: "Forecasts.", content: "# W" });
  expect(skill).toMatchObject({ name: "my-weather", content: "# W", resources: [], scripts: [] });
  expect(Object.isFrozen(skill)).toBe(true);
  expect(await toolsetOf(skill).listSkills()).toEqual({ "my-weather": "Forecasts." });
  expect(await (await loadSkills(memory([skill]))).listSkills()).toEqual({ "my-weather": "Forecasts." });
});

test("A44: what is wrong in a skill is told where it is written", () => {
  expect(() => defineSkill({ name: "my skill", description: "d" })).toThrow("Invalid skill name: my skill");
  expect(() => new SkillBuilder("a".repeat(65)).description("d").build()).toThrow("at most 64");
  expect(() => new SkillBuilder("a").build()).toThrow("The skill a has no description");
  expect(() => defineSkill({ name: "a", description: "d".repeat(1025) })).toThrow("at most 1024");
  expect(() => defineSkill({ name: "claude-a", description: "d" })).not.toThrow();
  expect(() => defineSkill({ ...base, scripts: [{ run: () => "" }] })).toThrow("A script has no name");
  expect(() => defineSkill({ ...base, scripts: { a: {} } })).toThrow("The script a needs either content or run");
  expect(() => defineSkill({ ...base, resources: { a: { content: "", read: () => "" } } })).toThrow(
    "either content or read",
  );
  expect(() => defineSkill({ ...base, resources: [{ content: "" }] })).toThrow("A resource has no name");
  expect(() => new SkillBuilder("a").script(() => "")).toThrow("A script has no name");
  const twice = [
    { name: "a", run: () => "" },
    { name: "a", run: () => "" },
  ];
  expect(() => defineSkill({ ...base, scripts: twice })).toThrow("has two scripts named a");
});

test("A44: a builder takes functions that have a name, and what is built does not change", async () => {
  const builder = new SkillBuilder("weather").description("Forecasts.").compatibility("any").metadata({ a: "1" });
  const first = builder.build();
  const second = builder
    .metadata({ b: "2" })
    .resource(function cities() {
      return "Oslo";
    })
    .script(function now(args) {
      return args;
    })
    .build();
  expect(first).toMatchObject({ metadata: { a: "1" }, compatibility: "any", resources: [], scripts: [] });
  expect(second.metadata).toEqual({ a: "1", b: "2" });
  expect(await toolsetOf(second).runSkillScript("weather", "now", ["a"])).toBe('["a"]');
  expect(await toolsetOf(second).readSkillResource("weather", "cities")).toBe("Oslo");
});

test("A42: a static resource is a text or bytes", async () => {
  const text = new StaticSkillResource({ name: "a.md", description: "A text.", content: "A" });
  const bytes = new StaticSkillResource({ name: "a.png", content: Uint8Array.of(0x89, 0x50, 0, 1) });
  expect([await text.load(), await bytes.load()]).toEqual(["A", "a.png is not text: image/png, 4 bytes."]);
  const toolset = toolsetOf(new SkillBuilder("weather").description("F.").resource(text).resource(bytes).build());
  expect(await toolset.readSkillResource("weather", "a.md")).toBe("A");
  const read = (await toolset.getTools()).find(({ name }) => name === "read_skill_resource");
  expect(await read?.execute({ skill_name: "weather", resource_name: "a.png" })).toMatchObject({
    content: [{}, { type: "image", data: "iVAAAQ==", mediaType: "image/png" }],
  });
});

test("A42: a callable resource is called with the input and the context, by itself and in a skill", async () => {
  const input = z.object({ city: z.string() });
  const resource = new CallableSkillResource({
    name: "now",
    input,
    read: ({ city }, { context }) => ({ city, context }),
  });
  const expected = '{"city":"Oslo","context":"me"}';
  expect(await resource.load("me", { city: "Oslo" })).toBe(expected);
  await expect(resource.load("me")).rejects.toMatchObject({ code: "invalid_input" });
  const toolset = toolsetOf({ ...base, content: "", resources: [resource] });
  expect(await toolset.readSkillResource("weather", "now", { city: "Oslo" }, { context: "me" })).toBe(expected);
  expect(await toolset.loadSkill("weather")).toContain('now Parameters: {"type":"object","properties":{"city"');
});

test("A42: a file-based resource is read anew, and stays below its folder", async () => {
  const directory = await folderWith({ "docs/a.md": "A" });
  const resource = new FileBasedSkillResource({ directory, name: "docs/a.md" });
  const toolset = toolsetOf(new SkillBuilder("weather").description("F.").resource(resource).build());
  expect(await toolset.readSkillResource("weather", "a.md")).toBe("A");
  const outside = new FileBasedSkillResource({ directory, name: "../secret" });
  await expect(outside.load()).rejects.toMatchObject({ code: "resource_load_failed" });
});

test("A43: a callable script runs by itself and in a skill", async () => {
  const input = z.object({ city: z.string() });
  const script = new CallableSkillScript({ name: "now", input, run: ({ city }, { context }) => ({ city, context }) });
  expect(await script.run("me", { city: "Oslo" })).toBe('{"city":"Oslo","context":"me"}');
  await expect(script.run("me", ["Oslo"])).rejects.toMatchObject({ code: "invalid_input" });
  const failing = new CallableSkillScript({ name: "now", run: () => Promise.reject(new Error("no network")) });
  await expect(failing.run()).rejects.toMatchObject({
    code: "script_failed",
    message: expect.stringContaining("no network"),
  });
});

test("A43: a file-based script runs the file, with the arguments", async () => {
  const directory = await folderWith({ "now.mjs": "console.log(process.argv.slice(2).join());" });
  const script = new FileBasedSkillScript({ directory, name: "now.mjs" });
  expect(await script.run(undefined, ["a", "b"])).toBe("a,b");
  const toolset = toolsetOf(new SkillBuilder("weather").description("F.").script(script).build());
  expect(await toolset.runSkillScript("weather", "now", { city: "Oslo" })).toBe("--city,Oslo");
});

test("A42: A43: classes of one's own are resources and scripts, and keep their this", async () => {
  class Counter extends BaseSkillResource {
    #count = 0;
    override load = async () => String(++this.#count);
  }
  class Echo extends BaseSkillScript {
    override async run(context?: unknown, args?: ScriptArguments) {
      return JSON.stringify([this.name, context, args]);
    }
  }
  const skill = new SkillBuilder("weather").description("F.").resource(new Counter({ name: "count" }));
  const toolset = toolsetOf(skill.script(new Echo({ name: "echo" })).build());
  expect(await toolset.readSkillResource("weather", "count")).toBe("1");
  expect(await toolset.readSkillResource("weather", "count")).toBe("2");
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
      error: { code: "script_failed" },
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
  expect(await runTool(failing)).toMatchObject({ ok: false, error: { code: "script_failed" } });
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
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
});

test("B28: B38: one function can use the scripts of other skills", async () => {
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

test("a defined skill survives being written as a SKILL.md and read again", async () => {
  const line = fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() === text);
  const name = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,2}$/);
  await fc.assert(
    fc.asyncProperty(name, line, fc.string(), line, async (name, description, content, license) => {
      const skill = defineSkill({ name, description, content, license });
      expect(await parseSkill(serializeSkill(skill))).toMatchObject({ name, description, content, license });
    }),
  );
});
