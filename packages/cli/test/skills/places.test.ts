import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped } from "../skillplug.js";

const deep = { "skills/near/SKILL.md": skillText("near"), "skills/a/b/c/d/far/SKILL.md": skillText("far") };

test("--max-depth finds what lies deeper, in every command; without it that is said", async () => {
  const cwd = await folderWith(deep);
  const near = await piped(["list"], { cwd });
  expect(near.stdout).toBe("near\tDoes near\n");
  expect(near.stderr).toContain("1 SKILL.md lies below");
  expect(near.stderr).toContain("Set maxDepth to 5");
  const all = await piped(["list", "--max-depth", "5"], { cwd });
  expect(all).toMatchObject({ code: 0, stdout: "far\tDoes far\nnear\tDoes near\n", stderr: "" });
  expect((await piped(["--max-depth", "5", "show", "far"], { cwd })).code).toBe(0);
  expect((await piped(["list", "--max-depth", "deep"], { cwd })).code).toBe(2);
  expect((await piped(["validate", "--max-depth", "5"], { cwd })).stderr).toContain("2 skills, nothing");
});

test("validate never says that there is no SKILL.md where there is one", async () => {
  const cwd = await folderWith({ "a/b/c/d/far/SKILL.md": skillText("far"), "big/SKILL.md": skillText("big") });
  expect((await piped(["validate", "a"], { cwd })).stdout).toContain("skills-too-deep");
  expect((await piped(["validate", "a", "--profile", "strict"], { cwd })).code).toBe(1);
  const none = await piped(["validate"], { cwd });
  expect(none.code).toBe(3);
  expect(none.stderr).toContain("No SKILL.md in ./skills, ./.agents/skills, ./.claude/skills.");
  expect(none.stderr).toContain("Below this folder lies 1 skill: name it, as in `skillplug validate .`");
  expect((await piped(["validate", "."], { cwd })).code).toBe(0);
});

test("where the usual folders have no skills, those of the current folder are counted", async () => {
  const cwd = await folderWith({
    "plugins/one/skills/a/SKILL.md": skillText("a"),
    "plugins/two/skills/b/SKILL.md": skillText("b"),
  });
  for (const command of [["list"], [], ["search", "word"], ["show", "a"]]) {
    expect((await piped(command, { cwd })).stderr).toContain("Below this folder lie 2: add --dir .");
  }
  expect((await piped(["list", "--dir", "."], { cwd })).stdout).toBe("a\tDoes a\nb\tDoes b\n");
  const named = await piped(["list", "--dir", "plugins/one/skills/a/none"], {
    cwd: await folderWith({ "plugins/one/skills/a/none/x": "", "a/SKILL.md": skillText("a") }),
  });
  expect(named.stderr).not.toContain("Below this folder");
  const empty = await folderWith({});
  expect((await piped(["list"], { cwd: empty })).stderr).toContain("`skillplug new my-skill` makes one");
});

test("a skill of a plugin is shown by its plugin's name too, and the standard's rules are for its own", async () => {
  const cwd = await folderWith({
    "plugins/one/skills/a/SKILL.md": skillText("a", "First"),
    "plugins/two/skills/a/SKILL.md": skillText("a", "Second"),
    "plugins/two/skills/b/SKILL.md": skillText("b"),
  });
  const show = async (name: string) => (await piped(["show", name, "--dir", "."], { cwd })).stdout;
  expect(await show("two:a")).toContain("Second");
  expect(await show("two:b")).toContain("Does b");
  expect((await piped(["show", "one:b", "--dir", "."], { cwd })).code).toBe(3);
  const checked = await piped(["validate", ".", "--profile", "agentskills"], { cwd });
  expect(checked).toMatchObject({ code: 0 });
});
