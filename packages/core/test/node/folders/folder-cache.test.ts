import { writeFileSync } from "node:fs";
import { rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { directory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test, vi } from "vitest";
import { createFolderCache } from "../../../src/node/folders/folder-cache.js";
import { openBelow } from "../file-system-calls.js";
import { list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");
const at = (path: string) => ({ path, real: path });
const quick = { isPlaceChecked: false };
const textOf = async (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString() });

posixOnly("a file that became a symlink since its folder was read is not followed", async () => {
  const folder = await folderWith({ "secret.md": "secret" });
  await symlink("secret.md", join(folder, "SKILL.md"));
  const outcomes = await createFolderCache(folder).readFiles([at(join(folder, "SKILL.md"))], quick, textOf);
  expect(outcomes).toEqual([{ error: expect.objectContaining({ code: "ELOOP" }) }]);
});

test("files of every length are read whole, those that fit the first reading and those that do not", async () => {
  const lengths = [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 100_000];
  const folder = await folderWith(Object.fromEntries(lengths.map((length) => [`${length}`, "é".repeat(length)])));
  const outcomes = await createFolderCache(folder).readFiles(
    lengths.map((length) => at(join(folder, `${length}`))),
    quick,
    textOf,
  );
  expect(outcomes).toMatchObject(lengths.map((length) => ({ value: { text: "é".repeat(length) } })));
});

test("more files than are open at once are each read as themselves, and one that is missing fails alone", async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
  const folder = await folderWith(Object.fromEntries(texts.map((text) => [text, text])));
  const paths = texts.map((text) => join(folder, text)).toSpliced(200, 0, join(folder, "missing"));
  const outcomes = await createFolderCache(folder).readFiles(paths.map(at), quick, textOf);
  expect(outcomes[200]).toEqual({ error: expect.objectContaining({ code: "ENOENT" }) });
  expect(outcomes.toSpliced(200, 1)).toMatchObject(texts.map((text) => ({ value: { text } })));
});

test("bad input 6: a SKILL.md of 1 MiB is read, one byte more is refused", async () => {
  const head = skillText("a", "b", "");
  const folder = await folderWith({
    "fits/SKILL.md": head.padEnd(1024 * 1024, "x"),
    "over/SKILL.md": head.padEnd(1024 * 1024 + 1, "x"),
  });
  const { skills, diagnostics } = await list(folder);
  expect(skills).toMatchObject([{ uri: join(folder, "fits/SKILL.md") }]);
  const message = expect.stringContaining("The file has 1048577 bytes; at most 1048576 are read.");
  expect(diagnostics).toMatchObject([{ code: "too-large", severity: "error", message }]);
});

test.each([
  [0, true],
  [20, true],
  [21, false],
])("what changed %d ms before it was read is taken for changed: %s", async (age, isChanged) => {
  const folder = await folderWith({ file: "x" });
  const { ctimeMs } = await stat(folder);
  await utimes(join(folder, "file"), new Date(0), new Date(0));
  const { ctimeMs: fileTime } = await stat(join(folder, "file"));
  vi.spyOn(Date, "now").mockReturnValue(ctimeMs + age);
  const cache = createFolderCache(folder);
  await cache.refresh();
  await cache.readFolders([folder]);
  expect(await cache.refresh()).toBe(isChanged);
  vi.mocked(Date.now).mockReturnValue(fileTime + age);
  const files = createFolderCache(folder);
  await files.refresh();
  await files.readFiles([at(join(folder, "file"))], quick, textOf);
  expect(await files.refresh()).toBe(isChanged);
  vi.mocked(Date.now).mockRestore();
});

test("what was read and is gone is a change", async () => {
  const folder = await folderWith({ x: "text" });
  const cache = createFolderCache(folder);
  await untilClockTicked();
  await cache.refresh();
  await cache.readFiles([at(join(folder, "x"))], quick, textOf);
  expect(await cache.refresh()).toBe(false);
  await rm(join(folder, "x"));
  expect(await cache.refresh()).toBe(true);
  expect(await cache.readFiles([at(join(folder, "x"))], quick, textOf)).toMatchObject([{ error: { code: "ENOENT" } }]);
});

test.skipIf(process.platform !== "linux")("files are closed again, those that are refused too", async () => {
  const folder = await folderWith({ fits: "", large: "x".repeat(1024 * 1024 + 1) });
  const paths = [join(folder, "fits"), join(folder, "large")];
  const outcomes = await createFolderCache(folder).readFiles(paths.map(at), quick, textOf);
  expect(outcomes).toMatchObject([{ value: { text: "" } }, { error: { reason: "too-large" } }]);
  expect(openBelow(folder)).toEqual([]);
});

test("a folder is read once, and again after what is below it was forgotten", async () => {
  const folder = await folderWith({ "a/x": "", "ab/x": "" });
  const cache = createFolderCache(folder);
  await untilClockTicked();
  const paths = [join(folder, "a"), join(folder, "ab")];
  const read = async () =>
    (await cache.readFolders(paths)).map((outcome) => ("value" in outcome ? names(outcome.value) : outcome.error));
  expect(await read()).toEqual([["x"], ["x"]]);
  for (const path of paths) await writeFile(join(path, "y"), "");
  expect(await read()).toEqual([["x"], ["x"]]);
  cache.forgetBelow(join(folder, "a"));
  expect(await read()).toEqual([["x", "y"], ["x"]]);
});

test("after more changes than are told apart a second listing sees them all", async () => {
  const texts = Array.from({ length: 101 }, (_, index) => [`s${index}/SKILL.md`, skillText(`s${index}`)] as const);
  const folder = await folderWith(Object.fromEntries(texts));
  const source = directory(folder);
  await untilClockTicked();
  await source.list({ signal: undefined });
  for (const [path] of texts) writeFileSync(join(folder, dirname(path), "x.md"), "");
  const { skills } = await source.list({ signal: undefined });
  expect(skills.map(({ resources }) => names(resources))).toEqual(texts.map(() => ["x.md"]));
});
