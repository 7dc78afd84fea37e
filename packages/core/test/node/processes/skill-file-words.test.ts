import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { directory, loadSkills } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { resolveSkillFiles } from "../../../src/node/processes/skill-file-words.js";
import { runScript } from "./scripts.js";

const posixOnly = test.skipIf(process.platform === "win32");

async function folders() {
  const skill = await folderWith({
    "assets/a.html": "skill",
    "both/a.html": "skill",
    "both/b.html": "skill",
    "plain.html": "skill",
    "assets/sample/x.txt": "skill",
  });
  const work = await folderWith({ "both/a.html": "user", "data/x.csv": "user" });
  const resolve = (...words: string[]) =>
    resolveSkillFiles(words, { folder: skill, workFolder: work, skillName: "team:demo" });
  return { skill, work, resolve };
}

test("a path that only the skill has is the skill's file, also behind an option", async () => {
  const { skill, resolve } = await folders();
  expect(resolve("--top", "assets/a.html", "./assets/a.html", "--file=assets/a.html", "-f=./assets/a.html")).toEqual({
    words: [
      "--top",
      join(skill, "assets/a.html"),
      join(skill, "assets/a.html"),
      `--file=${join(skill, "assets/a.html")}`,
      `-f=${join(skill, "assets/a.html")}`,
    ],
    taken: ["assets/a.html", "assets/a.html", "assets/a.html", "assets/a.html"],
  });
});

test.each([
  ["{baseDir}/assets/a.html", "assets/a.html"],
  ["$SKILL_ROOT/assets/a.html", "assets/a.html"],
  ["<skill-dir>/plain.html", "plain.html"],
  ["--file=<skill-path>/both/b.html", "both/b.html"],
  ["<skill>/assets/a.html", "assets/a.html"],
  ["{skill_path}/assets/", "assets/"],
  ["<demo-path>/assets/a.html", "assets/a.html"],
  ["<this-skill-path>", "."],
  ["<skill-dir>", "."],
  ["assets/sample", "assets/sample"],
  ["./assets/sample/", "assets/sample/"],
  ["demo/assets/a.html", "assets/a.html"],
  ["skills/demo/plain.html", "plain.html"],
  [".claude/skills/demo/assets/sample", "assets/sample"],
])("%s is %s of the skill", async (word, path) => {
  const { skill, resolve } = await folders();
  const option = word.startsWith("--") ? word.slice(0, word.indexOf("=") + 1) : "";
  expect(resolve("x", word)).toEqual({
    words: ["x", `${option}${join(skill, path === "." ? "" : path)}`],
    taken: [path],
  });
});

test("what the work folder has is the user's, also behind a placeholder or the skill's own name", async () => {
  const { skill, work } = await folders();
  await mkdir(join(work, "{baseDir}"));
  await mkdir(join(work, "skills/demo"), { recursive: true });
  await mkdir(join(work, "assets"));
  const words = ["{baseDir}/assets/a.html", "skills/demo/plain.html", "assets/sample"];
  const places = { folder: skill, workFolder: work, skillName: "demo" };
  expect(resolveSkillFiles(words, places)).toEqual({ words, taken: [] });
});

test("a path behind a placeholder that leads up stays as it is, wherever it ends", async () => {
  const { skill, resolve } = await folders();
  const words = [
    `{baseDir}/../${basename(skill)}/plain.html`,
    "{baseDir}/both/../plain.html",
    "demo/both/../plain.html",
  ];
  expect(resolve(...words)).toEqual({ words, taken: [] });
});

test.each([
  ["what the work folder has", "both/a.html"],
  ["what may be written into a folder that the work folder has", "both/b.html"],
  ["what only the work folder has", "data/x.csv"],
  ["a bare name, which a script may mean to write", "plain.html"],
  ["a folder of the skill by a way that leads up", "x/../assets"],
  ["a bare name of a folder", "assets/"],
  ["a file that is written as a folder", "assets/a.html/"],
  ["a placeholder with what the skill has not", "{baseDir}/assets/none.html"],
  ["a placeholder that is no word's beginning", "x{baseDir}/assets/a.html"],
  ["what may mean another skill, alone", "<skill>"],
  ["another skill's placeholder", "<other-path>/assets/a.html"],
  ["another placeholder", "<output-dir>/assets/a.html"],
  ["another skill's name", "skills/other/assets/a.html"],
  ["the skill's name in another folder", "data/demo/assets/a.html"],
  ["what neither has", "assets/none.html"],
  ["a path that leads up", "../skill/assets/a.html"],
  ["a path that leads up on its way", "assets/../assets/a.html"],
  ["an absolute path", "/assets/a.html"],
  ["a text with a slash", "this and/or that"],
  ["an address", "https://example.com/assets/a.html"],
  ["a path in a longer word", "x=assets/a.html"],
])("%s stays as it is", async (_, word) => {
  const { resolve } = await folders();
  expect(resolve(word)).toEqual({ words: [word], taken: [] });
});

test.each(["-o", "--out", "--output", "--output-file", "--dest", "--save-to"])(
  "the value of %s stays as it is: a script writes there",
  async (option) => {
    const { resolve } = await folders();
    expect(resolve(option, "assets/a.html").taken).toEqual([]);
    expect(resolve(`${option}=assets/a.html`).taken).toEqual([]);
    expect(resolve(option, "{baseDir}/assets/a.html").taken).toEqual([]);
    expect(resolve(`${option}=assets/sample`).taken).toEqual([]);
    expect(resolve(option, "x", "assets/a.html").taken).toEqual(["assets/a.html"]);
  },
);

posixOnly(
  "a link of the skill stays as it is, and a dangling link in the work folder counts as something",
  async () => {
    const { skill, work, resolve } = await folders();
    await symlink("/etc/hostname", join(skill, "assets/link"));
    await symlink("nowhere", join(work, "assets"));
    expect(resolve("assets/link", "assets/a.html").taken).toEqual([]);
  },
);

test("more than a hundred words are not looked at", async () => {
  const { resolve } = await folders();
  const words = (count: number) => Array.from({ length: count }, () => "assets/a.html");
  expect(resolve(...words(100)).taken).toHaveLength(100);
  expect(resolve(...words(101)).taken).toHaveLength(0);
});

test("in the skill's own folder there is nothing to tell apart", async () => {
  const { skill } = await folders();
  const places = { folder: skill, workFolder: skill, skillName: "demo" };
  expect(resolveSkillFiles(["assets/a.html"], places).taken).toEqual([]);
  expect(resolveSkillFiles(["{baseDir}/assets/a.html"], places).words).toEqual([join(skill, "assets/a.html")]);
});

test("a script gets the skill's file, and the answer says so", async () => {
  const root = await folderWith({
    "s/SKILL.md": skillText("s"),
    "s/assets/a.txt": "of the skill",
    "s/scripts/cat.mjs": "import { readFileSync } from 'node:fs'; console.log(readFileSync(process.argv[2], 'utf8'));",
  });
  const work = await folderWith({});
  const skills = await loadSkills(root, { workFolder: work, logger: false });
  const tool = (await skills.getTools()).find(({ name }) => name === "run_skill_script");
  const answer = await tool?.execute({ skill_name: "s", script_name: "cat", args: ["assets/a.txt"] });
  expect(answer?.text).toBe("of the skill\n\n[Not in the work folder, so taken from the skill's: assets/a.txt]");
});

test("what is said of them stands beside what a script that failed seems to miss", async () => {
  const directory = await folderWith({ "assets/a.txt": "", "fail.mjs": 'import "no-such-package";' });
  const { notes } = await runScript(directory, "fail.mjs", { args: ["assets/a.txt"], cwd: await folderWith() });
  expect(notes).toEqual([
    expect.stringMatching(/^Node finds no package no-such-package/),
    "Not in the work folder, so taken from the skill's: assets/a.txt",
  ]);
});

test("words that somebody has approved run as they stand", async () => {
  const root = await folderWith({
    "s/SKILL.md": skillText("s"),
    "s/assets/a.txt": "of the skill",
    "s/scripts/words.mjs": "console.log(process.argv.slice(2).join());",
  });
  const work = await folderWith({});
  const run = async (trusted: boolean, approval: "always" | "never") => {
    const skills = await loadSkills(directory(root, { trusted }), {
      workFolder: work,
      logger: false,
      approval: approval === "never" ? approval : () => true,
    });
    return skills.runSkillScript("s", "words", ["assets/a.txt", "{baseDir}/assets"]);
  };
  expect(await run(true, "never")).toBe(`${join(root, "s/assets/a.txt")},${join(root, "s/assets")}`);
  expect(await run(true, "always")).toBe("assets/a.txt,{baseDir}/assets");
  expect(await run(false, "always")).toBe("assets/a.txt,{baseDir}/assets");
});
