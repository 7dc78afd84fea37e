import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "@orama/orama";
import { directory, loadSkills, type SkillEvent, type SkillSource, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changingSource, type SkillTexts } from "../sources/changing-source.js";
import { toolOf } from "../tools/call-tool.js";

const skill = (name: string, description: string, content = ""): SkillTexts => ({ name, description, content });
const red = skill("red", "Paints in red", "# Red\nCherry\n");
const blue = skill("blue", "Paints in blue", "# Blue\nSky\n");
const green = skill("green", "Paints in green", "# Green\nGrass\n");

const find = async (toolset: SkillsToolset, query: string) =>
  (await toolset.searchSkills(query)).map(({ name }) => name);

test.each([true, false])(
  "A28: the index is built by the first search, and once for many, together or not (revisions: %s)",
  async (revisions) => {
    const { source, takeRead } = changingSource([red, blue], { revisions });
    const toolset = new SkillsToolset({ sources: [source] });
    await toolset.listSkills();
    expect(takeRead()).toEqual([]);
    const both = await Promise.all([find(toolset, "cherry"), find(toolset, "sky")]);
    expect(both).toEqual([["red"], ["blue"]]);
    expect(await find(toolset, "paints")).toEqual(["blue", "red"]);
    expect(takeRead()).toEqual(["blue", "red"]);
  },
);

test("of a source that says so, the search uses what was listed, and opens no file", async () => {
  const { source, skills, takeRead } = changingSource([red, blue], { revisions: false });
  const toolset = new SkillsToolset({ sources: [{ ...source, index: "listed" }] });
  expect(await find(toolset, "cherry")).toEqual([]);
  expect(await find(toolset, "red")).toEqual(["red"]);
  expect((await toolset.searchSkills("blue", 5, { explain: true })).map(({ name }) => name)).toEqual(["blue"]);
  skills.set("green", green);
  await toolset.reload();
  expect(await find(toolset, "green")).toEqual(["green"]);
  expect(takeRead()).toEqual([]);
  // Whoever asks for one has it read.
  await toolset.loadSkill("red");
  expect(takeRead()).toEqual(["red"]);
});

test("a folder can be one that is not read ahead", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "Finds papers", "Cherry") });
  const read = async (index?: "listed" | "full") => find(await loadSkills(directory(folder, { index })), "cherry");
  expect([await read("listed"), await read("full"), await read()]).toEqual([[], ["a"], ["a"]]);
});

test("A28: a reload alone builds nothing", async () => {
  const { source, skills, takeRead } = changingSource([red]);
  const toolset = new SkillsToolset({ sources: [source] });
  await toolset.reload();
  await find(toolset, "red");
  skills.set("blue", blue);
  takeRead();
  await toolset.reload();
  expect(takeRead()).toEqual([]);
});

const edits: readonly [
  string,
  (skills: Map<string, SkillTexts>) => void,
  readonly string[],
  string,
  readonly string[],
][] = [
  ["nothing", () => {}, [], "cherry", ["red"]],
  ["a new skill", (skills) => void skills.set("green", green), ["green"], "grass", ["green"]],
  ["a skill less", (skills) => void skills.delete("red"), [], "cherry paints", ["blue"]],
  ["another body", (skills) => void skills.set("red", { ...red, content: "Rose\n" }), ["red"], "rose cherry", ["red"]],
  [
    "another description",
    (skills) => void skills.set("red", { ...red, description: "Makes rose colour" }),
    ["red"],
    "rose",
    ["red"],
  ],
  [
    "two skills that change places",
    (skills) => void skills.set("red", { ...blue, name: "red" }).set("blue", { ...red, name: "blue" }),
    ["blue", "red"],
    "cherry",
    ["blue"],
  ],
];

const reloads = edits.flatMap(([what, ...edit]) => [[what, true, ...edit] as const, [what, false, ...edit] as const]);

test.each(reloads)(
  "A28: after a reload with %s the index is that of now, and only what changed is read where revisions tell it: %s",
  async (_, revisions, edit, changed, query, found) => {
    const { source, skills, takeRead } = changingSource([red, blue], { revisions });
    const toolset = new SkillsToolset({ sources: [source] });
    await find(toolset, query);
    takeRead();
    edit(skills);
    await toolset.reload();
    expect(await find(toolset, query)).toEqual(found);
    expect(takeRead()).toEqual(revisions ? changed : [...skills.keys()].toSorted());
    expect(await find(toolset, query)).toEqual(found);
    expect(takeRead()).toEqual([]);
  },
);

test("A28: what a reload leaves as it was is not indexed again, even if it had to be read", async () => {
  const { source, skills } = changingSource([red, blue], { revisions: false });
  const indexed: string[] = [];
  const afterInsert = (_: unknown, id: string) => void indexed.push(id);
  const toolset = new SkillsToolset({
    sources: [source],
    search: { createDatabase: (defaults) => create({ ...defaults, plugins: [{ name: "watch", afterInsert }] }) },
  });
  await find(toolset, "red");
  skills.set("blue", { ...blue, content: "Sea\n" });
  await toolset.reload();
  await find(toolset, "red");
  expect(indexed.toSorted()).toEqual(["blue", "blue", "red"]);
});

test("A28: files of a folder that change, come and go are found after a reload", async () => {
  const folder = await folderWith({
    "red/SKILL.md": skillText("red", "Paints", "Cherry\n"),
    "blue/SKILL.md": skillText("blue"),
  });
  const inner = directory(folder);
  const read: string[] = [];
  const toolset = await loadSkills({
    ...inner,
    readFile: (asked, ...rest) => {
      read.push(asked.name);
      return inner.readFile(asked, ...rest);
    },
  });
  expect(await find(toolset, "cherry")).toEqual(["red"]);
  read.length = 0;
  await writeFile(join(folder, "red/SKILL.md"), skillText("red", "Paints", "Rose, and more of it\n"));
  await toolset.reload();
  expect([await find(toolset, "rose"), await find(toolset, "cherry")]).toEqual([["red"], []]);
  expect(read).toEqual(["red"]);
});

test("A28: searches under way at a reload answer, and those after it see the new skills", async () => {
  const { source, skills } = changingSource([red, blue]);
  const toolset = new SkillsToolset({ sources: [source] });
  const underWay = find(toolset, "paints");
  skills.set("green", green);
  await toolset.reload();
  expect(await find(toolset, "paints")).toEqual(["blue", "green", "red"]);
  expect(await underWay).toEqual(expect.arrayContaining(["blue", "red"]));
});

test("a skill that cannot be read is found by its description, and so are the others by all they have", async () => {
  const { source } = changingSource([red, blue], { unreadable: new Set(["red"]) });
  const toolset = new SkillsToolset({ sources: [source] });
  expect([await find(toolset, "red"), await find(toolset, "cherry"), await find(toolset, "sky")]).toEqual([
    ["red"],
    [],
    ["blue"],
  ]);
});

test("a skill that could not be read is reported, and tried again by the next search, without a reload", async () => {
  const unreadable = new Set(["red", "blue"]);
  const { source, skills, takeRead } = changingSource([red, blue, green], { unreadable });
  const events: SkillEvent[] = [];
  const toolset = new SkillsToolset({ sources: [source], onEvent: (event) => void events.push(event), logger: false });
  const warnings = () => events.splice(0).flatMap((event) => (event.type === "warning" ? [event.diagnostic] : []));
  expect(await find(toolset, "cherry")).toEqual([]);
  expect(warnings()).toEqual([
    {
      code: "search-unread",
      severity: "warning",
      message:
        "The instructions of blue, red could not be read, so that these skills are found by their names and descriptions alone. The next search tries again. blue: The source changing could not read SKILL.md of the skill blue: the disk is gone",
    },
  ]);
  expect(await find(toolset, "cherry")).toEqual([]);
  expect(warnings()).toEqual([]);
  unreadable.delete("red");
  takeRead();
  expect([await find(toolset, "cherry"), await find(toolset, "sky")]).toEqual([["red"], []]);
  expect(takeRead()).toEqual(["blue", "blue", "red"]);
  unreadable.delete("blue");
  skills.set("green", { ...green, content: "Cherry" });
  await toolset.reload();
  expect([await find(toolset, "cherry"), await find(toolset, "sky")]).toEqual([["green", "red"], ["blue"]]);
  takeRead();
  await find(toolset, "sky");
  expect(takeRead()).toEqual([]);
});

test("what is no SKILL.md any more is not read again until it changes", async () => {
  const { source, takeRead } = changingSource([red]);
  const readFile: SkillSource["readFile"] = async (...asked) => {
    await source.readFile(...asked);
    return new TextEncoder().encode("no front matter");
  };
  const toolset = new SkillsToolset({ sources: [{ ...source, readFile }] });
  expect(await find(toolset, "red")).toEqual(["red"]);
  takeRead();
  expect(await find(toolset, "red")).toEqual(["red"]);
  expect(takeRead()).toEqual([]);
});

test("at most sixteen SKILL.md files are read at once, and those that cannot be read are named up to ten", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `s${String(index).padStart(2, "0")}`);
  const { source } = changingSource(names.map((name) => skill(name, "Paints")));
  let [open, most] = [0, 0];
  const readFile: SkillSource["readFile"] = async () => {
    most = Math.max(most, ++open);
    await new Promise((resume) => setImmediate(resume));
    open -= 1;
    throw new Error("EMFILE: too many open files");
  };
  const warnings: string[] = [];
  const toolset = new SkillsToolset({
    sources: [{ ...source, readFile }],
    onEvent: (event) => void (event.type === "warning" && warnings.push(event.diagnostic.message)),
    logger: false,
  });
  expect(await find(toolset, "paints")).toHaveLength(10);
  expect(most).toBe(16);
  expect(warnings).toEqual([expect.stringMatching(/^The instructions of s00, .*, s09 and 30 more could.* EMFILE/)]);
});

test("A28: a build that fails is tried again by the next search", async () => {
  let builds = 0;
  const toolset = new SkillsToolset({
    skills: [red, blue],
    search: {
      createDatabase: (defaults) => {
        if (++builds === 1) throw new Error("no memory");
        return create(defaults);
      },
    },
  });
  const tool = await toolOf(toolset, "search_skills");
  expect(await tool.execute({ query: "red" })).toMatchObject({
    ok: false,
    text: expect.stringContaining("no memory"),
  });
  expect(await find(toolset, "red")).toEqual(["red"]);
  expect(await find(toolset, "blue")).toEqual(["blue"]);
  expect(builds).toBe(2);
});

test("A28: an update that fails is tried again by the next search", async () => {
  const { source, skills } = changingSource([red, blue]);
  let isBroken = false;
  const beforeInsert = () => {
    if (isBroken) throw new Error("no memory");
  };
  const toolset = new SkillsToolset({
    sources: [source],
    search: { createDatabase: (defaults) => create({ ...defaults, plugins: [{ name: "breaks", beforeInsert }] }) },
  });
  await find(toolset, "red");
  skills.set("green", green);
  await toolset.reload();
  isBroken = true;
  await expect(find(toolset, "grass")).rejects.toThrow("no memory");
  isBroken = false;
  expect([await find(toolset, "grass"), await find(toolset, "paints")]).toEqual([["green"], ["blue", "green", "red"]]);
});

const names = fc.constantFrom("a", "b", "c", "d", "e");
const text = fc
  .array(fc.constantFrom("red", "blue", "green", "paint", "天气", "database", "the"), { maxLength: 5 })
  .map((words) => words.join(" "));
const entry = fc.record({ name: names, description: text.map((words) => `Does ${words}`), content: text });
const edit = fc.oneof({ weight: 3, arbitrary: entry }, names);

test.each([true, false])(
  "A28: after any edits and reloads a search is that of a fresh toolset (revisions: %s)",
  async (revisions) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 5 }),
        fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        text,
        async (inputs, reloads, query) => {
          const { source, skills } = changingSource(inputs, { revisions });
          const toolset = new SkillsToolset({ sources: [source], logger: false });
          for (const edits of reloads) {
            await toolset.searchSkills(query);
            for (const change of edits)
              typeof change === "string" ? skills.delete(change) : skills.set(change.name, change);
            await toolset.reload();
          }
          const fresh = new SkillsToolset({ sources: [source], logger: false });
          const options = { explain: true };
          expect(await toolset.searchSkills(query, 10, options)).toEqual(await fresh.searchSkills(query, 10, options));
        },
      ),
      { numRuns: 60 },
    );
  },
);
