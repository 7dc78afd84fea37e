import { readFile } from "node:fs/promises";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { piped } from "./skillplug.js";

test("--dir replaces the usual folders, stands before or behind the command, and a later one wins", async () => {
  const cwd = await folderWith({
    "skills/a/SKILL.md": skillText("a"),
    "one/b/SKILL.md": skillText("b", "Of one"),
    "two/b/SKILL.md": skillText("b", "Of two"),
  });
  const { stdout } = await piped(["--dir", "one", "list", "--dir", "two"], { cwd });
  expect(stdout).toBe("b\tOf two\n");
});

test.each([
  [["lst"], "unknown command 'lst'. The commands are list,"],
  [["list", "--nope"], "unknown option '--nope'"],
  [["list", "extra"], "too many arguments"],
  [["show"], "missing required argument 'skill'"],
  [["search", "x", "--limit", "0"], "It must be a whole number from 1 to 50."],
  [["prompt", "--max-tokens", "some"], "It must be a whole number"],
  [["run", "a", "b", "--timeout", "-1"], "a number of seconds above 0"],
  [["run", "a", "b", "--city", "Paris"], "Put the script's own arguments after --"],
  [["schema", "--format", "xml"], "Allowed choices are openai-chat,"],
  [["prompt", "--max-tokens", "0"], "It must be a whole number from 1 to 1000000000."],
  [["prompt", "--format", "json"], "Allowed choices are text, xml."],
  [["validate", "--format", "xml"], "Allowed choices are text, json, sarif, github."],
  [["validate", "--profile", "loose"], "Allowed choices are lenient, strict, agentskills."],
])("usage: %j is refused with exit code 2", async (args, message) => {
  const { code, stdout, stderr } = await piped(args, { cwd: await folderWith() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("--help and --version are data", async () => {
  const cwd = await folderWith();
  const help = await piped(["--help"], { cwd });
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("Exit codes: 0 ok");
  const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  expect(await piped(["--version"], { cwd })).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});
