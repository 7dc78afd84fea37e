import { access, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { type StagedFile, stageFiles } from "../../../src/node/processes/stage-files.js";
import { runScript } from "./scripts.js";

const file = (path: string, text = "") => ({ path, bytes: new TextEncoder().encode(text) });
const stageAll = (files: readonly StagedFile[]) => stageFiles(iterate(files));
async function* iterate(files: readonly StagedFile[]) {
  yield* files;
}
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("files are laid into a private folder, and removed with it", async () => {
  const staged = await stageAll([file("SKILL.md", "# Skill"), file("references/a/b.md", "b")]);
  expect(await readFile(join(staged.directory, "references/a/b.md"), "utf8")).toBe("b");
  expect(await modeOf(staged.directory)).toBe(0o700);
  expect(await modeOf(join(staged.directory, "SKILL.md"))).toBe(0o600);
  await writeFile(join(staged.directory, "made-by-a-script"), "");
  await staged.dispose();
  await staged.dispose();
  await expect(access(staged.directory)).rejects.toThrow("ENOENT");
});

test("scripts can be run from there", async () => {
  const staged = await stageAll([
    file("scripts/tool", "#!/bin/sh\ncat beside.txt"),
    file("beside.txt", "beside"),
    file("run", "#!/bin/sh"),
    file("scripts/plain", "echo plain"),
  ]);
  expect(await modeOf(join(staged.directory, "scripts/tool"))).toBe(0o700);
  expect(await modeOf(join(staged.directory, "run"))).toBe(0o700);
  expect(await modeOf(join(staged.directory, "scripts/plain"))).toBe(0o700);
  expect(await modeOf(join(staged.directory, "beside.txt"))).toBe(0o600);
  expect(await runScript(staged.directory, "scripts/tool")).toMatchObject({ exitCode: 0, stdout: "beside" });
  await staged.dispose();
});

test("what may be executed where it comes from may be here too, whatever it is, and nothing else", async () => {
  const staged = await stageAll([
    { ...file("bin/tool", "\u007FELF"), isExecutable: true },
    { ...file("bin/data"), isExecutable: false },
  ]);
  expect(await modeOf(join(staged.directory, "bin/tool"))).toBe(0o700);
  expect(await modeOf(join(staged.directory, "bin/data"))).toBe(0o600);
  await staged.dispose();
});

test.each(["../out", "/etc/out", "a/../../out", "C:\\out", "a\0b", ""])(
  "bad input 24: the path %j is refused",
  async (path) => {
    await expect(stageAll([file("SKILL.md"), file(path)])).rejects.toMatchObject({ code: "resource_load_failed" });
  },
);

test("a path that comes twice is refused, and nothing stays behind", async () => {
  const temporary = await folderWith();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(stageAll([file("a"), file("a")])).rejects.toThrow("EEXIST");
  expect(await readdir(temporary)).toEqual([]);
});

test("what the files reject with is thrown on, and nothing stays behind", async () => {
  const temporary = await folderWith();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const enough = new Error("enough");
  async function* failing() {
    yield file("a");
    throw enough;
  }
  await expect(stageFiles(failing())).rejects.toBe(enough);
  expect(await readdir(temporary)).toEqual([]);
});
