import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { project } from "./project.js";
import { piped } from "./skillplug.js";

test("a name that does not exist: exit code 3, the nearest name, and an object with --json", async () => {
  const cwd = await project();
  const [plain, json] = await Promise.all([
    piped(["show", "pdf-form"], { cwd }),
    piped(["show", "pdf-form", "--json"], { cwd }),
  ]);
  expect(plain).toEqual({
    code: 3,
    stdout: "",
    stderr: "error: Skill 'pdf-form' not found. Available skills: pdf-forms, charts.\nThe nearest name is pdf-forms.\n",
  });
  expect(json).toMatchObject({ code: 3, stdout: "" });
  expect(JSON.parse(json.stderr)).toEqual({
    error: {
      code: "skill_not_found",
      message: expect.stringContaining("Skill 'pdf-form' not found."),
      fix: "The nearest name is pdf-forms.",
      available: ["pdf-forms", "charts"],
    },
  });
});

test("an error of the command line itself has a code and what to do", async () => {
  const { code, stdout, stderr } = await piped(["show", "x", "--json"], { cwd: await folderWith() });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "skill_not_found",
      message: "Skill 'x' not found.",
      fix: expect.stringContaining("`skillplug new my-skill` makes one"),
    },
  });
});

test("an error of the system is exit code 1 with its message, and no stack", async () => {
  const cwd = await folderWith({ skills: "a file where the folder should be" });
  const [plain, json] = await Promise.all([
    piped(["new", "x", "--dir", "skills/below"], { cwd }),
    piped(["new", "x", "--dir", "skills/below", "--json"], { cwd }),
  ]);
  expect(plain).toMatchObject({ code: 1, stdout: "" });
  expect(plain.stderr).toMatch(/^error: ENOTDIR.*\n$/);
  expect(json).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(json.stderr)).toEqual({ error: { code: "failed", message: expect.stringMatching(/^ENOTDIR/) } });
});
