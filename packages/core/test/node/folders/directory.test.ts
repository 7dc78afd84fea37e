import { execFileSync } from "node:child_process";
import { chmod, mkdir, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, FileSystemDiscovery, type SkillSummary } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const names = (skills: readonly SkillSummary[]) => skills.map(({ name }) => name);
const list = (folder: string, maxDepth?: number) => directory(folder, { maxDepth }).list({ signal: undefined });
const posixOnly = test.skipIf(process.platform === "win32");

test("A10: FileSystemDiscovery finds every file named exactly SKILL.md", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "group/b/SKILL.md": skillText("b"),
    "c/skill.markdown": skillText("c"),
    "node_modules/d/SKILL.md": skillText("d"),
  });
  expect(names(await FileSystemDiscovery.discover(folder, { validate: true, maxDepth: 3 }))).toEqual(["a", "b"]);
});

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
  expect(names(skills[0]?.resources as never)).toEqual(["examples/b/SKILL.md"]);
});

test("A12: a skill that cannot be loaded is reported, and the rest still load", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "bad/SKILL.md": "no front matter",
    "c/SKILL.md": skillText("c"),
  });
  const reports: string[] = [];
  const skills = await FileSystemDiscovery.discover(folder, { onDiagnostic: ({ message }) => reports.push(message) });
  expect(names(skills)).toEqual(["a", "c"]);
  expect(reports).toEqual([expect.stringContaining(`Failed to load skill from ${join(folder, "bad/SKILL.md")}:`)]);
});

test("A13: a loaded skill has its fields, body, uri and whole front matter", async () => {
  const folder = await folderWith({
    "a/SKILL.md": "---\nname: a\ndescription: b\nlicense: MIT\ncompatibility: Node 20\nextra: [1]\n---\n# Body\n",
  });
  const [skill] = await FileSystemDiscovery.discover(folder);
  expect(skill).toMatchObject({
    name: "a",
    description: "b",
    license: "MIT",
    compatibility: "Node 20",
    content: "# Body\n",
  });
  expect(skill?.metadata).toMatchObject({ name: "a", extra: [1] });
});

test.each(["A15", "E03"])("%s: uri is the SKILL.md, baseDir its folder, name the one in the front matter", async () => {
  const folder = await folderWith({ "folder/SKILL.md": skillText("other") });
  const [skill] = (await list(folder)).skills;
  expect(skill).toMatchObject({
    name: "other",
    description: "Does other",
    uri: join(folder, "folder", "SKILL.md"),
    baseDir: join(folder, "folder"),
  });
});

const extended = {
  "x/SKILL.md": skillText("x"),
  "x/FORMS.md": "forms",
  "x/REFERENCE.md": "reference",
  "x/EDGE_CASES.md": "edge",
  "x/TROUBLESHOOTING.md": "trouble",
  "x/tool.py": "print(1)",
  "x/scripts/__init__.py": "",
  "x/scripts/primary.py": "print(1)",
  "x/scripts/lib/part.mjs": "",
  "x/scripts/requirements.txt": "",
  "x/scripts/run": "#!/bin/sh\necho 1",
  "x/scripts/NOTES": "plain",
  "x/LICENSE": "MIT",
  "x/examples/basic.py": "print(1)",
  "x/resources/data/values.json": "{}",
  "x/__pycache__/a.pyc": "",
  "x/.DS_Store": "",
  "x/.env": "SECRET=1",
};

test.each(["A16", "B16"])(
  "%s: scripts lie in scripts/ and in the skill's own folder; __init__.py is never one",
  async () => {
    const [skill] = (await list(await folderWith(extended))).skills;
    expect(names(skill?.scripts as never)).toEqual([
      "scripts/lib/part.mjs",
      "scripts/primary.py",
      "scripts/run",
      "tool.py",
    ]);
  },
);

posixOnly("A16: an executable file without an extension is a script", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/go": "binary", "a/scripts/stay": "text" });
  await chmod(join(folder, "a/scripts/go"), 0o755);
  expect(names((await list(folder)).skills[0]?.scripts as never)).toEqual(["scripts/go"]);
});

test.each(["B03", "B04"])(
  "%s: documents at the root, resources/ and examples/ are resources; noise is not",
  async () => {
    const [skill] = (await list(await folderWith(extended))).skills;
    expect(names(skill?.resources as never)).toEqual([
      "EDGE_CASES.md",
      "FORMS.md",
      "LICENSE",
      "REFERENCE.md",
      "TROUBLESHOOTING.md",
      "examples/basic.py",
      "resources/data/values.json",
      "scripts/NOTES",
      "scripts/requirements.txt",
    ]);
  },
);

test("B01: a SKILL.md alone is a skill", async () => {
  const { skills, diagnostics } = await list(await folderWith({ "a/SKILL.md": "---\nname: a\ndescription: b\n---" }));
  expect(skills).toMatchObject([{ name: "a", resources: [], scripts: [] }]);
  expect(diagnostics).toEqual([]);
});

posixOnly("B13: resources are not opened at discovery, not even looked at", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  // Opening a FIFO without a writer would wait for ever.
  execFileSync("mkfifo", [join(folder, "a/FORMS.md")]);
  await writeFile(join(folder, "a/REFERENCE.md"), "x");
  await chmod(join(folder, "a/REFERENCE.md"), 0o000);
  expect(names((await list(folder)).skills[0]?.resources as never)).toEqual(["REFERENCE.md"]);
});

test("E05: a file that fails to parse is skipped with the same error the second time", async () => {
  const source = directory(await folderWith({ "a/SKILL.md": "---\nname: [\n---\n" }));
  const first = await source.list({ signal: undefined });
  const second = await source.list({ signal: undefined });
  expect(first.skills).toEqual([]);
  expect(first.diagnostics).toMatchObject([{ code: "front-matter-yaml", severity: "error" }]);
  expect(second).toEqual(first);
});

test("a second listing sees what was added, changed and removed", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b"), "b/x.md": "" });
  const source = directory(folder);
  await source.list({ signal: undefined });
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "changed"));
  await rm(join(folder, "b/x.md"));
  await mkdir(join(folder, "c"));
  await writeFile(join(folder, "c/SKILL.md"), skillText("c"));
  const { skills } = await source.list({ signal: undefined });
  expect(skills).toMatchObject([{ description: "changed" }, { resources: [] }, { name: "c" }]);
});

test("a listing of an unchanged tree is equal to the first", async () => {
  const source = directory(await folderWith(extended));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await source.list({ signal: undefined })).toEqual(await source.list({ signal: undefined }));
});

posixOnly("a second listing sees that a file without an extension became a program", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/go": "binary" });
  const source = directory(folder);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect((await source.list({ signal: undefined })).skills[0]?.scripts).toEqual([]);
  await chmod(join(folder, "a/scripts/go"), 0o755);
  expect(names((await source.list({ signal: undefined })).skills[0]?.scripts as never)).toEqual(["scripts/go"]);
});

test("a second listing sees a SKILL.md that was rewritten in place, with the same length and time", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "one") });
  const source = directory(folder);
  const { mtime, atime } = await stat(join(folder, "a/SKILL.md"));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "one" }]);
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "two"));
  await utimes(join(folder, "a/SKILL.md"), atime, mtime);
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "two" }]);
});

posixOnly.each([
  ["a skill's folder", "skills/a", "skills/a"],
  ["the root", "skills", "skills"],
])("a second listing sees that %s was swapped for an older one", async (_, from, to) => {
  const folder = await folderWith({
    "skills/a/SKILL.md": skillText("a", "new"),
    "old/skills/a/SKILL.md": skillText("a", "old"),
  });
  const source = directory(join(folder, "skills"));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "new" }]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await rename(join(folder, from), join(folder, "away"));
  await rename(join(folder, "old", to), join(folder, to));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "old" }]);
});

posixOnly.each(["root", "root/link"])("a second listing sees that the symlink %s leads elsewhere", async (link) => {
  const folder = await folderWith({ "one/a/SKILL.md": skillText("a", "one"), "two/a/SKILL.md": skillText("a", "two") });
  if (link !== "root") await mkdir(join(folder, "root"));
  await symlink(join(folder, "one"), join(folder, link));
  const source = directory(join(folder, "root"));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "one" }]);
  await rm(join(folder, link));
  await symlink(join(folder, "two"), join(folder, link));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "two" }]);
});

test("bad input 9: UTF-16, invalid UTF-8 and NUL are refused", async () => {
  const folder = await folderWith({
    "utf16/SKILL.md": Buffer.from(`\uFEFF${skillText("a")}`, "utf16le"),
    "invalid/SKILL.md": Buffer.concat([Buffer.from(skillText("b")), Buffer.from([0xc3, 0x28])]),
    "nul/SKILL.md": `${skillText("c")}\0`,
  });
  const { skills, diagnostics } = await list(folder);
  expect(skills).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["encoding", "encoding", "encoding"]);
});

test("bad input 6: a SKILL.md of 2 MB is refused without reading it", async () => {
  const { diagnostics } = await list(await folderWith({ "a/SKILL.md": skillText("a", "b", "x".repeat(2_000_000)) }));
  expect(diagnostics).toMatchObject([{ code: "too-large", severity: "error" }]);
});

test("bad input 14: skill.md beside SKILL.md is reported", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/skill.md": skillText("b") });
  const { skills, diagnostics } = await list(folder);
  expect(names(skills)).toEqual(["a"]);
  expect(diagnostics).toMatchObject([{ code: "misspelled-skill-file", location: join(folder, "b/skill.md") }]);
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
    expect(names(skills[0]?.resources as never)).toEqual(["alias.md", "real.md"]);
    expect(diagnostics.map(({ code }) => code).sort()).toEqual([
      "skill-unreadable",
      "symlink-outside",
      "symlink-outside",
      "symlink-outside",
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
  await symlink(folder, join(folder, "circle"));
  const source = directory(folder);
  const { skills, diagnostics } = await source.list({ signal: undefined });
  const linked = skills.find(({ name }) => name === "linked") as SkillSummary;
  expect(diagnostics.map(({ code }) => code)).toContain("symlinked-folder");
  expect(Buffer.from(await source.readFile(linked, "a.md", { maxBytes: 10 })).toString()).toBe("in");
  await expect(source.readFile(linked, "../secret.md", { maxBytes: 10 })).rejects.toThrow("refused");
});

test("bad input 23: a root that is missing or a file is an error that says what to do", async () => {
  const folder = await folderWith({ "file.txt": "" });
  await expect(list(join(folder, "missing"))).rejects.toThrow("does not exist. Create it");
  await expect(list(join(folder, "file.txt"))).rejects.toThrow("is a file");
});

test("an abort ends a listing", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  await expect(directory(folder).list({ signal: AbortSignal.abort() })).rejects.toThrow("abort");
});

test("bad input 20: a folder swapped for a symlink, and a deleted file, are errors", async () => {
  const outside = await folderWith({ "x.md": "secret" });
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/docs/x.md": "x", "a/gone.md": "x" });
  const source = directory(folder);
  const [skill] = (await source.list({ signal: undefined })).skills as [SkillSummary];
  await rm(join(folder, "a/gone.md"));
  await rename(join(folder, "a/docs"), join(folder, "a/old"));
  await symlink(outside, join(folder, "a/docs"), "junction");
  await expect(source.readFile(skill, "gone.md", { maxBytes: 10 })).rejects.toThrow("does not exist any more");
  await expect(source.readFile(skill, "docs/x.md", { maxBytes: 10 })).rejects.toThrow("leads out");
});
