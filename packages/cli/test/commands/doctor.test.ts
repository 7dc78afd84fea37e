import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

test("doctor: nothing wrong is exit code 0", async () => {
  const good = await piped(["doctor", "--json"], { cwd: await project() });
  expect(good).toMatchObject({ code: 0, stderr: "" });
  const { ok, checks } = JSON.parse(good.stdout);
  expect(ok).toBe(true);
  const names = checks.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["node", "skills", "scripts", "loading", "duplicates", "symlinks", "format", "budget"]);
  expect(checks[0].message).toBe(process.version);
  expect(checks[1].message).toBe("2 skills in ./skills, ./.agents/skills");
  expect(checks.map(({ status }: { status: string }) => status)).toEqual(names.map(() => "ok"));
});

test("doctor: a copy of a skill is nothing wrong", async () => {
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a"), ".claude/skills/a/SKILL.md": skillText("a") });
  const { code, stdout } = await piped(["doctor"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/ok {7}duplicates {4}nothing found\n/);
});

test("doctor: each thing that is wrong is named", async () => {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("twin"),
    "skills/b/SKILL.md": skillText("twin", "Another"),
    "skills/c/SKILL.md": "no front matter",
    "skills/d/SKILL.md": skillText("d"),
    "skills/d/scripts/run.PS1": "Get-Date",
    "skills/d/scripts/run.py": "print()",
    outside: "",
  });
  await symlink(join(cwd, "outside"), join(cwd, "skills/d/linked.md"));
  // An empty PATH would be the usual one.
  const { code, stdout } = await piped(["doctor"], { cwd, env: { PATH: join(cwd, "skills") } });
  expect(code).toBe(1);
  expect(stdout).toMatch(/warning {2}scripts {7}2 of 2 cannot be started here\n/);
  expect(stdout).toContain("\n         d/scripts/run.PS1: run.PS1 needs pwsh, which does not work here. Install pwsh");
  expect(stdout).toContain("\n         d/scripts/run.py: run.py needs python3 or python, which does not work here.");
  expect(stdout).toMatch(/error {4}loading {7}1 finding\n {9}Failed to load skill/);
  expect(stdout).toMatch(/warning {2}duplicates {4}1 finding\n {9}Two skills are named "twin"/);
  expect(stdout).toMatch(/warning {2}symlinks {6}1 finding\n {9}.*linked\.md/);
  const [, format = ""] = /warning {2}format {8}(.*(?:\n {9}.*)*)/.exec(stdout) ?? [];
  expect(format).toContain("folder");
  expect(format).not.toMatch(/Two skills|linked\.md|Failed to load/);
});

test("doctor: what core lists as a script and what core can run is one answer", async () => {
  const files = ["run.zsh", "run.php", "run.lua", "run.r", "run.bat"];
  const scripts = Object.fromEntries(files.map((name) => [`skills/a/scripts/${name}`, ""]));
  const cwd = await folderWith({ "skills/a/SKILL.md": skillText("a"), ...scripts });
  const { stdout } = await piped(["doctor", "--json"], { cwd, env: { PATH: join(cwd, "skills") } });
  const { details } = JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === "scripts");
  expect(details).toEqual([
    expect.stringContaining("nothing tells how to run run.bat"),
    expect.stringContaining("run.lua needs lua"),
    expect.stringContaining("run.php needs php"),
    expect.stringContaining("run.r needs Rscript"),
    expect.stringContaining("run.zsh needs zsh"),
  ]);
});

test("doctor: a link to a folder with skills is told, and is nothing wrong", async () => {
  const cwd = await folderWith({ "elsewhere/a/SKILL.md": skillText("a"), "skills/readme.txt": "" });
  await symlink(join(cwd, "elsewhere/a"), join(cwd, "skills/a"));
  const { code, stdout } = await piped(["doctor"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/ok {7}symlinks {6}1 finding\n {9}.*is a symlink to/);
});

test.skipIf(process.platform === "win32")(
  "doctor: any program that can run a script is enough, and one that fails is none",
  async () => {
    const works = `#!${process.execPath}\nconsole.log("Works 1.0");\n`;
    const cwd = await folderWith({
      "skills/a/SKILL.md": skillText("a"),
      "skills/a/scripts/run.py": "",
      "skills/a/scripts/run.sh": "",
      "skills/a/scripts/run.bash": "",
      "bin/python*": works,
      "bin/sh*": works,
      "bin/python3*": `#!${process.execPath}\nprocess.exit(1);\n`,
    });
    const { code, stdout } = await piped(["doctor"], { cwd, env: { PATH: join(cwd, "bin") } });
    expect(stdout).toMatch(/ok {7}scripts {7}3 scripts can be started\n/);
    expect(code).toBe(0);
  },
);

test("doctor: a list that had to be cut is a warning, with what to do", async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 200; index += 1)
    files[`skills/s-${index}/SKILL.md`] = skillText(`s-${index}`, "Does this. ".repeat(20));
  const { code, stdout } = await piped(["doctor"], { cwd: await folderWith(files) });
  expect(code).toBe(1);
  expect(stdout).toMatch(/warning {2}budget .*\n {9}Descriptions or names are cut to fit\. .*set maxTokens/);
});
