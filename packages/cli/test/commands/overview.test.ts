import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "../project.js";
import { piped } from "../skillplug.js";

test("alone in a folder: what is there, and what to do next", async () => {
  const cwd = await project();
  const { code, stdout } = await piped([], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("2 skills with 1 script in ./skills, ./.agents/skills.");
  expect(stdout).toContain("skillplug run pdf-forms scripts/fill.mjs");
  const json = await piped(["--json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({ skills: ["charts", "pdf-forms"], scripts: 1, problems: 0 });
});

test("alone in a folder: what is wrong there, and without skills how to begin", async () => {
  const [wrong, empty] = await Promise.all([
    folderWith({ "skills/other/SKILL.md": skillText("named-otherwise") }),
    folderWith(),
  ]);
  const [told, begun] = await Promise.all([piped([], { cwd: wrong }), piped(["--json"], { cwd: empty })]);
  expect(told.stdout).toContain("1 skill with 0 scripts in ./skills.");
  expect(told.stdout).toMatch(/skillplug validate +what is wrong: 1 finding\n/);
  expect(told.stdout).not.toContain("skillplug run");
  expect(told.stderr).toBe("");
  expect(JSON.parse(begun.stdout)).toMatchObject({
    folders: [],
    skills: [],
    next: ["skillplug new my-skill", "skillplug list --dir PATH", "skillplug --help"],
  });
});
