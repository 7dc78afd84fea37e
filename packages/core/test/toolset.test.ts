import { writeFile } from "node:fs/promises";
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
} from "@skillplug/core";
import { OramaSearchManager, type SearchableSkill } from "@skillplug/core/search";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";
import { changingSource } from "./sources/changing-source.js";

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
      message: `The option bm25Threshold of SkillsToolset must be a number from 0 to 1, but is ${bm25Threshold}.`,
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

test("A33: listSkills is a record of names and descriptions", async () => {
  expect(await new SkillsToolset({ skills: [papers] }).listSkills()).toEqual({ papers: "Finds research papers" });
});

test("listSummaries tells of every skill its fields and the names of its files, and opens none", async () => {
  const { source, takeRead } = changingSource([{ ...papers, name: "z" }, papers]);
  const toolset = new SkillsToolset({ sources: [source], skills: [{ ...functions, name: "functions" }] });
  const summaries = await toolset.listSummaries();
  expect(summaries.map(({ name }) => name)).toEqual(["functions", "papers", "z"]);
  expect(summaries[0]).toMatchObject({
    description: papers.description,
    resources: [{ name: "now.txt" }, { name: "guide.md" }],
    scripts: [{ name: "sum" }],
  });
  expect(summaries[0]).not.toHaveProperty("content");
  expect(takeRead()).toEqual([]);
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
            content: "import fs from 'fs'; console.log(fs.readFileSync(process.env.SKILL_DIR + '/data/x.txt', 'utf8'))",
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

test("a toolset is closed with its executor, also by `await using`, and one whose executor has nothing to close too", async () => {
  const close = vi.fn(async () => {});
  const toolset = new SkillsToolset({ skills: [papers], executor: { execute: vi.fn(), close } });
  await toolset.close();
  await toolset[Symbol.asyncDispose]();
  expect(close).toHaveBeenCalledTimes(2);
  await new SkillsToolset({ skills: [papers], executor: { execute: vi.fn() } }).close();
  await new SkillsToolset({ skills: [papers] }).close();
});
