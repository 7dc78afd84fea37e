import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BaseSkillResource,
  CallableSkillResource,
  FileBasedSkillResource,
  SkillBuilder,
  SkillsToolset,
  StaticSkillResource,
  type ToolCallOptions,
} from "@skillplug/core";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { z } from "zod";

/** A toolset of one skill that has these resources. */
function toolsetWith(...resources: readonly BaseSkillResource[]): SkillsToolset {
  const builder = new SkillBuilder("weather").description("Forecasts.");
  for (const resource of resources) builder.resource(resource);
  return new SkillsToolset({ skills: [builder.build()] });
}

test("A42: a static resource is a text or bytes", async () => {
  const text = new StaticSkillResource({ name: "a.md", description: "A text.", content: "A" });
  const bytes = new StaticSkillResource({ name: "a.png", content: Buffer.from("\x89PNG\r\n\x1A\n", "latin1") });
  expect([await text.load(), await bytes.load()]).toEqual(["A", "a.png is not text: image/png, 8 bytes."]);
  const readable = new StaticSkillResource({ name: "b.md", content: Uint8Array.of(0x42) });
  expect(await readable.load()).toBe("B");
  const toolset = toolsetWith(text, bytes);
  expect(await toolset.readSkillResource("weather", "a.md")).toBe("A");
  const skill = await toolset.getSkill("weather");
  expect(skill?.resources.map(({ name, description }) => [name, description])).toEqual([
    ["a.md", "A text."],
    ["a.png", undefined],
  ]);
  const read = (await toolset.getTools()).find(({ name }) => name === "read_skill_resource");
  expect(await read?.execute({ skill_name: "weather", resource_name: "a.png" })).toMatchObject({
    content: [{}, { type: "image", data: "iVBORw0KGgo=", mediaType: "image/png" }],
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
  const toolset = toolsetWith(resource);
  expect(await toolset.readSkillResource("weather", "now", { city: "Oslo" }, { context: "me" })).toBe(expected);
  expect(await toolset.loadSkill("weather")).toContain('now Parameters: {"type":"object","properties":{"city"');
});

test("A42: a callable resource hands on the signal, the listener, and the context by itself or in the options", async () => {
  const calls: ToolCallOptions[] = [];
  const printed: string[] = [];
  const resource = new CallableSkillResource({
    name: "now",
    async *read(_, options) {
      calls.push(options);
      yield "text";
    },
  });
  const { signal } = new AbortController();
  const onOutput = (chunk: string) => printed.push(chunk);
  expect(await resource.load(undefined, {}, { context: "in the options", signal, onOutput })).toBe("text");
  await resource.load("mine", {}, { context: "in the options" });
  await resource.load();
  expect(calls.map(({ context }) => context)).toEqual(["in the options", "mine", undefined]);
  expect([calls[0]?.signal instanceof AbortSignal, calls[0]?.onOutput === onOutput, printed]).toEqual([
    true,
    true,
    ["text"],
  ]);
});

test("A42: an abort ends the waiting for a callable resource", async () => {
  const controller = new AbortController();
  const resource = new CallableSkillResource({ name: "now", read: () => new Promise(() => {}) });
  const loading = resource.load(undefined, {}, { signal: controller.signal });
  controller.abort();
  await expect(loading).rejects.toMatchObject({ code: "aborted" });
});

test("A42: a file-based resource is read anew each time, and stays below its folder", async () => {
  const directory = await folderWith({ "docs/a.md": "A", "docs/a.bin": Uint8Array.of(0, 0xff) });
  const resource = new FileBasedSkillResource({ directory, name: "docs/a.md" });
  const toolset = toolsetWith(resource);
  expect([await resource.load(), await toolset.readSkillResource("weather", "a.md")]).toEqual(["A", "A"]);
  await writeFile(join(directory, "docs/a.md"), "B");
  expect([await resource.load(), await toolset.readSkillResource("weather", "a.md")]).toEqual(["B", "B"]);
  expect(await new FileBasedSkillResource({ directory, name: "docs/a.bin" }).load()).toMatch(
    /is not text: .*, 2 bytes/,
  );
  const outside = new FileBasedSkillResource({ directory: join(directory, "docs"), name: "../docs/a.md" });
  await expect(outside.load()).rejects.toMatchObject({ code: "resource_load_failed" });
});

test("A42: a file-based resource has at most 10 MB", async () => {
  const directory = await folderWith({ large: "" });
  const resource = new FileBasedSkillResource({ directory, name: "large" });
  const limit = 10 * 1024 * 1024;
  await truncate(join(directory, "large"), limit);
  expect(await resource.load()).toContain(`${limit} bytes`);
  await truncate(join(directory, "large"), limit + 1);
  await expect(resource.load()).rejects.toMatchObject({
    code: "resource_load_failed",
    message: expect.stringContaining(`at most ${limit} are read`),
  });
});

test("A42: a file-based resource is not read once the signal has fired", async () => {
  const directory = await folderWith({ "a.md": "A" });
  const resource = new FileBasedSkillResource({ directory, name: "a.md" });
  await expect(resource.load(undefined, undefined, { signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: "AbortError" }),
  );
});

test("A42: a class of one's own is a resource, and keeps its this", async () => {
  class Counter extends BaseSkillResource {
    #count = 0;
    override load = async () => String(++this.#count);
  }
  const toolset = toolsetWith(new Counter({ name: "count" }));
  expect(await toolset.readSkillResource("weather", "count")).toBe("1");
  expect(await toolset.readSkillResource("weather", "count")).toBe("2");
});
