import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { inTerminal, piped } from "./processes.js";

const COMMANDS = [[], ["list"], ["search", "x"], ["schema"], ["prompt"], ["tokens"]] as const;

test("bad input 23: without any folder, and with an empty one, every command says what to do", async () => {
  for (const cwd of [await folderWith(), await folderWith({ "skills/readme.txt": "" })]) {
    for (const args of COMMANDS) {
      const { code, stderr } = await piped(args, { cwd });
      expect({ args, code }).toEqual({ args, code: 0 });
      expect(stderr).toContain("`skillplug new my-skill` makes one");
    }
    const shown = await piped(["show", "x"], { cwd });
    expect(shown.code).toBe(3);
    expect(shown.stderr).toContain("`skillplug new my-skill` makes one");
    expect((await piped(["doctor"], { cwd })).code).toBe(1);
  }
});

test("bad input 23: a named folder that is missing, a file, or unreadable is exit code 3", async () => {
  const cwd = await folderWith({ "a-file": "" });
  // Not even the superuser can read it.
  await symlink("circle", join(cwd, "circle"));
  for (const [folder, message] of [
    ["nowhere", "does not exist. Create it"],
    ["a-file", "is a file. Name the folder"],
    ["circle", "could not be read"],
  ] as const) {
    const { code, stdout, stderr } = await piped(["list", "--dir", folder], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(message);
  }
});

test("bad input 4: a broken SKILL.md does not hide the others", async () => {
  const cwd = await folderWith({
    "skills/good/SKILL.md": skillText("good"),
    "skills/bad/SKILL.md": "---\nname: [\n---\n",
  });
  const { code, stdout, stderr } = await piped(["list"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "good\tDoes good\n" });
  expect(stderr).toContain("1 skill could not be loaded; `skillplug validate` says why.");
});

test("bad input 6: a description of 10 MB is refused, and the output stays short", async () => {
  const cwd = await folderWith({ "skills/big/SKILL.md": skillText("big", "x".repeat(10 * 1024 * 1024)) });
  const { code, stdout, stderr } = await piped(["validate"], { cwd });
  expect(code).toBe(1);
  expect(stdout.length + stderr.length).toBeLessThan(2000);
});

test("bad input 13: escape sequences and hidden characters reach no terminal", async () => {
  const evil = "\u001B]0;owned\u0007\u001B[2J\u202Eevil\u009B31m";
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText(JSON.stringify(`a${evil}`), JSON.stringify(`Does a ${evil}`), `# Body ${evil}\n`),
    "skills/a/scripts/b.mjs": "console.log('\\u001B[2J printed');",
    [`skills/a/references/${evil.replaceAll("/", "")}.md`]: evil,
    [`skills/${evil}/SKILL.md`]: `---\nname: ${evil}: [\n---\n`,
  });
  const { stdout } = await piped(["list", "--json"], { cwd });
  const [{ name }] = JSON.parse(stdout).skills;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/;
  const commands = [
    ["list"],
    ["list", "--json"],
    ["show", name],
    ["show", name, "--json"],
    ["show", evil],
    ["run", name, "b"],
    ["run", name, evil],
    ["validate"],
    ["validate", "--format", "github"],
    ["validate", "--format", "sarif"],
    ["doctor"],
    ["tokens"],
    ["prompt"],
    ["schema"],
    ["search", "evil"],
    ["list", "--dir", evil],
    [evil],
  ];
  for (const args of commands) {
    const { output } = await inTerminal(args, { cwd, env: { NO_COLOR: "1" } });
    expect({ args, found: hidden.exec(output)?.[0] }).toEqual({ args, found: undefined });
  }
});
