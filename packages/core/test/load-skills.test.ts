import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { directory, loadSkills, memory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const quiet = { logger: false } as const;
const posixOnly = test.skipIf(process.platform === "win32");
const papers = { name: "papers", description: "Finds research papers", content: "# Papers\nSearch.\n" };

test("B25: loadSkills reads folders and sources, a later one first in precedence", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "disk") });
  expect(await (await loadSkills([folder, memory([{ ...papers, name: "a" }])])).listSkills()).toEqual({
    a: papers.description,
  });
  expect(await (await loadSkills([memory([{ ...papers, name: "a" }]), folder])).listSkills()).toEqual({ a: "disk" });
});

test("B25: loadSkills rejects for a folder that is missing, and not for another source that fails", async () => {
  const missing = join(await folderWith(), "missing");
  for (const from of [missing, [memory([papers]), missing]]) {
    await expect(loadSkills(from, quiet)).rejects.toMatchObject({
      code: "source_failed",
      message: expect.stringContaining(`${missing} does not exist. Create it, or name another one.`),
    });
  }
  const toolset = await loadSkills([directory(missing), memory([papers])], quiet);
  expect(Object.keys(await toolset.listSkills())).toEqual(["papers"]);
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "source-failed", severity: "error" }]);
});

posixOnly("B25: what is told of a folder that was named, such as that it is a link, is no failure", async () => {
  const [folder, elsewhere] = [await folderWith(), await folderWith({ "a/SKILL.md": skillText("a") })];
  const link = join(folder, "link");
  await symlink(elsewhere, link);
  const toolset = await loadSkills([folder, link], quiet);
  expect(await toolset.getDiagnostics()).toMatchObject([
    { code: "symlinked-folder", severity: "info", location: link },
  ]);
  expect(Object.keys(await toolset.listSkills())).toEqual(["a"]);
});

test("loadSkills looks as deep as it is told, three folders where nothing is said", async () => {
  const folder = await folderWith({
    "1/2/3/SKILL.md": skillText("three"),
    "1/2/x/4/SKILL.md": skillText("four"),
    "1/2/x/y/5/SKILL.md": skillText("five"),
  });
  const names = async (maxDepth?: number) =>
    Object.keys(await (await loadSkills(folder, { ...quiet, maxDepth })).listSkills());
  expect([await names(), await names(4), await names(1)]).toEqual([["three"], ["four", "three"], []]);
});

test("loadSkills without a folder takes those of the usual ones that exist", async () => {
  const folder = await folderWith({
    "skills/a/SKILL.md": skillText("a", "skills"),
    ".claude/skills/a/SKILL.md": skillText("a", "claude"),
    ".claude/skills/b/SKILL.md": skillText("b", "claude"),
    ".agents/skills/b/SKILL.md": skillText("b", "agents"),
    ".agents/skills/c/SKILL.md": skillText("c", "agents"),
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(await (await loadSkills()).listSkills()).toEqual({ a: "skills", b: "agents", c: "agents" });
    await mkdir("empty");
    process.chdir("empty");
    expect(await (await loadSkills()).listSkills()).toEqual({});
  } finally {
    process.chdir(before);
  }
});
