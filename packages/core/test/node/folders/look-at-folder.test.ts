import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { lookAtFolder } from "../../../src/node/folders/look-at-folder.js";

const old = new Date("2020-01-01");

test("what is new, other and gone is told with its size, in the order of the paths", async () => {
  const folder = await folderWith({
    "a.txt": "1",
    "b/c.txt": "2",
    "d.txt": "3",
    "gone/x.txt": "4567",
    "same.txt": "5",
  });
  for (const name of ["a.txt", "d.txt"]) await utimes(join(folder, name), old, old);
  const look = await lookAtFolder(folder);
  await writeFile(join(folder, "a.txt"), "longer");
  await writeFile(join(folder, "d.txt"), "4");
  await mkdir(join(folder, "b/new"));
  await writeFile(join(folder, "b/new/z.txt"), "new");
  await rm(join(folder, "gone"), { recursive: true });
  expect(await look.changes()).toEqual({
    files: [
      { path: "a.txt", size: 6, change: "changed" },
      { path: "b/new/z.txt", size: 3, change: "created" },
      { path: "d.txt", size: 1, change: "changed" },
      { path: "gone/x.txt", size: 4, change: "removed" },
    ],
    more: 0,
    complete: true,
  });
});

test("a file that is put in the place of another, of the same size and time, is told", async () => {
  const folder = await folderWith({ "a.txt": "1", "other/b.txt": "2" });
  for (const name of ["a.txt", "other/b.txt"]) await utimes(join(folder, name), old, old);
  const look = await lookAtFolder(folder, { except: join(folder, "other") });
  await rename(join(folder, "other/b.txt"), join(folder, "a.txt"));
  expect((await look.changes()).files).toEqual([{ path: "a.txt", size: 1, change: "changed" }]);
});

test.each([".git", "node_modules", "__pycache__", ".venv", "skillplug-0123456789abcdef-12-abc", "except"])(
  "what changes in %s is not told",
  async (name) => {
    const folder = await folderWith({ [`${name}/a.txt`]: "1", "b.txt": "" });
    const look = await lookAtFolder(folder, { except: join(folder, "except") });
    await writeFile(join(folder, name, "new.txt"), "");
    expect(await look.changes()).toEqual({ files: [], more: 0, complete: true });
  },
);

test("links are not followed", async () => {
  const outside = await folderWith({ "a.txt": "1" });
  const folder = await folderWith();
  await symlink(outside, join(folder, "link"));
  const look = await lookAtFolder(folder);
  await writeFile(join(outside, "a.txt"), "other");
  await symlink(join(outside, "a.txt"), join(folder, "file"));
  expect((await look.changes()).files).toEqual([]);
});

test("a hundred files are named, or as many as are asked for, and the rest is counted", async () => {
  const folder = await folderWith();
  const [look, few] = [await lookAtFolder(folder), await lookAtFolder(folder, { most: 2 })];
  for (let number = 0; number < 103; number += 1) await writeFile(join(folder, `${number}.txt`), "");
  const { files, more } = await look.changes();
  expect([files.length, more]).toEqual([100, 3]);
  expect(await few.changes()).toMatchObject({ files: [{}, {}], more: 101, complete: true });
});

/** A file in each of so many folders beside each other, or within each other. */
async function manyFolders(count: number, pathOf: (number: number) => string) {
  const folder = await folderWith();
  for (let number = 0; number < count; number += 1) {
    await mkdir(join(folder, pathOf(number)), { recursive: true });
    await writeFile(join(folder, pathOf(number), "x.txt"), "");
  }
  return folder;
}

/** However busy the machine is, a look takes as long as this says. */
function clockIs(now: () => number): void {
  vi.spyOn(performance, "now").mockImplementation(now);
  onTestFinished(() => void vi.restoreAllMocks());
}

test("of a folder with more than 2,000 entries the upper part is looked at, and nothing old counts as new", async () => {
  const old = Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`z/deep/${number}.txt`, ""]));
  const folder = await folderWith({ ...old, "z/deep/deeper/old.txt": "" });
  await mkdir(join(folder, "many"));
  const many = Array.from({ length: 1_995 }, (_, number) => join(folder, "many", `${number}.txt`));
  for (const file of many) await writeFile(file, "");
  clockIs(() => 0);
  const look = await lookAtFolder(folder, { most: 10_000 });
  await writeFile(join(folder, "top.txt"), "");
  // There is room to see more of it now than before.
  for (const file of many.slice(0, 100)) await rm(file);
  const { files, complete } = await look.changes();
  expect(complete).toBe(false);
  expect(files.filter(({ change }) => change !== "removed")).toEqual([{ path: "top.txt", size: 0, change: "created" }]);
  expect(files).toHaveLength(101);
});

test("what a look no longer comes to is not told as removed", async () => {
  const folder = await folderWith({ "z/deep/x.txt": "", "z/deep/gone.txt": "" });
  const look = await lookAtFolder(folder, { most: 10_000 });
  await mkdir(join(folder, "many"));
  for (let number = 0; number < 2_000; number += 1) await writeFile(join(folder, "many", `${number}.txt`), "");
  await rm(join(folder, "z/deep/gone.txt"));
  const { files, complete } = await look.changes();
  expect(complete).toBe(false);
  expect(files.filter(({ change }) => change === "removed").map(({ path }) => path)).toEqual(["z/deep/gone.txt"]);
});

test("of 2,000 entries all are looked at, of one more not", async () => {
  const folder = await manyFolders(1_000, (number) => `f${number}`);
  clockIs(() => 0);
  expect((await (await lookAtFolder(folder)).changes()).complete).toBe(true);
  await writeFile(join(folder, "one-more.txt"), "");
  expect((await (await lookAtFolder(folder)).changes()).complete).toBe(false);
});

test("a look that takes longer than 250 ms ends there, without the time in which others had their turn", async () => {
  const folder = await manyFolders(3, (number) => `f${number}`);
  let [now, isBusy] = [0, true];
  const others = () => {
    now += 1_000;
    if (isBusy) setImmediate(others);
  };
  setImmediate(others);
  // A slice has ended after each folder.
  clockIs(() => (now += 13));
  const look = await lookAtFolder(folder);
  expect((await look.changes()).complete).toBe(true);
  isBusy = false;
  clockIs(() => (now += 300));
  expect((await look.changes()).complete).toBe(false);
});

test("what lies deeper than eight folders is not looked at", async () => {
  const path = Array.from({ length: 9 }, (_, depth) => `d${depth}`);
  const folder = await folderWith({ [`${path.slice(0, 8).join("/")}/x.txt`]: "" });
  const whole = await lookAtFolder(folder);
  await writeFile(join(folder, ...path.slice(0, 8), "new.txt"), "");
  expect(await whole.changes()).toMatchObject({ files: [{ change: "created" }], complete: true });
  await mkdir(join(folder, ...path));
  const look = await lookAtFolder(folder);
  await writeFile(join(folder, ...path, "new.txt"), "");
  expect(await look.changes()).toEqual({ files: [], more: 0, complete: false });
});

test("a folder that is not there, or goes, has no files", async () => {
  const folder = await folderWith({ "a/x.txt": "" });
  const look = await lookAtFolder(join(folder, "missing"));
  expect(await look.changes()).toEqual({ files: [], more: 0, complete: true });
  const gone = await lookAtFolder(join(folder, "a"));
  await rm(join(folder, "a"), { recursive: true });
  expect((await gone.changes()).files).toEqual([{ path: "x.txt", size: 0, change: "removed" }]);
});
