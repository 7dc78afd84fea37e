import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSkills, memory, type SkillEvent, type SkillSource, SkillsToolset, TOOL_NAMES } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { changingSource } from "./sources/changing-source.js";
import { toolOf } from "./tools/call-tool.js";

const quiet = { logger: false } as const;
const papers = { name: "papers", description: "Finds research papers", content: "# Papers\nSearch.\n" };

test("A29: the defaults: lenient, three folders deep, a search above 0.3 of the best, all tools", async () => {
  const folder = await folderWith({
    "a/b/c/SKILL.md": skillText("c"),
    "a/b/c2/d/SKILL.md": skillText("too-deep"),
    "x/SKILL.md": skillText("Not Valid"),
    "x/run.mjs": "",
  });
  const toolset = new SkillsToolset({ ...quiet, directories: [folder] });
  expect(Object.keys(await toolset.listSkills())).toEqual(["c", "Not Valid"]);
  const deeper = new SkillsToolset({ ...quiet, directories: [folder], maxDepth: 4 });
  expect(Object.keys(await deeper.listSkills())).toEqual(["c", "Not Valid", "too-deep"]);
  expect((await toolset.getDiagnostics()).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    "warning skills-too-deep",
    "warning name-pattern",
    "warning name-folder",
  ]);
  expect((await toolset.getTools()).map(({ name }) => name)).toEqual([...TOOL_NAMES]);
});

test("A31: skills of the program override those of directories", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a", "from disk"),
    "b/SKILL.md": skillText("b", "from disk"),
  });
  const toolset = new SkillsToolset({
    directories: [folder],
    skills: [{ name: "a", description: "from code", content: "" }],
  });
  expect(await toolset.listSkills()).toEqual({ a: "from code", b: "from disk" });
});

test("B08, B09: a later directory overrides an earlier one, and both override sources", async () => {
  const one = await folderWith({ "a/SKILL.md": skillText("a", "one"), "b/SKILL.md": skillText("b", "one") });
  const two = await folderWith({ "b/SKILL.md": skillText("b", "two") });
  const far = memory(["a", "b", "c"].map((name) => ({ name, description: "far", content: "" })));
  const toolset = new SkillsToolset({ directories: [one, two], sources: [far] });
  expect(await toolset.listSkills()).toEqual({ a: "one", b: "two", c: "far" });
});

test("A32: a call right after the constructor sees every skill", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = new SkillsToolset({ directories: [folder] });
  const [list, tools, instructions, skill] = await Promise.all([
    toolset.listSkills(),
    toolset.getTools(),
    toolset.getInstructions(),
    toolset.getSkill("a"),
  ]);
  expect([Object.keys(list), tools.length, instructions.includes("- a: "), skill?.name]).toEqual([["a"], 3, true, "a"]);
});

test("E07: nothing is read before the first use, and loadSkills reads at once", async () => {
  let lists = 0;
  const source: SkillSource = {
    ...memory([papers]),
    list: async () => ({ skills: [], diagnostics: [], lists: lists++ }),
  };
  const toolset = new SkillsToolset({ sources: [source] });
  await Promise.resolve();
  expect(lists).toBe(0);
  await Promise.all([toolset.listSkills(), toolset.getTools(), toolset.listSkills()]);
  expect(lists).toBe(1);
  await loadSkills(source);
  expect(lists).toBe(2);
});

test("B07: autoDiscover false: there are no skills until reload", async () => {
  const toolset = new SkillsToolset({ skills: [papers], autoDiscover: false });
  expect(await toolset.listSkills()).toEqual({});
  expect(await toolset.reload()).toEqual({ added: ["papers"], changed: [], removed: [] });
  expect(Object.keys(await toolset.listSkills())).toEqual(["papers"]);
});

test.each([
  [true, ["Bad Name", "papers"]],
  ["lenient", ["Bad Name", "papers"]],
  [false, ["Bad Name", "papers"]],
  ["strict", ["papers"]],
] as const)("B07: validate %s", async (validate, names) => {
  const toolset = new SkillsToolset({ ...quiet, skills: [papers, { ...papers, name: "Bad Name" }], validate });
  expect(Object.keys(await toolset.listSkills())).toEqual(names);
  expect((await toolset.getDiagnostics()).length).toBe(validate === false ? 0 : 1);
});

test("reload tells what changed, and tools made before see the new skills", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = await loadSkills(folder);
  const load = await toolOf(toolset, "load_skill");
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "b/SKILL.md"), skillText("b"));
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "Does more"));
  expect(await toolset.reload()).toEqual({ added: ["b"], changed: ["a"], removed: [] });
  expect(await load.execute({ name: "b" })).toMatchObject({ ok: true });
  await rm(join(folder, "a"), { recursive: true });
  expect(await toolset.reload()).toEqual({ added: [], changed: [], removed: ["a"] });
  expect(await load.execute({ name: "a" })).toMatchObject({ ok: false, error: { code: "skill_not_found" } });
});

test("B37: what cannot be loaded leaves the rest, and is one warning to the logger", async () => {
  const warningsOf = async (files: Record<string, string>) => {
    const folder = await folderWith({ ...files, "c/SKILL.md": skillText("c"), "Odd/SKILL.md": skillText("Odd") });
    const warnings: string[] = [];
    const logger = { warn: (message: string) => warnings.push(message.replaceAll(folder, "")) };
    const toolset = await loadSkills(folder, { logger });
    expect(Object.keys(await toolset.listSkills())).toEqual(["c", "Odd"]);
    return warnings;
  };
  expect(await warningsOf({ "a/SKILL.md": "broken", "b/SKILL.md": "broken" })).toEqual([
    expect.stringMatching(
      /^2 problems while loading skills; getDiagnostics\(\) has them all\. The first: Failed to load skill from \/a\/SKILL\.md: /,
    ),
  ]);
  expect(await warningsOf({ "a/SKILL.md": "broken" })).toEqual([expect.stringMatching(/^1 problem while loading/)]);
  expect(await warningsOf({})).toEqual([]);
});

test("B37: without a logger the warning is the process's, and with logger: false there is none", async () => {
  const folder = await folderWith({ "a/SKILL.md": "broken" });
  const emitted: string[] = [];
  const collect = (warning: Error) => emitted.push(`${warning.name}: ${warning.message}`);
  process.on("warning", collect);
  onTestFinished(() => void process.off("warning", collect));
  await loadSkills(folder, { logger: false });
  await loadSkills(folder, { logger: undefined });
  await new Promise((resolve) => setImmediate(resolve));
  expect(emitted).toEqual([expect.stringMatching(/^SkillplugWarning: 1 problem while loading skills/)]);
});

test("B37: a logger with levels gets what could not be loaded as events, and no text besides", async () => {
  const folder = await folderWith({ "a/SKILL.md": "broken", "c/SKILL.md": skillText("c") });
  const told: unknown[] = [];
  const log = (level: string) => (event: SkillEvent) => void told.push([level, event.type]);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  await loadSkills(folder, { logger });
  expect(told).toEqual([
    ["error", "warning"],
    ["info", "discover"],
  ]);
});

test("a first load that is rejected is tried again by the next call", async () => {
  const { source, skills } = changingSource([papers]);
  const own = memory([papers]);
  const toolset = new SkillsToolset({ sources: [source, own], onDuplicate: "error" });
  const failures = await Promise.allSettled([toolset.listSkills(), toolset.getTools()]);
  expect(failures).toMatchObject([
    { status: "rejected", reason: { reason: "duplicate-skill" } },
    { status: "rejected", reason: { reason: "duplicate-skill" } },
  ]);
  await expect(toolset.loadSkill("papers")).rejects.toMatchObject({ reason: "duplicate-skill" });
  skills.clear();
  expect(Object.keys(await toolset.listSkills())).toEqual(["papers"]);
});

test("a reload that is rejected leaves the skills as they were", async () => {
  const { source, skills } = changingSource([{ name: "a", description: "Does a", content: "" }]);
  const toolset = new SkillsToolset({ sources: [source, memory([papers])], onDuplicate: "error" });
  expect(Object.keys(await toolset.listSkills())).toEqual(["a", "papers"]);
  skills.set("papers", papers);
  await expect(toolset.reload()).rejects.toMatchObject({ reason: "duplicate-skill" });
  expect(Object.keys(await toolset.listSkills())).toEqual(["a", "papers"]);
});

test("an agent sees the skills that the filter lets through", async () => {
  const skills = ["a", "b"].map((name) => ({ ...papers, name }));
  const toolset = new SkillsToolset({ skills, filter: ({ name }) => name !== "a" });
  expect(Object.keys(await toolset.listSkills())).toEqual(["b"]);
  await expect(toolset.loadSkill("a")).rejects.toMatchObject({ code: "skill_not_found", available: ["b"] });
});
