import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memory, type SkillSource, SkillsToolset, type ToolCallOptions } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";

const base = { name: "papers", description: "Finds papers.", content: "# P" };

/** A skill whose resource and script are one function each, and the options that they were called with. */
async function opened() {
  const calls: ToolCallOptions[] = [];
  const call = (_: unknown, options: ToolCallOptions) => {
    calls.push(options);
    options.onOutput?.("printed");
    return " text\n";
  };
  const entries = { resources: [{ name: "now", function: call }], scripts: [{ name: "run", function: call }] };
  const skill = await new SkillsToolset({ skills: [{ ...base, ...entries }] }).getSkill("papers");
  const load = (context?: unknown, options?: ToolCallOptions) => skill?.resources[0]?.load(context, {}, options);
  const run = (context?: unknown, options?: ToolCallOptions) => skill?.scripts[0]?.run(context, [], options);
  return { calls, load, run };
}

test("A05: a resource's load takes the context by itself or in the options, and hands the options on", async () => {
  const { calls, load } = await opened();
  const { signal } = new AbortController();
  await load("mine");
  await load(undefined, { context: "in the options", signal });
  await load("mine", { context: "in the options" });
  expect(calls.map(({ context }) => context)).toEqual(["mine", "in the options", "mine"]);
  expect(calls[1]?.signal).toBeInstanceOf(AbortSignal);
});

test("A06: a script's run takes the context by itself or in the options, and hands the options on", async () => {
  const { calls, run } = await opened();
  const { signal } = new AbortController();
  const onOutput = vi.fn();
  expect(await run("mine")).toBe("text");
  await run(undefined, { context: "in the options", signal, onOutput });
  await run("mine", { context: "in the options" });
  expect(calls.map(({ context }) => context)).toEqual(["mine", "in the options", "mine"]);
  expect(calls[1]?.signal).toBeInstanceOf(AbortSignal);
  expect(onOutput).toHaveBeenCalledExactlyOnceWith("printed");
});

test("A06: the script of a skill that fails rejects with how it ended", async () => {
  const scripts = [{ name: "fail", function: () => Promise.reject(new Error("no network")) }];
  const skill = await new SkillsToolset({ skills: [{ ...base, scripts }] }).getSkill("papers");
  await expect(skill?.scripts[0]?.run()).rejects.toMatchObject({
    code: "function_failed",
    message: "Script exited with code 1\nno network",
  });
});

test("a resource that is not text tells its type and size", async () => {
  const resources = [{ name: "a.png", content: Buffer.from("\x89PNG\r\n\x1A\n", "latin1") }];
  const skill = await new SkillsToolset({ skills: [{ ...base, resources }] }).getSkill("papers");
  expect(await skill?.resources[0]?.load()).toBe("a.png is not text: image/png, 8 bytes.");
});

test("the instructions are read with the limit of a SKILL.md", async () => {
  const inner = memory([base]);
  const readFile = vi.fn(inner.readFile);
  const source: SkillSource = { ...inner, readFile };
  await new SkillsToolset({ sources: [source] }).getSkill("papers");
  expect(readFile.mock.calls.map(([, path, { maxBytes }]) => [path, maxBytes])).toEqual([["SKILL.md", 1024 * 1024]]);
});

test("a skill of a folder has its own methods too", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/notes.md": "Notes",
    "a/scripts/echo.sh": 'echo "$1"',
  });
  const skill = await new SkillsToolset({ directories: [folder] }).getSkill("a");
  expect(await skill?.resources[0]?.load()).toBe("Notes");
  expect(await skill?.scripts[0]?.run(undefined, ["hello"])).toBe("hello");
});

test("a front matter that broke since the listing takes nothing from who loads the skill; the next reload says it", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "Does a", "one\n") });
  const toolset = new SkillsToolset({ directories: [folder] });
  expect((await toolset.getSkill("a"))?.content).toBe("one\n");
  await writeFile(join(folder, "a/SKILL.md"), "---\nname: [a\ndescription: Changed\n---\ntwo\n");
  const skill = await toolset.getSkill("a");
  expect([skill?.content, skill?.description]).toEqual(["two\n", "Does a"]);
  expect(await toolset.loadSkill("a")).toContain("two");
  expect(await toolset.reload()).toEqual({ added: [], changed: [], removed: ["a"] });
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "front-matter-yaml", severity: "error" }]);
});

test("a SKILL.md whose fences are gone is an error that says what to do", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = new SkillsToolset({ directories: [folder] });
  await toolset.listSkills();
  await writeFile(join(folder, "a/SKILL.md"), "# No front matter\n");
  await expect(toolset.loadSkill("a")).rejects.toMatchObject({ code: "invalid_skill", reason: "front-matter-missing" });
});
