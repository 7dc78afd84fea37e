import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  loadSkills,
  memory,
  SkillNotFoundError,
  SkillResourceNotFoundError,
  SkillScriptExecutionError,
  SkillScriptNotFoundError,
  type SkillSource,
  SkillsToolset,
  type SkillsToolsetOptions,
  TOOL_NAMES,
  type ToolName,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, expectTypeOf, test } from "vitest";

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

test("A29: the defaults", async () => {
  const folder = await folderWith({
    "a/b/c/SKILL.md": skillText("c"),
    "a/b/c2/d/SKILL.md": skillText("too-deep"),
    "x/SKILL.md": skillText("Not Valid"),
  });
  const toolset = new SkillsToolset({ ...quiet, directories: [folder] });
  expect(Object.keys(await toolset.listSkills())).toEqual(["c", "Not Valid"]);
  expect(await toolNames(toolset)).toEqual(["list_skills", "search_skills", "load_skill"]);
  expectTypeOf<SkillsToolsetOptions["validate"]>().toEqualTypeOf<"lenient" | "strict" | boolean | undefined>();
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
  else await expect(search).rejects.toThrow("search is switched off: enableBM25 is false");
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

test.each(["B08", "B09"])("%s: a later directory overrides an earlier one, and both override sources", async () => {
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

test.each(["E08", "E09"])(
  "%s: the instructions are read again at each call, from the body of the SKILL.md alone",
  async () => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a", "d", "\n# One\n  \n") });
    const toolset = await loadSkills(folder);
    expect((await toolset.getSkill("a"))?.content).toBe("\n# One\n  \n");
    expect((await toolset.getSkill("a"))?.baseDir).toBe(join(folder, "a"));
    await writeFile(join(folder, "a/SKILL.md"), skillText("a", "d", "# Two\n"));
    expect((await toolset.getSkill("a"))?.content).toBe("# Two\n");
    expect(await toolset.loadSkill("a")).toContain("# Two");
  },
);

test("bad input 2: a skill is frozen and fresh at each call", async () => {
  const toolset = new SkillsToolset({ skills: [functions] });
  const [one, two] = await Promise.all([toolset.getSkill("papers"), toolset.getSkill("papers")]);
  expect(one).not.toBe(two);
  expect([one, one?.resources, one?.scripts].every((part) => Object.isFrozen(part))).toBe(true);
});

test("E10: the error of an unknown name lists the nearest names first, at most 20", async () => {
  const far = Array.from({ length: 29 }, (_, index) => ({ ...papers, name: `a-far-skill-${index}` }));
  // By the alphabet both would come last.
  const near = ["git-commits-all", "git-commit"].map((name) => ({ ...papers, name }));
  const toolset = new SkillsToolset({ skills: [...far, ...near] });
  await expect(toolset.loadSkill("git-comit")).rejects.toThrow(
    /Available skills: git-commit, git-commits-all, (?:a-far-skill-\d+(?:, )?){18} and 11 more\.$/,
  );
  expect(await toolset.getSkill("git-comit")).toBeUndefined();
});

test.each(["A35", "B12"])(
  "%s: readSkillResource reads texts, calls functions with their arguments, and names what exists",
  async () => {
    const toolset = new SkillsToolset({ skills: [functions] });
    expect(await toolset.readSkillResource("papers", "guide.md")).toBe("Read me");
    const called = await toolset.readSkillResource("papers", "now.txt", { city: "Paris" }, { context: { user: 1 } });
    expect(JSON.parse(called)).toEqual({ args: { city: "Paris" }, context: { user: 1 } });
    await expect(toolset.readSkillResource("nope", "x")).rejects.toBeInstanceOf(SkillNotFoundError);
    const missing = await toolset.readSkillResource("papers", "x").catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(SkillResourceNotFoundError);
    expect(String(missing)).toContain("Available resources: now.txt, guide.md.");
  },
);

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

test("A37: searchSkills gives names, descriptions and scores of three decimals", async () => {
  const hits = await new SkillsToolset({ skills: [papers] }).searchSkills("research papers");
  expect(hits).toEqual([{ name: "papers", description: "Finds research papers", score: expect.any(Number) }]);
  expect(String(hits[0]?.score)).toMatch(/^\d+(\.\d{1,3})?$/);
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

test("A41: excluded tools are not offered, an unknown name lists the names that exist", async () => {
  const toolset = new SkillsToolset({ skills: [functions], excludeTools: ["run_skill_script", "list_skills"] });
  expect(await toolNames(toolset)).toEqual(["search_skills", "load_skill", "read_skill_resource"]);
  const unknown = () => new SkillsToolset({ excludeTools: ["load" as ToolName] });
  expect(unknown).toThrow(`excludeTools names load; the tools are ${TOOL_NAMES.join(", ")}.`);
});

test("A41: excluding load_skill is a warning", async () => {
  const toolset = new SkillsToolset({ skills: [papers], excludeTools: ["load_skill"] });
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "load-skill-excluded", severity: "warning" }]);
});

test("E22: without skills there are no tools", async () => {
  expect(await new SkillsToolset().getTools()).toEqual([]);
});

test("a tool that could do nothing is not offered", async () => {
  expect(await toolNames(new SkillsToolset({ skills: [papers] }))).toEqual([
    "list_skills",
    "search_skills",
    "load_skill",
  ]);
  expect(await toolNames(new SkillsToolset({ skills: [functions] }))).toEqual([...TOOL_NAMES]);
});

test("B25: loadSkills reads folders and sources, a later one first in precedence, and rejects a missing folder", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "disk") });
  expect(await (await loadSkills([folder, memory([{ ...papers, name: "a" }])])).listSkills()).toEqual({
    a: papers.description,
  });
  await expect(loadSkills(join(folder, "missing"), quiet)).rejects.toThrow(
    "does not exist. Create it, or name another one.",
  );
});

test("loadSkills without a folder takes those of the usual ones that exist", async () => {
  const folder = await folderWith({
    "skills/a/SKILL.md": skillText("a", "skills"),
    ".claude/skills/a/SKILL.md": skillText("a", "claude"),
    ".claude/skills/b/SKILL.md": skillText("b", "claude"),
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(await (await loadSkills()).listSkills()).toEqual({ a: "skills", b: "claude" });
    await mkdir("empty");
    process.chdir("empty");
    expect(await (await loadSkills()).listSkills()).toEqual({});
  } finally {
    process.chdir(before);
  }
});

test("reload tells what changed, and tools made before see the new skills", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = await loadSkills(folder);
  const load = (await toolset.getTools()).find(({ name }) => name === "load_skill");
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "b/SKILL.md"), skillText("b"));
  expect(await toolset.reload()).toEqual({ added: ["b"], changed: [], removed: [] });
  expect(await load?.execute({ name: "b" })).toMatchObject({ ok: true });
});

test("B37: what was not loaded is one warning to the logger, and silence is possible", async () => {
  const folder = await folderWith({ "a/SKILL.md": "broken", "b/SKILL.md": "broken", "c/SKILL.md": skillText("c") });
  const warnings: string[] = [];
  await loadSkills(folder, { logger: { warn: (message: string) => warnings.push(message) } });
  expect(warnings).toEqual([
    expect.stringContaining("2 problems while loading skills; getDiagnostics() has them all."),
  ]);
  expect(warnings[0]).toContain(join(folder, "a/SKILL.md"));
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
