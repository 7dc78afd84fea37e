import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import type { Terminal } from "../src/base/terminal.js";
import { runCli } from "../src/run-cli.js";
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

test("a name that is like none names no nearest", async () => {
  const { stderr } = await piped(["show", "zzzzzz"], { cwd: await project() });
  expect(stderr).toMatch(/^error: Skill 'zzzzzz' not found\. Available skills: .*\n$/);
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

/** Runs a command line in a terminal that keeps what is written. */
async function runIn(place: Partial<Pick<Terminal, "columns" | "colour">>, args: readonly string[]) {
  const written = { stdout: "", stderr: "" };
  const code = await runCli(args, {
    columns: undefined,
    colour: { stdout: false, stderr: false },
    ...place,
    write: (stream, text) => {
      written[stream] += text;
    },
    confirm: async () => undefined,
    input: async () => undefined,
    interruption: () => new AbortController().signal,
  });
  return { code, ...written };
}

test("all is written once the exit code is there, and each stream has colour of its own", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("other") });
  const args = ["show", "other", "--dir", folder];
  const onOut = await runIn({ columns: 80, colour: { stdout: true, stderr: false } }, args);
  expect(onOut).toMatchObject({ code: 0, stdout: expect.stringContaining("\u001B[36mother") });
  expect(onOut.stderr).toMatch(/^warning: The name/);
  const onErr = await runIn({ colour: { stdout: false, stderr: true } }, args);
  expect(onErr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^other\n/) });
  expect(onErr.stderr).toContain("\u001B[2mwarning: The name");
  const failed = await runIn({ colour: { stdout: true, stderr: false } }, ["show", "nope", "--dir", folder]);
  expect(failed).toMatchObject({ code: 3, stderr: expect.stringMatching(/^error: Skill 'nope'/) });
});

test("help is as wide as the terminal, and 80 columns in a pipe", async () => {
  for (const [columns, most] of [
    [100, 100],
    [undefined, 80],
  ] as const) {
    const { stdout } = await runIn({ columns }, ["validate", "--help"]);
    const widths = stdout.split("\n").map(({ length }) => length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(most);
    expect(Math.max(...widths)).toBeGreaterThan(most - 20);
  }
});

test.skipIf(process.platform !== "linux")(
  "a folder that cannot be made for another reason is told as it is",
  async () => {
    // Nobody can make a folder in /proc.
    const { code, stderr } = await piped(["new", "x", "--dir", "/proc/self"], { cwd: await folderWith() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: ENOENT.*mkdir/) });
  },
);
