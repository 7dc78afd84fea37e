import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { directory } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { beforeReadingFolder, recordOpened } from "../file-system-calls.js";
import { list, names, untilClockTicked } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");

test("B01: a SKILL.md alone is a skill", async () => {
  const { skills, diagnostics } = await list(await folderWith({ "a/SKILL.md": "---\nname: a\ndescription: b\n---" }));
  expect(skills).toMatchObject([{ name: "a", resources: [], scripts: [] }]);
  expect(diagnostics).toEqual([]);
});

test("a listing is frozen, since the next may be the same", async () => {
  const listing = await list(await folderWith({ "a/SKILL.md": skillText("a"), "a/x.md": "", "a/x.py": "" }));
  const [skill] = listing.skills;
  const parts = [listing.skills, listing.diagnostics, listing.unusable, skill, skill?.resources, skill?.scripts];
  const entries = [skill?.resources[0], skill?.scripts[0]];
  expect([...parts, ...entries].map((part) => [part !== undefined, Object.isFrozen(part)])).toEqual(
    Array(8).fill([true, true]),
  );
});

test("B13: a listing opens no file but each SKILL.md, and a second one only what has changed", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "a/FORMS.md": "forms",
    "a/references/x.md": "x",
    "a/scripts/x.py": "",
    "b/SKILL.md": skillText("b"),
  });
  const [a, b] = [join(folder, "a/SKILL.md"), join(folder, "b/SKILL.md")];
  const source = directory(folder);
  await untilClockTicked();
  const opened = recordOpened();
  const first = await source.list({ signal: undefined });
  expect(opened.splice(0)).toEqual([a, b]);
  expect(await source.list({ signal: undefined })).toBe(first);
  expect(opened.splice(0)).toEqual([]);
  await writeFile(b, skillText("b", "changed"));
  opened.splice(0);
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{}, { description: "changed" }]);
  expect(opened).toEqual([b]);
});

test("E05: a file that fails to parse is skipped with the same error the second time", async () => {
  const source = directory(await folderWith({ "a/SKILL.md": "---\nname: [\n---\n", "b/SKILL.md": skillText("b") }));
  const first = await source.list({ signal: undefined });
  const second = await source.list({ signal: undefined });
  expect(names(first.skills)).toEqual(["b"]);
  expect(first.diagnostics).toMatchObject([{ code: "front-matter-yaml", severity: "error" }]);
  expect(second).toEqual(first);
});

test("a SKILL.md that failed and is mended in place is found by the next listing", async () => {
  const folder = await folderWith({ "a/SKILL.md": "no front matter" });
  const source = directory(folder);
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).diagnostics).toMatchObject([{ code: "front-matter-missing" }]);
  await writeFile(join(folder, "a/SKILL.md"), skillText("a"));
  expect(await source.list({ signal: undefined })).toMatchObject({ skills: [{ name: "a" }], diagnostics: [] });
});

test("a warning says of which skill and which file it is", async () => {
  const folder = await folderWith({ "folder/SKILL.md": "---\nname: a\ndescription: Use this: it works\n---\n" });
  const warning = { code: "unquoted-value", skill: "a", location: join(folder, "folder/SKILL.md"), line: 3 };
  expect((await list(folder)).diagnostics).toMatchObject([warning]);
});

posixOnly("a SKILL.md that is a FIFO, a socket or a device is told as such and never opened", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/x.md": "", "c/x.md": "" });
  const [fifo, socket] = ["b", "c"].map((name) => join(folder, name, "SKILL.md"));
  execFileSync("mkfifo", [fifo ?? ""]);
  const server = createServer().listen(socket);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const opened = recordOpened();
  const { skills, diagnostics } = await list(folder);
  expect(names(skills)).toEqual(["a"]);
  expect(opened).toEqual([join(folder, "a/SKILL.md")]);
  const message = (file: string | undefined) =>
    `Failed to load skill from ${file}: SKILL.md is no file but a named pipe (FIFO), a socket or a device, and is not opened. Put a text file of that name in its place, or remove it.`;
  expect(diagnostics).toMatchObject(
    [fifo, socket].map((file) => ({
      code: "skill-unreadable",
      severity: "error",
      location: file,
      message: message(file),
    })),
  );
});

test("a second listing sees what was added, changed and removed", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b"), "b/x.md": "" });
  const source = directory(folder);
  await untilClockTicked();
  await source.list({ signal: undefined });
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "changed"));
  await rm(join(folder, "b/x.md"));
  await mkdir(join(folder, "c"));
  await writeFile(join(folder, "c/SKILL.md"), skillText("c"));
  const { skills } = await source.list({ signal: undefined });
  expect(skills).toMatchObject([{ description: "changed" }, { resources: [] }, { name: "c" }]);
});

test("a second listing sees a SKILL.md that was rewritten in place, with the same length and time", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "one") });
  const source = directory(folder);
  const { mtime, atime } = await stat(join(folder, "a/SKILL.md"));
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "one" }]);
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "two"));
  await utimes(join(folder, "a/SKILL.md"), atime, mtime);
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "two" }]);
});

posixOnly.each([
  ["a skill's folder", "skills/a", "skills/a"],
  ["the root", "skills", "skills"],
])("a second listing sees that %s was swapped for an older one", async (_, from, to) => {
  const folder = await folderWith({
    "skills/a/SKILL.md": skillText("a", "new"),
    "old/skills/a/SKILL.md": skillText("a", "old"),
  });
  const source = directory(join(folder, "skills"));
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "new" }]);
  await untilClockTicked();
  await rename(join(folder, from), join(folder, "away"));
  await rename(join(folder, "old", to), join(folder, to));
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ description: "old" }]);
});

test("bad input 23: a root that is missing or a file is an error that says what to do", async () => {
  const folder = await folderWith({ "file.txt": "" });
  const missing = join(folder, "missing");
  await expect(list(missing)).rejects.toMatchObject({
    code: "source_failed",
    message: `The skills folder ${missing} does not exist. Create it, or name another one.`,
    cause: { code: "ENOENT" },
  });
  const file = join(folder, "file.txt");
  await expect(list(file)).rejects.toMatchObject({
    code: "source_failed",
    message: `${file} is a file. Name the folder that holds the skills' folders.`,
  });
});

test("a root that cannot be read for another reason is an error that names the reason", async () => {
  const root = `/${"x".repeat(300)}`;
  await expect(list(root)).rejects.toMatchObject({
    code: "source_failed",
    message: expect.stringMatching(/^The skills folder .* could not be read: ENAMETOOLONG/),
  });
});

test("an abort before a listing ends it with the signal's own reason", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const reason = new Error("enough");
  await expect(directory(folder).list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("an abort during a listing ends it before the next level of folders, and the next listing is whole", async () => {
  const folder = await folderWith({ "group/a/SKILL.md": skillText("a") });
  const controller = new AbortController();
  const reason = new Error("enough");
  const read: string[] = [];
  beforeReadingFolder((path) => {
    read.push(path);
    controller.abort(reason);
  });
  const source = directory(folder);
  await expect(source.list({ signal: controller.signal })).rejects.toBe(reason);
  expect(read).toEqual([folder]);
  expect(names((await source.list({ signal: undefined })).skills)).toEqual(["a"]);
});

test("what changed before an aborted listing is found by the next", async () => {
  const folder = await folderWith({});
  const source = directory(folder);
  await untilClockTicked();
  expect((await source.list({ signal: undefined })).skills).toEqual([]);
  await mkdir(join(folder, "a"));
  await writeFile(join(folder, "a/SKILL.md"), skillText("a"));
  await untilClockTicked();
  const controller = new AbortController();
  beforeReadingFolder(() => controller.abort());
  await expect(source.list({ signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(names((await source.list({ signal: undefined })).skills)).toEqual(["a"]);
});
