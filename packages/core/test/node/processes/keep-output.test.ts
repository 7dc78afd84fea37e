import { access, chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FolderChanges } from "../../../src/base/folder-changes.js";
import { keepOutput } from "../../../src/node/processes/keep-output.js";

const created = (...paths: string[]): FolderChanges => ({
  files: paths.map((path) => ({ path, size: 1, change: "created" })),
  more: 0,
  complete: true,
});

test("new and changed files are kept in a fresh folder, with their folders and whether they may be executed", async () => {
  const copy = await folderWith({ "out/a.txt": "1", "tool*": "2", "old.txt": "" });
  const workFolder = await folderWith();
  const changes = created("out/a.txt", "tool");
  const removed = { path: "old.txt", size: 0, change: "removed" } as const;
  const kept = await keepOutput(
    copy,
    { ...changes, files: [...changes.files, removed] },
    { workFolder, skillName: "s" },
  );
  const folder = join(workFolder, "skillplug-output/s-1");
  expect(kept).toEqual({ folder, files: changes.files, more: 0, lost: 0 });
  expect(await readFile(join(folder, "out/a.txt"), "utf8")).toBe("1");
  expect((await stat(join(folder, "tool"))).mode & 0o100).toBe(0o100);
  expect((await readdir(folder)).sort()).toEqual(["out", "tool"]);
});

test("each run has a folder of its own, above all that are there, and nothing is overwritten", async () => {
  const copy = await folderWith({ a: "1" });
  const workFolder = await folderWith({ "skillplug-output/s-7/a": "theirs", "skillplug-output/s-x/a": "" });
  const keep = () => keepOutput(copy, created("a"), { workFolder, skillName: "s" });
  const folders = (await Promise.all([keep(), keep(), keep()])).map((kept) => kept?.folder ?? "");
  expect(folders.map((folder) => folder.slice(workFolder.length)).sort()).toEqual(
    [8, 9, 10].map((number) => `/skillplug-output/s-${number}`).sort(),
  );
  expect(await readFile(join(workFolder, "skillplug-output/s-7/a"), "utf8")).toBe("theirs");
});

test("a folder of a number so large that one more is the same is passed over, and a run of taken ones ends", async () => {
  const copy = await folderWith({ a: "1" });
  const large = ["9007199254740991", "9007199254740992", "1000000"];
  const workFolder = await folderWith(
    Object.fromEntries(large.map((number) => [`skillplug-output/s-${number}/a`, "theirs"])),
  );
  const keep = () => keepOutput(copy, created("a"), { workFolder, skillName: "s" });
  expect((await keep())?.folder).toBe(join(workFolder, "skillplug-output/s-1"));
  await mkdir(join(workFolder, "skillplug-output/s-999999"));
  for (let taken = 0; taken < 100; taken += 1)
    await mkdir(join(workFolder, `skillplug-output/s-${1_000_000 + taken}`), { recursive: true });
  const temporary = await folderWith();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await keep())?.folder?.startsWith(temporary)).toBe(true);
});

test.each([
  ["../../x", /^x-1$/],
  ["a/b c", /^a-b-c-1$/],
  ["技能", /^skill-1$/],
])("the name %s leads nowhere else", async (skillName, name) => {
  const workFolder = await folderWith();
  await keepOutput(await folderWith({ a: "1" }), created("a"), { workFolder, skillName });
  expect(await readdir(join(workFolder, "skillplug-output"))).toEqual([expect.stringMatching(name)]);
});

test("links of the script are not followed, and what is no file is counted as lost", async () => {
  const outside = await folderWith({ secret: "theirs" });
  const copy = await folderWith({ a: "1" });
  await symlink(join(outside, "secret"), join(copy, "link"));
  await symlink(outside, join(copy, "folder"));
  const workFolder = await folderWith();
  const kept = await keepOutput(copy, created("a", "folder/secret", "gone", "link"), { workFolder, skillName: "s" });
  expect(kept).toMatchObject({ files: [{ path: "a" }], lost: 3 });
  expect(await readdir(join(workFolder, "skillplug-output/s-1"))).toEqual(["a"]);
});

test("where a link stands in the place of the folder for outputs, the temporary folder has them", async () => {
  const [workFolder, elsewhere, temporary] = [await folderWith(), await folderWith(), await folderWith()];
  await symlink(elsewhere, join(workFolder, "skillplug-output"));
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const kept = await keepOutput(await folderWith({ a: "1" }), created("a"), { workFolder, skillName: "s" });
  expect(kept?.folder?.startsWith(join(temporary, "skillplug-output-s-"))).toBe(true);
  expect(await readdir(elsewhere)).toEqual([]);
  await access(join(kept?.folder ?? "", "a"));
});

test.skipIf(process.getuid?.() === 0)("so it does where nothing can be written (not as root)", async () => {
  const [workFolder, temporary] = [await folderWith(), await folderWith()];
  await chmod(workFolder, 0o500);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const kept = await keepOutput(await folderWith({ a: "1" }), created("a"), { workFolder, skillName: "s" });
  expect(kept?.folder?.startsWith(temporary)).toBe(true);
});

test("where no folder can be made, all are lost, and that is told", async () => {
  const copy = await folderWith({ a: "1", b: "1" });
  vi.stubEnv("TMPDIR", join(copy, "missing"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const kept = await keepOutput(copy, created("a", "b"), { workFolder: undefined, skillName: "s" });
  expect(kept).toEqual({ folder: undefined, files: [], more: 0, lost: 2 });
});

test("100 MB are kept, a hundred files are named, and nothing is made where there is nothing to keep", async () => {
  const copy = await folderWith({ a: "1", b: "2", c: "3" });
  const workFolder = await folderWith();
  const place = { workFolder, skillName: "s" };
  expect(await keepOutput(copy, created(), place)).toBeUndefined();
  await expect(access(join(workFolder, "skillplug-output"))).rejects.toThrow("ENOENT");
  const sizes = [60, 41, 40].map((megabytes) => megabytes * 1024 * 1024);
  const files = ["a", "b", "c"].map((path, index) => ({ path, size: sizes[index] ?? 0, change: "created" as const }));
  const kept = await keepOutput(copy, { files, more: 5, complete: true }, place);
  expect(kept).toMatchObject({ files: [{ path: "a" }, { path: "c" }], lost: 6 });
  await mkdir(join(copy, "many"));
  const many = Array.from({ length: 103 }, (_, number) => `many/${number}`);
  for (const path of many) await writeFile(join(copy, path), "");
  expect(await keepOutput(copy, created(...many), place)).toMatchObject({ more: 3, lost: 0 });
});
