import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  loadSkills,
  memory,
  type ScriptExecutor,
  SkillNotFoundError,
  SkillResourceNotFoundError,
  SkillScriptExecutionError,
  SkillScriptNotFoundError,
  type SkillSource,
  SkillsToolset,
  TOOL_NAMES,
} from "@skillplug/core";
import { OramaSearchManager, type SearchableSkill } from "@skillplug/core/search";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { changingSource } from "./sources/changing-source.js";
import { toolOf } from "./tools/call-tool.js";

const quiet = { logger: false } as const;
const papers = { name: "papers", description: "Finds research papers", content: "# Papers\nSearch.\n" };
const functions = {
  ...papers,
  resources: [
    { name: "now.txt", function: (args: unknown, { context }: { context?: unknown }) => ({ args, context }) },
    { name: "guide.md", content: "Read me" },
  ],
  scripts: [
    {
      name: "sum",
      function: (args: unknown) => (Array.isArray(args) ? args.map(Number).reduce((a, b) => a + b) : args),
    },
  ],
};
const toolNames = async (toolset: SkillsToolset) => (await toolset.getTools()).map(({ name }) => name);

test("A29: the defaults: lenient, three folders deep, a search above 0.3 of the best, all tools", async () => {
  const folder = await folderWith({
    "a/b/c/SKILL.md": skillText("c"),
    "a/b/c2/d/SKILL.md": skillText("too-deep"),
    "x/SKILL.md": skillText("Not Valid"),
    "x/run.mjs": "",
  });
  const toolset = new SkillsToolset({ ...quiet, directories: [folder] });
  expect(Object.keys(await toolset.listSkills())).toEqual(["c", "Not Valid"]);
  expect((await toolset.getDiagnostics()).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
    "warning name-pattern",
    "warning name-folder",
  ]);
  expect(await toolNames(toolset)).toEqual([...TOOL_NAMES]);
});

const plants =
  "apple birch cedar daisy elder fern grape hazel iris juniper kale lemon maple nettle olive pine quince rose sage thyme".split(
    " ",
  );
/** A request that finds all skills of the garden, each a little worse than the one before. */
const allPlants = plants.toReversed().join(" ");
const garden = [
  { name: "all", description: plants.join(" "), content: "" },
  ...Array.from({ length: 40 }, (_, index) => {
    const some = Array.from({ length: 4 + (index % 4) }, (_, place) => plants[(index + 7 * place) % plants.length]);
    return { name: `some-${index}`, description: some.join(" ") + " car".repeat(index % 9), content: "" };
  }),
];

test("A24, A29: a search finds what has 0.3 of the best score, or another share from 0 to 1", async () => {
  const find = async (bm25Threshold?: number) => {
    const hits = await new SkillsToolset({ skills: garden, bm25Threshold }).searchSkills(allPlants, 50);
    return hits.map(({ score }) => score);
  };
  const all = await find(0);
  const [best = 0] = all;
  const from = (share: number) => all.filter((score) => score >= share * best);
  // the shares are so close that another threshold would find another number
  expect([from(0.29).length > from(0.3).length, from(0.3).length > from(0.31).length]).toEqual([true, true]);
  expect(await find()).toEqual(from(0.3));
  expect(await find(0.4)).toEqual(from(0.4));
  expect(all).toHaveLength(garden.length);
  expect(await find(1)).toEqual([best]);
});

test.each([-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY])("a threshold of %d is refused", (bm25Threshold) => {
  expect(() => new SkillsToolset({ bm25Threshold })).toThrow(
    expect.objectContaining({
      code: "invalid_option",
      message: `bm25Threshold must be from 0 to 1, but is ${bm25Threshold}.`,
    }),
  );
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])("A30: enableBM25 %s: search_skills offered %s", async (enableBM25, offered) => {
  const toolset = new SkillsToolset({ skills: [papers], enableBM25 });
  expect((await toolNames(toolset)).includes("search_skills")).toBe(offered);
  const search = toolset.searchSkills("research");
  if (offered) expect(await search).toMatchObject([{ name: "papers" }]);
  else {
    await expect(search).rejects.toMatchObject({
      code: "search_disabled",
      message: "search is switched off: enableBM25 is false",
    });
  }
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

test("A33: listSkills is a record of names and descriptions", async () => {
  expect(await new SkillsToolset({ skills: [papers] }).listSkills()).toEqual({ papers: "Finds research papers" });
});

test("A34: loadSkill is the formatted skill, and an unknown one names those that exist", async () => {
  const toolset = new SkillsToolset({ skills: [papers] });
  expect(await toolset.loadSkill("papers")).toContain("## Skill: papers\n\n# Papers\nSearch.");
  const error = await toolset.loadSkill("paper").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SkillNotFoundError);
  expect(String(error)).toContain("Skill 'paper' not found. Available skills: papers.");
});

test("E08, E09: the instructions are read again at each call, from the body of the SKILL.md alone", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "d", "\n# One\n  \n") });
  const toolset = await loadSkills(folder);
  expect((await toolset.getSkill("a"))?.content).toBe("\n# One\n  \n");
  expect((await toolset.getSkill("a"))?.baseDir).toBe(join(folder, "a"));
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "d", "# Two\n"));
  expect((await toolset.getSkill("a"))?.content).toBe("# Two\n");
  expect(await toolset.loadSkill("a")).toContain("# Two");
});

test("bad input 2: a skill is frozen and fresh at each call", async () => {
  const toolset = new SkillsToolset({ skills: [functions] });
  const [one, two] = await Promise.all([toolset.getSkill("papers"), toolset.getSkill("papers")]);
  expect(one).not.toBe(two);
  expect([one, one?.resources, one?.scripts].every((part) => Object.isFrozen(part))).toBe(true);
});

test("E10: the error of an unknown name lists the nearest names first, at most 20", async () => {
  const skills = Array.from({ length: 30 }, (_, index) => ({ ...papers, name: `a-skill-${index}` }));
  const toolset = new SkillsToolset({ skills: [...skills, { ...papers, name: "git-commit" }] });
  const error: unknown = await toolset.loadSkill("git-comit").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SkillNotFoundError);
  const [, listed = "", more] = /Available skills: (.*) and (\d+) more\.$/.exec(String(error)) ?? [];
  expect([listed.split(", ")[0], listed.split(", ").length, more]).toEqual(["git-commit", 20, "11"]);
  expect(await toolset.getSkill("git-comit")).toBeUndefined();
});

test("A35, B12: readSkillResource reads texts, calls functions with their arguments, and names what exists", async () => {
  const toolset = new SkillsToolset({ skills: [functions] });
  expect(await toolset.readSkillResource("papers", "guide.md")).toBe("Read me");
  const called = await toolset.readSkillResource("papers", "now.txt", { city: "Paris" }, { context: { user: 1 } });
  expect(JSON.parse(called)).toEqual({ args: { city: "Paris" }, context: { user: 1 } });
  await expect(toolset.readSkillResource("nope", "x")).rejects.toBeInstanceOf(SkillNotFoundError);
  const missing = await toolset.readSkillResource("papers", "x").catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(SkillResourceNotFoundError);
  expect(String(missing)).toContain("Available resources: now.txt, guide.md.");
});

test("B14: a resource is read again each time, so that an edit shows", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.md": "one" });
  const toolset = await loadSkills(folder);
  expect(await toolset.readSkillResource("a", "x.md")).toBe("one");
  await writeFile(join(folder, "a/x.md"), "two");
  expect(await toolset.readSkillResource("a", "x.md")).toBe("two");
});

test("A36: runSkillScript returns what was printed or returned; an unknown script names those that exist", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/scripts/echo.mjs": "console.log(process.argv.slice(2).join('|'))",
    "a/scripts/fail.mjs": "console.error('no luck'); process.exit(3)",
  });
  const toolset = new SkillsToolset({ directories: [folder], skills: [functions] });
  expect(await toolset.runSkillScript("papers", "sum", ["1", "2"])).toBe("3");
  expect(await toolset.runSkillScript("a", "scripts/echo.mjs", ["x y", "$(id)"])).toBe("x y|$(id)");
  const missing = await toolset.runSkillScript("a", "nope").catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(SkillScriptNotFoundError);
  expect(String(missing)).toContain("Available scripts: scripts/echo.mjs, scripts/fail.mjs.");
  const failed = await toolset.runSkillScript("a", "fail").catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SkillScriptExecutionError);
  expect(String(failed)).toContain("Script exited with code 3\nno luck");
});

test.each(["scripts/echo.mjs", "echo.mjs", "echo", "./scripts/echo.mjs", "scripts/echo"])(
  "B15: the script name %s is found",
  async (name) => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/echo.mjs": "console.log('here')" });
    expect(await (await loadSkills(folder)).runSkillScript("a", name)).toBe("here");
  },
);

test.each([
  [["p", "q"], "p q"],
  [{ limit: 2, verbose: true, skip: false }, "--limit 2 --verbose"],
  [undefined, ""],
])("B15: the arguments %j arrive", async (args, printed) => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/x.mjs": "console.log(process.argv.slice(2).join(' '))",
  });
  expect(await (await loadSkills(folder)).runSkillScript("a", "x", args)).toBe(printed);
});

test("B15: a script name that fits several is an error that lists them", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/x.mjs": "", "a/scripts/x.sh": "" });
  const run = (await loadSkills(folder)).runSkillScript("a", "x");
  await expect(run).rejects.toThrow("fits several scripts: scripts/x.mjs, scripts/x.sh. Give the whole path.");
});

test("A37: searchSkills gives names, descriptions and scores of three decimals, 10 where no limit is given", async () => {
  const manager = new OramaSearchManager<SearchableSkill>();
  await manager.buildIndex(new Map(garden.map((skill) => [skill.name, skill])));
  const exact = await manager.search(allPlants, { limit: 12 });
  const rounded = exact.map(({ skill: { name, description }, score }) => ({
    name,
    description,
    score: Number(score.toFixed(3)),
  }));
  const scores = exact.map(({ score }) => score);
  expect(scores).not.toEqual(scores.map((score) => Number(score.toFixed(3))));
  expect(rounded.map(({ score }) => score)).not.toEqual(scores.map((score) => Number(score.toFixed(2))));
  const toolset = new SkillsToolset({ skills: garden });
  expect(await toolset.searchSkills(allPlants)).toEqual(rounded.slice(0, 10));
  expect(await toolset.searchSkills(allPlants, 12)).toEqual(rounded);
});

test("A28: two searches read and index the skills once, and a reload shows", async () => {
  let reads = 0;
  const inner = memory([papers]);
  const readFile: SkillSource["readFile"] = (...args) => {
    reads += 1;
    return inner.readFile(...args);
  };
  const source: SkillSource = { ...inner, readFile };
  const toolset = new SkillsToolset({ sources: [source] });
  await Promise.all([toolset.searchSkills("research"), toolset.searchSkills("papers")]);
  expect(reads).toBe(1);
  await toolset.reload();
  await toolset.searchSkills("research");
  expect(reads).toBe(2);
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

test("scripts run by the executor that is given, with what the caller hands over", async () => {
  const received: unknown[] = [];
  const result = { exitCode: 0, signal: null, stdout: "ran\n", stderr: "", truncated: false, durationMs: 1 };
  const executor: ScriptExecutor = {
    execute: async ({ scriptName, args }, { context }) => {
      received.push([scriptName, args, context]);
      return result;
    },
  };
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.py": "" });
  const toolset = await loadSkills(folder, { executor });
  expect(await toolset.runSkillScript("a", "x", ["1"], { context: "user" })).toBe("ran");
  expect(received).toEqual([["x.py", ["1"], "user"]]);
});

test("an agent sees the skills that the filter lets through", async () => {
  const skills = ["a", "b"].map((name) => ({ ...papers, name }));
  const toolset = new SkillsToolset({ skills, filter: ({ name }) => name !== "a" });
  expect(Object.keys(await toolset.listSkills())).toEqual(["b"]);
  await expect(toolset.loadSkill("a")).rejects.toMatchObject({ code: "skill_not_found", available: ["b"] });
});

test("a skill's own methods pass the same gates as the tools", async () => {
  const source: SkillSource = { ...memory([functions]), trusted: false };
  const skill = await new SkillsToolset({ sources: [source] }).getSkill("papers");
  await expect(skill?.scripts[0]?.run()).rejects.toMatchObject({ code: "denied" });
  expect(await skill?.resources[1]?.load()).toBe("Read me");
});

test("a skill of one toolset can be given to another", async () => {
  const skill = await new SkillsToolset({ skills: [functions] }).getSkill("papers");
  const other = new SkillsToolset({ skills: skill ? [skill] : [] });
  expect(await other.runSkillScript("papers", "sum", ["2", "3"])).toBe("5");
  expect(await other.readSkillResource("papers", "now.txt", { a: 1 })).toContain('"a":1');
});

test("scripts of a source without a folder are laid into a private one, with their files beside them", async () => {
  const toolset = new SkillsToolset({
    skills: [
      {
        ...papers,
        resources: [{ name: "data/x.txt", content: "data" }],
        scripts: [
          {
            name: "scripts/read.mjs",
            content: "import fs from 'fs'; console.log(fs.readFileSync('data/x.txt', 'utf8'))",
          },
        ],
      },
    ],
  });
  expect(await toolset.runSkillScript("papers", "read")).toBe("data");
});

test("a skill in code without a description is told of, and can be loaded and found by its instructions all the same", async () => {
  const toolset = await loadSkills(memory([{ name: "bills", description: "", content: "# Invoices\n" }]), {
    logger: false,
  });
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "description-missing", skill: "bills" }]);
  expect(await toolset.loadSkill("bills")).toContain("# Invoices");
  expect(await toolset.searchSkills("invoice")).toMatchObject([{ name: "bills" }]);
});
