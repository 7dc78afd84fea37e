import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, FileSystemDiscovery, loadSkills, memory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");
const skillAt = (...paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [`${path}/SKILL.md`, skillText(path.slice(path.lastIndexOf("/") + 1))]));
const manifest = (data: unknown) => JSON.stringify(data);

test.each([
  "plugins/one/skills/s",
  "external_plugins/one/skills/s",
  "a/b/c/d/plugins/one/skills/s",
  ".github/plugins/one/skills/s",
  "plugins/one/skills/group/of/s",
  "a/b/c/d/.claude/skills/s",
  "a/b/c/d/.agents/skills/s",
  "a/b/c/.cursor/skills/group/s",
])("a skill is found in %s, although that is deep", async (path) => {
  const found = await list(await folderWith(skillAt(path)));
  expect(names(found.skills)).toEqual(["s"]);
  expect(found.diagnostics).toEqual([]);
});

test.each([
  "a/b/c/d/s",
  "a/b/c/skills/s",
  "plugins/one/two/skills/s",
  "plugins/one/skills/1/2/3/s",
  ".agents/other/1/s",
])("what lies in %s is not loaded, and said to be there", async (path) => {
  const root = await folderWith({ ...skillAt(path), ...skillAt("near") });
  const found = await list(root);
  expect(names(found.skills)).toEqual(["near"]);
  expect(found.diagnostics).toMatchObject([{ code: "skills-too-deep", severity: "warning", location: root }]);
  const { message = "" } = found.diagnostics[0] ?? {};
  expect(message).toContain(join(path, "SKILL.md"));
  // The advice, followed.
  const depth = Number(/Set maxDepth to (\d+)/.exec(message)?.[1]);
  expect(names((await list(root, depth)).skills).sort()).toEqual(["near", "s"]);
  expect(names((await list(root, depth - 1)).skills)).toEqual(["near"]);
  expect(names((await list(join(root, path, ".."))).skills)).toEqual(["s"]);
});

test("how many lie too deep, and the first of them", async () => {
  const deep = Array.from({ length: 25 }, (_, index) => `a/b/c/d/s${10 + index}`);
  const { diagnostics } = await list(await folderWith(skillAt(...deep)));
  expect(diagnostics[0]?.message).toMatch(
    /^25 files named SKILL\.md lie below .* deeper than maxDepth 3 and not loaded: a\/b\/c\/d\/s10\/SKILL\.md, .*s19\/SKILL\.md and 15 more\. Set maxDepth to 5 /,
  );
});

test("the maxDepth that is advised is enough for all of them", async () => {
  const root = await folderWith(skillAt("a/b/c/d/s", "a/b/c/d/e/f/t", "a/b/c/d/e/u"));
  const { message = "" } = (await list(root)).diagnostics[0] ?? {};
  expect(message).toContain("Set maxDepth to 7 ");
  expect(names((await list(root, 7)).skills)).toHaveLength(3);
});

test("with maxDepth 0 too, what lies deeper is said to be there", async () => {
  const found = await list(await folderWith(skillAt(".claude/skills/t", "e")), 0);
  expect(found.skills).toEqual([]);
  expect(found.diagnostics[0]?.message).toMatch(/^2 files named SKILL\.md lie below .* Set maxDepth to 1 /);
  expect(await list(await folderWith({ "SKILL.md": skillText("s"), "a.md": "" }), 0)).toMatchObject({
    diagnostics: [],
  });
});

test("no skill of a plugin is looked for below node_modules", async () => {
  const root = await folderWith(skillAt("node_modules/plugins/one/skills/s", "a/b/c/d/.venv/skills/s"));
  expect(await list(root)).toMatchObject({ skills: [], diagnostics: [] });
});

test("of a folder with very much in it not all is looked at deeper than maxDepth, which is said", async () => {
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`a/b/c/d/${index}`, ""]));
  const root = await folderWith({ ...many, ...skillAt("a/b/c/d/s"), ...skillAt("near") });
  const found = await list(root);
  expect(names(found.skills)).toEqual(["near"]);
  expect(found.diagnostics).toMatchObject([{ code: "skills-too-deep", severity: "info" }]);
  expect(found.diagnostics[0]?.message).toContain("name the folder that holds them as a source");
  await mkdir(join(root, "a/b/c/e"));
  await writeFile(join(root, "a/b/c/e/SKILL.md"), skillText("e"));
  expect((await list(root)).diagnostics[0]?.message).toMatch(/^At least 1 SKILL\.md lies below /);
});

test("a SKILL.md inside of a skill is a file of it, which is said", async () => {
  const root = await folderWith(skillAt("big", "big/parts/small", "big/other"));
  const found = await list(root);
  expect(names(found.skills)).toEqual(["big"]);
  expect(found.diagnostics).toMatchObject([{ code: "skills-in-skills", severity: "info", location: root }]);
  expect(found.diagnostics[0]?.message).toMatch(
    /^2 files named SKILL\.md lie below .* inside of another skill's folder, .*: big\/other\/SKILL\.md, big\/parts\/small\/SKILL\.md\./,
  );
  // The advice, followed.
  const skills = await loadSkills([root, join(root, "big/parts/small"), join(root, "big/other")], { logger: false });
  expect(Object.keys(await skills.listSkills())).toEqual(["big", "other", "small"]);
});

posixOnly("what lies inside of a skill is counted once, whatever links lead to that", async () => {
  const root = await folderWith({ ...skillAt("big", "big/part"), "links/x": "" });
  await symlink("../big", join(root, "links/big"));
  const [told] = (await list(root)).diagnostics.filter(({ code }) => code === "skills-in-skills");
  expect(told?.message).toMatch(/^1 SKILL\.md lies below /);
});

posixOnly("a folder to which links lead is one skill, of which nothing is said", async () => {
  const root = await folderWith({
    ...skillAt(".agents/skills/s", "z/t", "z/big", "z/big/part"),
    ".claude/skills/x": "",
  });
  await symlink("../../.agents/skills/s", join(root, ".claude/skills/s"));
  await symlink("../../z/t", join(root, ".claude/skills/t"));
  await symlink("../../z/big/part", join(root, ".claude/skills/part"));
  const found = await list(root);
  expect(found.skills.map(({ name, baseDir }) => [name, baseDir])).toEqual([
    ["s", join(root, ".agents/skills/s")],
    ["part", join(root, ".claude/skills/part")],
    ["big", join(root, "z/big")],
    ["t", join(root, "z/t")],
  ]);
  const told = found.diagnostics.filter(({ severity }) => severity !== "info");
  expect(told).toEqual([]);
  expect(found.diagnostics.map(({ code }) => code)).not.toContain("skills-in-skills");
  const everywhere = await loadSkills([join(root, ".agents/skills"), join(root, ".claude/skills")], { logger: false });
  expect((await everywhere.getDiagnostics()).filter(({ code }) => code === "duplicate-skill")).toEqual([]);
});

posixOnly("a link that lies too deep is not followed, and nothing is said of it", async () => {
  const root = await folderWith({ ...skillAt("x/s"), "a/b/c/file": "" });
  await symlink("../../../x", join(root, "a/b/c/x"));
  const { skills, diagnostics } = await list(root);
  expect(names(skills)).toEqual(["s"]);
  expect(diagnostics).toEqual([]);
});

posixOnly("a skill to which a link leads from further up is where it lies itself", async () => {
  const root = await folderWith(skillAt("a/b/s"));
  await symlink("a/b/s", join(root, "s"));
  expect((await list(root)).skills).toMatchObject([{ name: "s", baseDir: join(root, "a/b/s") }]);
});

test("a plugin's manifest names it, and where else its skills lie", async () => {
  const root = await folderWith({
    "deep/er/and/deeper/p/.claude-plugin/plugin.json": manifest({ name: "proper", skills: ["./lib/one", "./more/"] }),
    ...skillAt("deep/er/and/deeper/p/lib/one", "deep/er/and/deeper/p/more/two", "deep/er/and/deeper/p/skills/three"),
  });
  const { skills } = await list(root);
  const plugin = { name: "proper", directory: join(root, "deep/er/and/deeper/p") };
  expect(skills).toMatchObject([
    { name: "one", plugin },
    { name: "two", plugin },
    { name: "three", plugin },
  ]);
});

test("a marketplace's manifest names plugins, and the skills of each where several share a folder", async () => {
  const plugins = [
    { name: "papers", source: "./", skills: ["./skills/pdf"] },
    { name: "sheets", source: "./", skills: "./skills/csv" },
    { name: "far", source: "./a/b/c/d/far-folder" },
    { name: "elsewhere", source: { source: "github", repo: "some/where" } },
    "no plugin",
  ];
  const root = await folderWith({
    ".claude-plugin/marketplace.json": manifest({ name: "shop", plugins }),
    ...skillAt("skills/pdf", "skills/csv", "skills/free", "a/b/c/d/far-folder/skills/s"),
  });
  const { skills, diagnostics } = await list(root);
  expect(skills.map(({ name, plugin }) => [name, plugin?.name, plugin?.directory])).toEqual([
    ["s", "far", join(root, "a/b/c/d/far-folder")],
    ["csv", "sheets", root],
    ["free", undefined, undefined],
    ["pdf", "papers", root],
  ]);
  expect(diagnostics).toEqual([]);
});

test("the plugins of a marketplace lie below its pluginRoot, and a plugin knows its own name best", async () => {
  const root = await folderWith({
    ".claude-plugin/marketplace.json": manifest({
      metadata: { pluginRoot: "./a/b/c/d" },
      plugins: [
        { name: "first", source: "one" },
        { name: "second", source: "./two" },
      ],
    }),
    "a/b/c/d/two/.codex-plugin/plugin.json": manifest({ name: "own-name" }),
    ...skillAt("a/b/c/d/one/skills/s", "a/b/c/d/two/skills/t"),
  });
  const { skills } = await list(root);
  expect(skills.map(({ name, plugin }) => [name, plugin?.name])).toEqual([
    ["s", "first"],
    ["t", "own-name"],
  ]);
});

test("a plugin knows its own name best, also where one folder is a marketplace and its plugin", async () => {
  const root = await folderWith({
    ".claude-plugin/marketplace.json": manifest({ plugins: [{ name: "told", source: "./" }] }),
    ".claude-plugin/plugin.json": manifest({ name: "own-name" }),
    ...skillAt("skills/s"),
  });
  expect((await list(root)).skills).toMatchObject([{ name: "s", plugin: { name: "own-name", directory: root } }]);
});

test("of manifests for several hosts the first by name counts, and none inside of a skill", async () => {
  const root = await folderWith({
    ".claude-plugin/plugin.json": manifest({ name: "claude" }),
    ".codex-plugin/plugin.json": manifest({ name: "codex" }),
    "skills/s/examples/.claude-plugin/plugin.json": "{",
    ...skillAt("skills/s"),
  });
  expect(await list(root)).toMatchObject({ skills: [{ name: "s", plugin: { name: "claude" } }], diagnostics: [] });
});

test("a skill that is a plugin itself has the name that its manifest gives", async () => {
  const root = await folderWith({
    "plugins/one/.claude-plugin/plugin.json": manifest({ name: "proper" }),
    ...skillAt("plugins/one"),
  });
  expect((await list(root)).skills).toMatchObject([{ name: "one", plugin: { name: "proper" } }]);
});

test("a manifest names no skills of another plugin", async () => {
  const root = await folderWith({
    "plugins/one/.claude-plugin/plugin.json": manifest({ name: "one", skills: "../two/skills/s" }),
    ...skillAt("plugins/two/skills/s"),
  });
  expect((await list(root)).skills).toMatchObject([{ name: "s", plugin: { name: "two" } }]);
});

test("a plugin without a manifest has the name of its folder, if that can go before a skill's", async () => {
  const { skills } = await list(await folderWith(skillAt("plugins/one/skills/s", "plugins/No Name/skills/t")));
  expect(skills.map(({ name, plugin }) => [name, plugin?.name])).toEqual([
    ["t", undefined],
    ["s", "one"],
  ]);
});

test.each(["../outside", "/etc", "~/skills", "a/../../x", "C:\\skills", "", 5, { a: 1 }])(
  "what a manifest names by %j is no folder of the plugin",
  async (path) => {
    const root = await folderWith({
      "root/.claude-plugin/plugin.json": manifest({ name: "p", skills: path }),
      "root/.claude-plugin/marketplace.json": manifest({ plugins: [{ name: "q", source: path, skills: path }] }),
      ...skillAt("outside/s", "root/skills/t"),
    });
    expect(await list(join(root, "root"))).toMatchObject({ skills: [{ name: "t" }], diagnostics: [] });
  },
);

test("an empty path in a manifest is no plugin's folder, and ./ is the manifest's own", async () => {
  for (const [path, name] of [
    ["", undefined],
    ["./", "q"],
  ]) {
    const marketplace = manifest({ plugins: [{ name: "q", source: path }] });
    const root = await folderWith({ ".claude-plugin/marketplace.json": marketplace, ...skillAt("x/s") });
    expect((await list(root)).skills.map(({ plugin }) => plugin?.name)).toEqual([name]);
  }
});

test.each([
  ["{", "JSON"],
  ["[]", "no JSON object"],
])("a manifest that is %j is a warning, and the plugin's skills are found by its folders", async (text, reason) => {
  const root = await folderWith({ "plugins/p/.claude-plugin/plugin.json": text, ...skillAt("plugins/p/skills/s") });
  const { skills, diagnostics } = await list(root);
  expect(skills).toMatchObject([{ name: "s", plugin: { name: "p" } }]);
  expect(diagnostics).toMatchObject([{ code: "plugin-manifest", severity: "warning" }]);
  expect(diagnostics[0]?.location).toBe(join(root, "plugins/p/.claude-plugin/plugin.json"));
  expect(diagnostics[0]?.message).toContain(reason);
  expect(diagnostics[0]?.message).toContain("Correct the file.");
});

test("a folder with the name of a manifest is none", async () => {
  const root = await folderWith({ ".claude-plugin/plugin.json/x": "", ...skillAt("skills/s") });
  expect(await list(root)).toMatchObject({ skills: [{ name: "s" }], diagnostics: [] });
});

test("a manifest that changes, comes or goes shows at the next listing", async () => {
  const root = await folderWith({
    "p/.claude-plugin/plugin.json": manifest({ name: "before", skills: "./x" }),
    ...skillAt("p/x/1/2/s", "p/y/1/2/s"),
  });
  const source = directory(root);
  const found = async () =>
    (await source.list({ signal: undefined })).skills.map(({ baseDir = "", plugin }) => [
      baseDir.slice(root.length + 1),
      plugin?.name,
    ]);
  expect(await found()).toEqual([["p/x/1/2/s", "before"]]);
  await untilClockTicked();
  await writeFile(join(root, "p/.claude-plugin/plugin.json"), manifest({ name: "after", skills: "./y" }));
  expect(await found()).toEqual([["p/y/1/2/s", "after"]]);
  await rename(join(root, "p/.claude-plugin/plugin.json"), join(root, "p/.claude-plugin/other.json"));
  expect(await found()).toEqual([]);
});

test("skills of one name in several plugins bear the plugin's in front, and others keep theirs", async () => {
  const root = await folderWith({
    "plugins/one/skills/setup/SKILL.md": skillText("setup", "Of one"),
    "plugins/two/skills/setup/SKILL.md": skillText("setup", "Of two"),
    "skills/setup/SKILL.md": skillText("setup", "Of none"),
    "plugins/one/skills/alone/SKILL.md": skillText("alone"),
  });
  const skills = await loadSkills(root, { validate: "strict", logger: false });
  expect(await skills.listSkills()).toEqual({
    alone: "Does alone",
    "one:setup": "Of one",
    setup: "Of none",
    "two:setup": "Of two",
  });
  expect(await skills.getDiagnostics()).toEqual([]);
  expect((await skills.getSkill("two:setup"))?.description).toBe("Of two");
  expect(names(await FileSystemDiscovery.discover(root)).sort()).toEqual(["alone", "one:setup", "setup", "two:setup"]);
});

test("a plugin's skill gives way to one of no plugin that has its name", async () => {
  const root = await folderWith({
    "plugins/one/skills/setup/SKILL.md": skillText("setup", "Of one"),
    "skills/setup/SKILL.md": skillText("setup", "Of none"),
  });
  const skills = await loadSkills(root, { logger: false });
  expect(await skills.listSkills()).toEqual({ "one:setup": "Of one", setup: "Of none" });
});

test("two copies of a skill in two plugins are one, by its own name", async () => {
  const root = await folderWith(skillAt("plugins/one/skills/setup", "plugins/two/skills/setup"));
  const skills = await loadSkills(root, { logger: false });
  expect(Object.keys(await skills.listSkills())).toEqual(["setup"]);
  expect(await skills.getDiagnostics()).toMatchObject([{ code: "duplicate-skill", severity: "info" }]);
});

test("so do skills of several sources, and one that has its name from no plugin keeps it", async () => {
  const root = await folderWith({
    "one/.claude-plugin/plugin.json": manifest({ name: "one" }),
    "one/skills/setup/SKILL.md": skillText("setup", "Of one"),
    "two/.claude-plugin/plugin.json": manifest({ name: "two" }),
    "two/skills/setup/SKILL.md": skillText("setup", "Of two"),
    "plain/setup/SKILL.md": skillText("setup", "Of none"),
  });
  const [one, two, plain] = ["one", "two", "plain"].map((folder) => join(root, folder));
  const listOf = async (...folders: (string | undefined)[]) =>
    (
      await loadSkills(
        folders.flatMap((folder) => folder ?? []),
        { logger: false },
      )
    ).listSkills();
  expect(await listOf(one, two)).toEqual({ "one:setup": "Of one", "two:setup": "Of two" });
  for (const order of [
    [plain, one],
    [one, plain],
  ]) {
    expect(await listOf(...order)).toEqual({ "one:setup": "Of one", setup: "Of none" });
  }
  const skills = await loadSkills([one ?? "", two ?? ""], { logger: false });
  expect(await skills.readSkillResource("two:setup", "SKILL.md")).toContain("Of two");
});

test("a stranger's plugin changes no trusted name, nor takes the form with the plugin in front", async () => {
  const files = (description: string) => ({
    ".claude-plugin/plugin.json": manifest({ name: "papers" }),
    "skills/pdf/SKILL.md": skillText("pdf", description),
  });
  const ours = await folderWith(files("Ours"));
  const theirs = await folderWith({ ...files("Theirs"), "skills/papers/SKILL.md": skillText("papers") });
  for (const sources of [
    [ours, directory(theirs, { trusted: false })],
    [directory(theirs, { trusted: false }), ours],
  ]) {
    const skills = await loadSkills(sources, { logger: false });
    expect(await skills.listSkills()).toEqual({ papers: "Does papers", pdf: "Ours" });
    expect(await skills.getDiagnostics()).toContainEqual(
      expect.objectContaining({ code: "duplicate-skill", skill: "papers:pdf" }),
    );
    for (const name of ["pdf", "papers:pdf"]) {
      expect(await skills.readSkillResource(name, "SKILL.md")).toContain("Ours");
    }
  }
});

test("a stranger's skill takes none of the names by which trusted skills of plugins are called", async () => {
  const ours = await folderWith({
    "plugins/a/skills/review/SKILL.md": skillText("review", "Of a"),
    "plugins/b/skills/review/SKILL.md": skillText("review", "Of b"),
    "plugins/b/skills/lint/SKILL.md": skillText("lint", "Of b"),
  });
  const theirs = await folderWith({
    "x/SKILL.md": skillText("review", "Theirs"),
    "y/SKILL.md": skillText('"b:lint"', "Theirs"),
    "z/SKILL.md": skillText("other", "Theirs"),
  });
  const skills = await loadSkills([ours, directory(theirs, { trusted: false })], { logger: false });
  expect(Object.keys(await skills.listSkills())).toEqual(["a:review", "b:review", "lint", "other"]);
  expect(await skills.readSkillResource("b:lint", "SKILL.md")).toContain("Of b");
  await expect(skills.loadSkill("review")).rejects.toThrow(/a:review.*b:review/);
  const told = (await skills.getDiagnostics()).filter(({ code }) => code === "duplicate-skill");
  expect(told.map(({ skill, message }) => [skill, message.includes("is called by that name too")])).toEqual([
    ["review", true],
    ["b:lint", true],
  ]);
});

test("of two sources that are not trusted none takes the form with the plugin in front from the other, unless told to", async () => {
  const plugin = await folderWith({
    "plugins/w/skills/lint/SKILL.md": skillText("lint", "Of w"),
    "plain/SKILL.md": skillText('"w:fix"', "Beside it"),
    "plugins/w/skills/fix/SKILL.md": skillText("fix", "Of w"),
  });
  const taker = await folderWith({
    "plugins/w/skills/lint/SKILL.md": skillText("lint", "Of w"),
    "x/SKILL.md": skillText('"w:lint"', "Theirs"),
  });
  const [u1, u2] = [plugin, taker].map((folder) => directory(folder, { trusted: false }));
  const own = { fix: "Of w", lint: "Of w", "w:fix": "Beside it" };
  for (const [sources, onDuplicate, expected] of [
    [[u1, u2], undefined, "Of w"],
    [[u1, u2], "first", "Of w"],
    [[u1, u2], "error", "Of w"],
    [[u1, u2], "last", "Theirs"],
    [[u2, u1], undefined, "Theirs"],
    [[u2, u1], "last", "Of w"],
  ] as const) {
    const skills = await loadSkills(
      sources.flatMap((source) => source ?? []),
      { logger: false, onDuplicate },
    );
    expect(await skills.readSkillResource("w:lint", "SKILL.md")).toContain(expected);
    const isUsed = expected === "Theirs";
    expect(await skills.listSkills()).toEqual(isUsed ? { ...own, "w:lint": "Theirs" } : own);
    const told = (await skills.getDiagnostics()).filter(
      ({ code, severity }) => code === "duplicate-skill" && severity === "warning",
    );
    const message = `Two skills are named "w:lint": ${plugin}/plugins/w/skills/lint/SKILL.md is used, ${taker}/x/SKILL.md is not. Rename or remove one, say with onDuplicate which is used`;
    expect(told.map((one) => [one.skill, one.message.slice(0, message.length)])).toEqual(
      isUsed ? [] : [["w:lint", message]],
    );
  }
});

test("a stranger's plugin takes no name from a trusted skill", async () => {
  const theirs = await folderWith({ "plugins/w/skills/lint/SKILL.md": skillText("lint", "Theirs") });
  const ours = await folderWith({ "x/SKILL.md": skillText('"w:lint"', "Ours") });
  const skills = await loadSkills([directory(theirs, { trusted: false }), ours], { logger: false });
  expect(await skills.listSkills()).toEqual({ lint: "Theirs", "w:lint": "Ours" });
});

test("a trusted plugin's name in front of a skill's is no stranger's, also where its skill is broken or there is none", async () => {
  const ours = await folderWith({
    "plugins/a/skills/review/SKILL.md": "no front matter",
    "plugins/b/skills/lint/SKILL.md": skillText("lint", "Of b"),
  });
  const theirs = await folderWith({
    "v/SKILL.md": skillText('"a:review"', "Theirs"),
    "w/SKILL.md": skillText('"a:other"', "Theirs"),
    "x/SKILL.md": skillText('"b:other"', "Theirs"),
    "y/SKILL.md": skillText('"c:other"', "Theirs"),
    "z/SKILL.md": skillText("b", "Theirs"),
  });
  const skills = await loadSkills([ours, directory(theirs, { trusted: false })], { logger: false });
  expect(Object.keys(await skills.listSkills())).toEqual(["b", "c:other", "lint"]);
  await expect(skills.loadSkill("a:review")).rejects.toThrow(`Failed to load skill from ${ours}/plugins/a/`);
  const told = (await skills.getDiagnostics()).filter(({ code }) => code === "duplicate-skill");
  expect(told.map(({ skill }) => skill)).toEqual(["a:review", "a:other", "b:other"]);
  expect(told[1]?.message).toBe(
    `The skill "a:other" is not used: ${theirs}/w/SKILL.md is not trusted, and "a:" stands before names of the plugin of ${ours}/plugins/a/skills/review/SKILL.md, which is trusted. Rename or remove the skill.`,
  );
});

test.each(["a:legacy", "A:legacy", "a:Legacy"])(
  "a stranger's plugin that has a trusted one's name answers to no %s",
  async (asked) => {
    const ours = await folderWith(skillAt("plugins/a/skills/good"));
    const theirs = await folderWith({
      "plugins/a/skills/legacy/SKILL.md": skillText("legacy", "Theirs"),
      "plugins/c/skills/other/SKILL.md": skillText("other", "Theirs"),
    });
    const sources = [ours, directory(theirs, { trusted: false })];
    for (const inOrder of [sources, sources.toReversed()]) {
      const skills = await loadSkills(inOrder, { logger: false });
      expect(Object.keys(await skills.listSkills())).toEqual(["good", "legacy", "other"]);
      await expect(skills.loadSkill(asked)).rejects.toThrow("not found");
      expect(await skills.loadSkill("a:good")).toContain("## Skill: good");
      for (const name of ["legacy", "c:other"]) expect(await skills.loadSkill(name)).toContain("which is not trusted");
    }
  },
);

test.each([
  "Ab-c:evil",
  "ab_c:evil",
  "ab c:evil",
  "ab-c\uFF1Aevil",
  "\uFF41b-c:evil",
  "ab\u200B-c:evil",
  " ab-c :evil",
])("a stranger's skill named %j takes what begins with a trusted plugin's name", async (name) => {
  const ours = await folderWith(skillAt("plugins/ab-c/skills/good"));
  const theirs = { ...memory([{ name, description: "d", content: "Theirs" }]), trusted: false };
  const skills = await loadSkills([directory(ours), theirs], { logger: false, validate: false });
  expect(Object.keys(await skills.listSkills())).toEqual(["good"]);
  await expect(skills.loadSkill("ab-c:evil")).rejects.toThrow("not found");
  expect(await skills.getDiagnostics()).toMatchObject([
    { code: "duplicate-skill", message: expect.stringContaining('"ab-c:" stands before names of the plugin') },
  ]);
});

test("a manifest that names very many folders is read in part, which is said, and nothing else is lost", async () => {
  const skills = Array.from({ length: 240_000 }, (_, index) => (index === 1_998 ? "deep/er" : "a"));
  const root = await folderWith({
    "p/.claude-plugin/plugin.json": manifest({ name: "p", skills }),
    "q/.claude-plugin/marketplace.json": manifest({
      plugins: Array.from({ length: 2_001 }, (_, index) => ({ name: `n${index}`, source: `./s${index}` })),
    }),
    "q/s1999/skills/in/SKILL.md": skillText("in"),
    "q/s2000/skills/out/1/2/3/SKILL.md": skillText("out"),
    "p/deep/er/1/2/3/SKILL.md": skillText("far"),
    "good/SKILL.md": skillText("good"),
  });
  const found = await list(root);
  expect(found.skills.map(({ name, plugin }) => [name, plugin?.name])).toEqual([
    ["good", undefined],
    ["far", "p"],
    ["in", "n1999"],
  ]);
  const told = found.diagnostics.filter(({ code }) => code === "plugin-manifest");
  expect(told.map(({ location }) => location?.slice(root.length + 1))).toEqual([
    "q/.claude-plugin/marketplace.json",
    "p/.claude-plugin/plugin.json",
  ]);
  expect(told[0]?.message).toContain("names more than 2000 folders");
});

test("a skill of a plugin is found by its plugin's name in front, also where nothing collides", async () => {
  const root = await folderWith(skillAt("plugins/one/skills/setup", "plugins/two/skills/other", "skills/mine"));
  const skills = await loadSkills(root, { logger: false });
  expect(await skills.loadSkill("one:setup")).toContain("## Skill: setup");
  await expect(skills.loadSkill("two:setup")).rejects.toThrow("not found");
  await expect(skills.loadSkill("one:mine")).rejects.toThrow("not found");
});

test("a name that several plugins have is answered with all of them", async () => {
  const root = await folderWith({
    "plugins/one/skills/setup/SKILL.md": skillText("setup", "Of one"),
    "plugins/two/skills/setup/SKILL.md": skillText("setup", "Of two"),
  });
  const skills = await loadSkills(root, { logger: false });
  await expect(skills.loadSkill("setup")).rejects.toThrow(/one:setup.*two:setup/);
});
