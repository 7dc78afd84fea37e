import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { directory, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { resolveLater } from "../file-system-calls.js";
import { codes, list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");

test("A11: a skill lies at most maxDepth folders below the root, which is 0", async () => {
  const at = (depth: number) => `${"d/".repeat(depth)}s${depth}/SKILL.md`;
  const folder = await folderWith(
    Object.fromEntries([0, 1, 2, 3, 4].map((depth) => [at(depth), skillText(`s${depth}`)])),
  );
  const found = async (maxDepth?: number) => names((await list(folder, maxDepth)).skills).sort();
  expect(await found()).toEqual(["s0", "s1", "s2"]);
  expect(await found(0)).toEqual([]);
  expect(await found(1)).toEqual(["s0"]);
  expect(await found(5)).toEqual(["s0", "s1", "s2", "s3", "s4"]);
  const root = await folderWith({ "SKILL.md": skillText("root"), "below/SKILL.md": skillText("below") });
  expect(names((await list(root, 0)).skills)).toEqual(["root"]);
});

test("E01: with maxDepth Infinity a skill is found at any depth", async () => {
  const folder = await folderWith({ [`${"deep/".repeat(30)}SKILL.md`]: skillText("deep") });
  expect(names((await list(folder, Number.POSITIVE_INFINITY)).skills)).toEqual(["deep"]);
});

test("a skill's folder is a leaf: what lies below belongs to it", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/examples/b/SKILL.md": skillText("b") });
  const { skills } = await list(folder);
  expect(names(skills)).toEqual(["a"]);
  expect(names(skills[0]?.resources)).toEqual(["examples/b/SKILL.md"]);
});

test("A15, E03: uri is the SKILL.md, baseDir its folder, name the one in the front matter", async () => {
  const folder = await folderWith({ "folder/SKILL.md": skillText("other") });
  const [skill] = (await list(folder)).skills;
  expect(skill).toMatchObject({
    name: "other",
    description: "Does other",
    uri: join(folder, "folder", "SKILL.md"),
    baseDir: join(folder, "folder"),
  });
});

test.each(["node_modules", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv"])(
  "no skill is looked for in %s",
  async (tool) => {
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), [`${tool}/b/SKILL.md`]: skillText("b") });
    expect(await list(folder)).toMatchObject({ skills: [{ name: "a" }], diagnostics: [] });
  },
);

test("skills and their files are in the order of their paths, however deep they lie", async () => {
  const folder = await folderWith({
    "b/SKILL.md": skillText("second"),
    "b/z.md": "",
    "b/a/deep.md": "",
    "b/z.py": "",
    "b/scripts/a.py": "",
    "a/deep/SKILL.md": skillText("first"),
  });
  const { skills } = await list(folder);
  expect(names(skills)).toEqual(["first", "second"]);
  expect(names(skills[1]?.resources)).toEqual(["a/deep.md", "z.md"]);
  expect(names(skills[1]?.scripts)).toEqual(["scripts/a.py", "z.py"]);
});

test("E06: of two skills of one name the first in the order of their paths is kept, with a warning", async () => {
  const folder = await folderWith({
    "b/SKILL.md": skillText("same", "second"),
    "a/deep/SKILL.md": skillText("same", "first"),
  });
  const toolset = new SkillsToolset({ directories: [folder], logger: false });
  expect(await toolset.listSkills()).toEqual({ same: "first" });
  const [used, unused] = [join(folder, "a/deep/SKILL.md"), join(folder, "b/SKILL.md")];
  expect(await toolset.getDiagnostics()).toEqual([
    expect.objectContaining({
      code: "duplicate-skill",
      severity: "warning",
      skill: "same",
      location: unused,
      message: expect.stringContaining(`${used} is used, ${unused} is not`),
    }),
    expect.objectContaining({ code: "name-folder" }),
  ]);
});

test("bad input 14: a file that is named almost like SKILL.md is reported, a folder is not", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "b/skill.md": skillText("b"),
    "c/Skill.MD": skillText("c"),
    "d/skill.md/x.txt": "",
  });
  const { skills, diagnostics } = await list(folder);
  expect(names(skills)).toEqual(["a"]);
  const misspelled = ["b/skill.md", "c/Skill.MD"].map((path) => join(folder, path));
  expect(diagnostics).toMatchObject(
    misspelled.map((location) => ({ code: "misspelled-skill-file", severity: "warning", location })),
  );
});

test("a folder that is named SKILL.md makes no skill", async () => {
  const folder = await folderWith({ "a/SKILL.md/SKILL.md": skillText("inner") });
  expect((await list(folder)).skills).toMatchObject([{ name: "inner", baseDir: join(folder, "a/SKILL.md") }]);
});

test("2,000 files of a skill are listed, and what is more is told once, with the skill's name", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  mkdirSync(join(folder, "a/scripts"));
  // Those without an extension count too, although it is looked up later what they are.
  for (let index = 0; index < 2000; index += 1) {
    writeFileSync(join(folder, "a/scripts", index < 20 ? `${index}` : `${index}.txt`), "");
  }
  const source = directory(folder);
  const fitting = await source.list({ signal: undefined });
  expect(fitting.skills[0]?.resources).toHaveLength(2000);
  expect(fitting.diagnostics).toEqual([]);
  for (const name of ["x", "y", "z.txt"]) writeFileSync(join(folder, "a/scripts", name), "");
  const { skills, diagnostics } = await source.list({ signal: undefined });
  expect(skills[0]?.resources).toHaveLength(2000);
  expect(diagnostics).toEqual([
    {
      code: "too-many-files",
      severity: "warning",
      message: expect.stringContaining("more than 2000 files"),
      skill: "a",
      location: join(folder, "a/SKILL.md"),
    },
  ]);
});

test("a skill's files are listed down to ten folders below it, and deeper folders are told", async () => {
  const at = (depth: number) => `a/${"d/".repeat(depth)}x.md`;
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), [at(10)]: "" });
  expect(await list(folder)).toMatchObject({ skills: [{ resources: [{ name: at(10).slice(2) }] }], diagnostics: [] });
  mkdirSync(join(folder, "a", "d/".repeat(11)));
  writeFileSync(join(folder, at(11)), "");
  const { skills, diagnostics } = await list(folder);
  expect(names(skills[0]?.resources)).toEqual([at(10).slice(2)]);
  expect(diagnostics).toMatchObject([{ code: "too-deep", severity: "warning", skill: "a" }]);
  expect(diagnostics[0]?.message).toContain("deeper than 10 folders is not listed");
});

test("2,000 files without an extension are listed, and no more", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  for (let index = 0; index < 2001; index += 1) writeFileSync(join(folder, "a", `${index}`), "");
  const { skills, diagnostics } = await list(folder);
  expect(skills[0]?.resources).toHaveLength(2000);
  expect(codes(diagnostics)).toEqual(["too-many-files"]);
});

test("1,000 folders of a skill are looked into, and what is more is told", { timeout: 60_000 }, async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const add = (index: number) => {
    mkdirSync(join(folder, "a", `${index}`.padStart(4, "0")));
    writeFileSync(join(folder, "a", `${index}`.padStart(4, "0"), "x.md"), "");
  };
  for (let index = 0; index < 1000; index += 1) add(index);
  const fitting = await list(folder);
  expect([fitting.skills[0]?.resources.length, fitting.diagnostics]).toEqual([1000, []]);
  add(1000);
  const { skills, diagnostics } = await list(folder);
  expect(skills[0]?.resources).toHaveLength(1000);
  expect(diagnostics).toMatchObject([{ code: "too-many-folders", severity: "warning", skill: "a" }]);
});

test("10,000 names of a skill are looked at, and it takes nothing from other skills", { timeout: 60_000 }, async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b"), "b/deep/x.md": "" });
  // Noise, which is looked at and not listed; SKILL.md is a name too.
  const add = (index: number) => writeFileSync(join(folder, "a", `.${index}`), "");
  for (let index = 0; index < 9999; index += 1) add(index);
  expect((await list(folder)).diagnostics).toEqual([]);
  add(9999);
  const { skills, diagnostics } = await list(folder);
  expect(skills).toMatchObject([{ name: "a" }, { resources: [{ name: "deep/x.md" }] }]);
  expect(diagnostics).toMatchObject([{ code: "too-many-names", severity: "warning", skill: "a" }]);
});

posixOnly("2,000 links of a skill are followed, and no more", { timeout: 60_000 }, async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const add = (index: number) => symlinkSync(".", join(folder, "a", `${index}`));
  for (let index = 0; index < 2000; index += 1) add(index);
  expect((await list(folder)).diagnostics).toEqual([]);
  add(2000);
  expect((await list(folder)).diagnostics).toMatchObject([{ code: "too-many-links", severity: "warning", skill: "a" }]);
});

test("100,000 names below a root are looked at, and what is more is an error", { timeout: 120_000 }, async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "z/deep/b/SKILL.md": skillText("b") });
  // Names in all: those of the root (a, more, z), of a (SKILL.md), of more, of z, of deep, and of b.
  mkdirSync(join(folder, "more"));
  const add = (index: number) => writeFileSync(join(folder, "more", `${index}`), "");
  for (let index = 0; index < 100_000 - 7; index += 1) add(index);
  const fitting = await list(folder);
  expect([names(fitting.skills), fitting.diagnostics]).toEqual([["a", "b"], []]);
  for (let index = 0; index < 3; index += 1) add(200_000 + index);
  const { skills, diagnostics } = await list(folder);
  expect(names(skills)).toEqual(["a"]);
  expect(diagnostics).toMatchObject([{ code: "too-many-names", severity: "error", location: folder }]);
});

posixOnly("a link out of the folder of a source that is not trusted is not followed, with a warning", async () => {
  const elsewhere = await folderWith({ "SKILL.md": skillText("s") });
  const folder = await folderWith({ "real/deep/er/a/SKILL.md": skillText("a") });
  symlinkSync(elsewhere, join(folder, "out"));
  symlinkSync("real/deep/er", join(folder, "within"));
  const of = async (trusted: boolean) => {
    const listing = await directory(folder, { trusted, maxDepth: 2 }).list({ signal: undefined });
    const told = listing.diagnostics.map(({ code, severity, location }) => [code, severity, location]);
    return [names(listing.skills), told];
  };
  const within = ["symlinked-folder", "info", join(folder, "within")];
  const out = (severity: string) => ["symlinked-folder", severity, join(folder, "out")];
  expect(await of(false)).toEqual([["a"], [out("warning"), within]]);
  expect(await of(true)).toEqual([
    ["s", "a"],
    [out("info"), within],
  ]);
});

posixOnly("a folder to which links lead in a circle is listed once", async () => {
  const elsewhere = await folderWith({ "s/SKILL.md": skillText("s") });
  await symlink(elsewhere, join(elsewhere, "back"));
  const folder = await folderWith();
  await symlink(elsewhere, join(folder, "link"));
  const { skills, diagnostics } = await list(folder, 5);
  expect(skills.map(({ uri }) => uri)).toEqual([join(folder, "link/s/SKILL.md")]);
  expect(diagnostics).toEqual([
    {
      code: "symlinked-folder",
      severity: "info",
      message: expect.stringContaining(`a symlink to ${elsewhere};`),
      location: join(folder, "link"),
    },
  ]);
});

posixOnly("of two links to one folder the first by its name is followed, whichever is resolved first", async () => {
  const elsewhere = await folderWith({ "SKILL.md": skillText("s") });
  const folder = await folderWith();
  const [a, b] = [join(folder, "a"), join(folder, "b")];
  for (const path of [a, b]) await symlink(elsewhere, path);
  resolveLater(a, b);
  const { skills, diagnostics } = await list(folder);
  expect(skills).toMatchObject([{ baseDir: a }]);
  expect(diagnostics).toMatchObject([{ code: "symlinked-folder", location: a }]);
});

posixOnly("a link to a file, and one that leads nowhere, are no folders of skills", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "text.md": "" });
  await symlink("text.md", join(folder, "to-a-file"));
  await symlink("no-such-folder", join(folder, "to-nothing"));
  expect(await list(folder)).toMatchObject({ skills: [{ name: "a" }], diagnostics: [] });
});

posixOnly("a second listing sees that what a link leads to became a link to elsewhere", async () => {
  const folder = await folderWith({ "one/a/SKILL.md": skillText("a", "one"), "two/a/SKILL.md": skillText("a", "two") });
  const current = join(folder, "current");
  await symlink(join(folder, "one"), current);
  await mkdir(join(folder, "root"));
  await symlink(current, join(folder, "root/link"));
  await untilClockTicked();
  const source = directory(join(folder, "root"));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "one" }]);
  await rm(current);
  await symlink(join(folder, "two"), current);
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "two" }]);
});

posixOnly.each(["root", "root/link"])("a second listing sees that the symlink %s leads elsewhere", async (link) => {
  const folder = await folderWith({ "one/a/SKILL.md": skillText("a", "one"), "two/a/SKILL.md": skillText("a", "two") });
  if (link !== "root") await mkdir(join(folder, "root"));
  await symlink(join(folder, "one"), join(folder, link));
  const source = directory(join(folder, "root"));
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "one" }]);
  await rm(join(folder, link));
  await symlink(join(folder, "two"), join(folder, link));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "two" }]);
});

/** Rights do not bind root, so what they forbid is shown to a user who has none. */
function becomeNobody(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}

function becomeOneself(): void {
  if (process.getuid?.() === 0) process.seteuid?.(0);
}

posixOnly("a folder that cannot be read is a warning, and its skills are there once it can be read", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "closed/b/SKILL.md": skillText("b"),
    "too/deep/to/be/asked/x": "",
  });
  await chmod(folder, 0o755);
  const source = directory(folder);
  // What a listing needs is loaded before this process loses the right to read it.
  await source.list({ signal: undefined });
  for (const name of ["closed", "too/deep/to/be/asked"]) await chmod(join(folder, name), 0o000);
  await untilClockTicked();
  becomeNobody();
  const closed = await source.list({ signal: undefined });
  becomeOneself();
  expect(closed).toMatchObject({
    skills: [{ name: "a" }],
    diagnostics: [{ code: "folder-unreadable", severity: "warning", location: join(folder, "closed") }],
  });
  expect(closed.diagnostics[0]?.message).toContain("could not be read: EACCES");
  await untilClockTicked();
  await source.list({ signal: undefined });
  await chmod(join(folder, "closed"), 0o755);
  expect(names((await source.list({ signal: undefined })).skills)).toEqual(["a", "b"]);
});

posixOnly(
  "G05: bad input 16: a symlink out of the skill is not listed, and a SKILL.md that is one is refused",
  async () => {
    const outside = await folderWith({ "secret.md": "secret", "SKILL.md": skillText("evil"), "folder/x.md": "x" });
    const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/real.md": "real", "b/other.md": "" });
    await symlink(join(outside, "secret.md"), join(folder, "a/secret.md"));
    await symlink(join(outside, "folder"), join(folder, "a/folder"));
    await symlink(join(outside, "secret.md"), join(folder, "a/scripts"));
    await symlink("real.md", join(folder, "a/alias.md"));
    await symlink(join(outside, "SKILL.md"), join(folder, "b/SKILL.md"));
    const { skills, diagnostics } = await list(folder);
    expect(names(skills)).toEqual(["a"]);
    expect(names(skills[0]?.resources)).toEqual(["alias.md", "real.md"]);
    expect(codes(diagnostics)).toEqual(["skill-unreadable", "symlink-outside", "symlink-outside", "symlink-outside"]);
    const refused = diagnostics.find(({ code }) => code === "skill-unreadable");
    expect(refused?.message).toContain("leads out of the skill's folder");
    const links = diagnostics.filter(({ code }) => code === "symlink-outside");
    expect(links.map(({ skill, location }) => [skill, location]).sort()).toEqual([
      ["a", join(folder, "a/folder")],
      ["a", join(folder, "a/scripts")],
      ["a", join(folder, "a/secret.md")],
    ]);
  },
);

posixOnly("bad input 16: a symlinked skill folder inside a root is followed, contained and reported", async () => {
  const elsewhere = await folderWith({
    "linked/SKILL.md": skillText("linked"),
    "linked/a.md": "in",
    "secret.md": "out",
  });
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  await symlink(join(elsewhere, "linked"), join(folder, "linked"));
  await symlink(join(elsewhere, "secret.md"), join(elsewhere, "linked/out.md"));
  const source = directory(folder);
  const { skills, diagnostics } = await source.list({ signal: undefined });
  const linked = skills.find(({ name }) => name === "linked");
  if (!linked) throw new Error("it is not listed");
  expect(codes(diagnostics)).toEqual(["symlink-outside", "symlinked-folder"]);
  expect(Buffer.from(await source.readFile(linked, "a.md", { maxBytes: 10 })).toString()).toBe("in");
  await expect(source.readFile(linked, "../secret.md", { maxBytes: 10 })).rejects.toThrow("refused");
  await expect(source.readFile(linked, "out.md", { maxBytes: 10 })).rejects.toThrow("leads out");
});
