import { rename, rm, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { directory, type SkillSummary } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { untilClockTicked } from "./listing.js";

const unlisted: SkillSummary = { name: "a", description: "b", metadata: {}, resources: [], scripts: [] };

test("a folder is named by its whole path, and is trusted unless it is said not to be", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const source = directory(relative(process.cwd(), folder));
  expect([source.id, source.trusted]).toEqual([folder, true]);
  expect((await source.list({ signal: undefined })).skills).toMatchObject([{ baseDir: join(folder, "a") }]);
  expect(directory(folder, { trusted: false }).trusted).toBe(false);
});

test("a skill's folder is known, and a skill that was not listed by the folder is refused", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const source = directory(folder);
  const [skill] = (await source.list({ signal: undefined })).skills;
  expect(skill && source.directoryOf?.(skill)).toBe(join(folder, "a"));
  const refused = { code: "source_failed", message: `The skill "a" was not listed by the folder ${folder}.` };
  expect(() => source.directoryOf?.(unlisted)).toThrow(expect.objectContaining(refused));
  await expect(source.readFile(unlisted, "SKILL.md", { maxBytes: 10 })).rejects.toMatchObject(refused);
});

test("a source that never listed serves one that tells its own skills: a folder is pinned at each call", async () => {
  const folder = await folderWith({ "a/x.md": "text" });
  const source = directory(folder);
  const skill = { ...unlisted, baseDir: join(folder, "a") };
  expect(await source.readFile(skill, "x.md", { maxBytes: 5 })).toHaveLength(4);
  expect(source.directoryOf?.(skill)).toBe(skill.baseDir);
  expect(await source.filesOf?.(skill, { signal: undefined })).toMatchObject([{ path: "x.md" }]);
  await source.checkFolder?.(skill);
  // Once it lists, what it did not list is none of its skills.
  await source.list({ signal: undefined });
  await expect(source.readFile(skill, "x.md", { maxBytes: 5 })).rejects.toMatchObject({ code: "source_failed" });
});

test("listings that are asked for at once are the same", async () => {
  const source = directory(await folderWith({ "a/SKILL.md": skillText("a") }));
  await untilClockTicked();
  const [one, two] = await Promise.all([source.list({ signal: undefined }), source.list({ signal: undefined })]);
  expect(one.skills).toHaveLength(1);
  // The second waited for the first, and had nothing left to read.
  expect(two).toBe(one);
});

test("a file of a skill is read within the limit and until the signal", async () => {
  const source = directory(await folderWith({ "a/SKILL.md": skillText("a"), "a/x.md": "12345" }));
  const [skill = unlisted] = (await source.list({ signal: undefined })).skills;
  expect(await source.readFile(skill, "x.md", { maxBytes: 5 })).toHaveLength(5);
  await expect(source.readFile(skill, "x.md", { maxBytes: 4 })).rejects.toThrow("at most 4 are read");
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await expect(source.readFile(skill, "x.md", { maxBytes: 5, signal })).rejects.toBe(reason);
});

test("bad input 20: a folder swapped for a symlink, and a deleted file, are errors", async () => {
  const outside = await folderWith({ "x.md": "secret" });
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/docs/x.md": "x", "a/gone.md": "x" });
  const source = directory(folder);
  const [skill = unlisted] = (await source.list({ signal: undefined })).skills;
  await rm(join(folder, "a/gone.md"));
  await rename(join(folder, "a/docs"), join(folder, "a/old"));
  await symlink(outside, join(folder, "a/docs"), "junction");
  await expect(source.readFile(skill, "gone.md", { maxBytes: 10 })).rejects.toThrow("does not exist any more");
  await expect(source.readFile(skill, "docs/x.md", { maxBytes: 10 })).rejects.toThrow("leads out");
});
