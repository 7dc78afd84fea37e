import { symlink } from "node:fs/promises";
import { join } from "node:path";
import {
  directory,
  FileSystemDiscovery,
  loadSkills,
  memory,
  SkillError,
  SkillNotFoundError,
  SkillResourceLoadError,
  SkillResourceNotFoundError,
  SkillScriptExecutionError,
  SkillScriptNotFoundError,
  SkillsToolset,
  SkillValidationError,
} from "@skillplug/core";
import { normalizeSkillName } from "@skillplug/core/format";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";

// What holds when several skills are used together.

function manySkills(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let index = 0; index < count; index += 1) {
    files[`skill-${index}/SKILL.md`] = skillText(`skill-${index}`, `Counts to ${index}`);
    files[`skill-${index}/scripts/count.mjs`] = `console.log(${index});`;
  }
  return files;
}

test("B18: the system prompt tells names, descriptions and how to use them, and no bodies", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "Does a", "A body that is long.") });
  const prompt = await (await loadSkills(folder)).getInstructions();
  expect(prompt).toContain("- a: Does a");
  expect(prompt).toContain("load_skill");
  expect(prompt).not.toContain("A body that is long.");
});

test("B28: skills of several sources are loaded together, and one that fails leaves the others", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": "---\nname: [\n---\n" });
  const failing = { ...memory([]), id: "failing", list: () => Promise.reject(new Error("the disk is gone")) };
  const own = memory([{ name: "own", description: "Ours", content: "# Own" }]);
  const toolset = await loadSkills([folder, failing, own], { logger: false });
  expect(Object.keys(await toolset.listSkills())).toEqual(["a", "own"]);
  const problems = (await toolset.getDiagnostics()).filter(({ severity }) => severity === "error");
  expect(problems).toMatchObject([
    { code: "front-matter-yaml", location: join(folder, "b/SKILL.md") },
    { code: "source-failed", location: "failing", message: "the disk is gone" },
  ]);
});

describe("one family of errors", () => {
  const fails = (skills: SkillsToolset) => skills.runSkillScript("a", "fail");
  test.each([
    ["SkillNotFoundError", SkillNotFoundError, "skill_not_found", (skills) => skills.loadSkill("no-such")],
    [
      "SkillResourceNotFoundError",
      SkillResourceNotFoundError,
      "resource_not_found",
      (skills) => skills.readSkillResource("a", "no.md"),
    ],
    [
      "SkillResourceLoadError",
      SkillResourceLoadError,
      "function_failed",
      (skills) => skills.readSkillResource("own", "breaks"),
    ],
    [
      "SkillScriptNotFoundError",
      SkillScriptNotFoundError,
      "script_not_found",
      (skills) => skills.runSkillScript("a", "no"),
    ],
    ["SkillScriptExecutionError", SkillScriptExecutionError, "script_failed", fails],
    ["SkillValidationError", SkillValidationError, "invalid_skill", async () => normalizeSkillName("No Name!")],
  ] satisfies [string, new (...args: never[]) => SkillError, string, (skills: SkillsToolset) => Promise<string>][])(
    "B31: %s is a SkillError with a code",
    async (name, type, code, fail) => {
      const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/scripts/fail.mjs": "process.exit(3);" });
      const breaks = () => Promise.reject(new Error("no answer"));
      const own = { name: "own", description: "Ours", content: "", resources: [{ name: "breaks", function: breaks }] };
      const error: unknown = await fail(await loadSkills([folder, memory([own])])).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(type);
      expect(error).toBeInstanceOf(SkillError);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name, code });
    },
  );
});

test("B34: a file that is missing is a warning, and the skill works", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a", "Does a", "Read references/gone.md when it is there."),
    "a/references/here.md": "Here.",
  });
  await symlink("/no/such/file", join(folder, "a/references/gone.md"));
  const toolset = await loadSkills(folder, { logger: false });
  expect(await toolset.loadSkill("a")).toContain("references/here.md");
  expect(await toolset.getDiagnostics()).toMatchObject([{ code: "symlink-outside", severity: "warning" }]);
  await expect(toolset.readSkillResource("a", "gone.md")).rejects.toThrow("Available resources: references/here.md");
});

test("B36: five hundred skills are listed, searched, loaded and run at once", async () => {
  const toolset = await loadSkills(await folderWith(manySkills(500)));
  expect(Object.keys(await toolset.listSkills())).toHaveLength(500);
  expect((await toolset.searchSkills("count to 499"))[0]?.name).toBe("skill-499");
  const names = Array.from({ length: 60 }, (_, index) => `skill-${index * 8}`);
  const loaded = await Promise.all(names.map((name) => toolset.loadSkill(name)));
  expect(loaded.every((text, index) => text.includes(`## Skill: ${names[index]}`))).toBe(true);
  const printed = await Promise.all(names.slice(0, 12).map((name) => toolset.runSkillScript(name, "count")));
  expect(printed).toEqual(names.slice(0, 12).map((name) => name.slice("skill-".length)));
});

test("B38: what one skill prints is what another is run with, and neither sees the other's files", async () => {
  const folder = await folderWith({
    "maker/SKILL.md": skillText("maker"),
    "maker/scripts/make.mjs": "console.log([3, 4].join(' '));",
    "adder/SKILL.md": skillText("adder"),
    "adder/scripts/add.mjs": "console.log(process.argv.slice(2).reduce((sum, text) => sum + Number(text), 0));",
    "adder/references/secret.md": "Only ours.",
  });
  const toolset = new SkillsToolset({ directories: [folder] });
  const made = await toolset.runSkillScript("maker", "make");
  expect(await toolset.runSkillScript("adder", "add", made.split(" "))).toBe("7");
  await expect(toolset.readSkillResource("maker", "../adder/references/secret.md")).rejects.toThrow("not found");
});

test("scripts of a source that is not trusted run only once they are approved, whatever allowed-tools says", async () => {
  const folder = await folderWith({
    "a/SKILL.md": "---\nname: a\ndescription: Does a\nallowed-tools: run_skill_script Bash(*)\n---\n# A\n",
    "a/scripts/go.mjs": "console.log('went');",
  });
  const elsewhere = directory(folder, { trusted: false });
  const refused = await loadSkills(elsewhere, { logger: false });
  await expect(refused.runSkillScript("a", "go")).rejects.toMatchObject({ code: "denied" });
  const approved = await loadSkills(elsewhere, { logger: false, approval: ({ trusted }) => !trusted });
  expect(await approved.runSkillScript("a", "go")).toBe("went");
});

test("a skill that was discovered without a toolset can be read and run, since its folder is the program's own", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/notes.md": "Notes",
    "a/go.mjs": "console.log('went', process.argv[2]);",
  });
  const [skill] = await FileSystemDiscovery.discover(folder);
  expect(await skill?.resources[0]?.load()).toBe("Notes");
  expect(await skill?.scripts[0]?.run(undefined, ["far"])).toBe("went far");
});
