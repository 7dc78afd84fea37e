import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped } from "../skillplug.js";

test("new: a skill that is valid in the strict profile, and whose script runs", async () => {
  const cwd = await folderWith();
  const made = await piped(["new", "My_Skill"], { cwd });
  expect(made).toEqual({
    code: 0,
    stdout: "skills/my-skill/SKILL.md\nskills/my-skill/scripts/greet.mjs\n",
    stderr: expect.stringContaining("Next: write skills/my-skill/SKILL.md"),
  });
  expect(await piped(["validate", "--profile", "strict"], { cwd })).toMatchObject({ code: 0, stdout: "" });
  const ran = await piped(["run", "my-skill", "greet", "--", "--name", "Ada"], { cwd });
  expect(JSON.parse(ran.stdout)).toEqual({ greeting: "Hello, Ada!" });
});

test("new: into --dir, with a description, and as data", async () => {
  const cwd = await folderWith();
  const args = ["new", "reports", "--dir", "own", "--description", "Writes: reports. Use for reports.", "--json"];
  const { stdout } = await piped(args, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ name: "reports", path: "own/reports" });
  const listed = await piped(["list", "--dir", "own"], { cwd });
  expect(listed.stdout).toBe("reports\tWrites: reports. Use for reports.\n");
});

test("new: overwrites nothing", async () => {
  const cwd = await folderWith({ "skills/mine/notes.txt": "kept", "skills/file": "kept" });
  for (const name of ["mine", "file"]) {
    const { code, stdout, stderr } = await piped(["new", name], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`skills/${name} exists.`);
  }
  expect(await readFile(join(cwd, "skills/mine/notes.txt"), "utf8")).toBe("kept");
  expect(await readFile(join(cwd, "skills/file"), "utf8")).toBe("kept");
});

test.each(["../outside", "a/b", "UPPER CASE", "-", "x".repeat(65), "claude-helper"])(
  "new: the name %j is refused",
  async (name) => {
    const cwd = await folderWith();
    const { code, stderr } = await piped(["new", "--", name], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/Invalid skill name|reserved word/);
    expect((await piped(["list"], { cwd })).stdout).toBe("");
  },
);

test("new: a description is held against its limit before anything is made", async () => {
  const cwd = await folderWith();
  const [most, more] = await Promise.all(
    [1024, 1025].map((length) => piped(["new", `a-${length}`, "--description", "x".repeat(length)], { cwd })),
  );
  expect(most).toMatchObject({ code: 0 });
  expect(more).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("1024") });
  expect((await piped(["list"], { cwd })).stdout).toMatch(/^a-1024\tx+\n$/);
});

test("new: beside the skills that are there", async () => {
  const cwd = await folderWith({ ".agents/skills/a/SKILL.md": skillText("a") });
  expect((await piped(["new", "b"], { cwd })).stdout).toContain(".agents/skills/b/SKILL.md\n");
});
