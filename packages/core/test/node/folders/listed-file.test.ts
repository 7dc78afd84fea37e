import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, type SkillValidationError } from "@skillplug/core";
import { parseSkill } from "@skillplug/core/format";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { list, names } from "./listing.js";

const posixOnly = test.skipIf(process.platform === "win32");

test.each([
  ["a fence with more on its line before a good one", "---\nname: a\n---x\ndescription: b\n---\nBody"],
  ["no opening fence", "# Title\n\n---\nname: a\n---\n"],
  ["blank lines before the fence", "\n\n---\nname: a\ndescription: b\n---\n"],
  ["no closing fence", "---\nname: a\ndescription: b\n"],
  ["another language", "---js\nmodule.exports = {}\n---\nBody"],
  ["a missing description", "---\nname: a\n---\n---\ndescription: b\n---\n"],
  ["broken YAML", "---\nname: [a\ndescription: b\n---\nBody"],
  ["nothing", ""],
])("a listing, which reads the front matter alone, says of %s what parseSkill says of the whole", async (_, text) => {
  const folder = await folderWith({ "a/SKILL.md": text });
  const { diagnostics } = await directory(folder).list({ signal: undefined });
  const error: SkillValidationError = await parseSkill(text).then(
    () => Promise.reject(new Error("it was accepted")),
    (thrown: SkillValidationError) => thrown,
  );
  const message = `Failed to load skill from ${join(folder, "a/SKILL.md")}: ${error.message}`;
  expect(diagnostics).toMatchObject([{ code: error.reason, message, line: error.line }]);
});

test.each([
  "---\nname: a\ndescription: b\n---",
  "---\r\nname: a\r\ndescription: b\r\n--- \r\nBody\n---\n",
  "\uFEFF---\nname: a\ndescription: b\n---\n技",
])("a listing finds the end of the front matter as parseSkill does: %j", async (text) => {
  const { skills } = await directory(await folderWith({ "a/SKILL.md": text })).list({ signal: undefined });
  const { content: _, warnings: __, ...fields } = await parseSkill(text);
  expect(skills).toMatchObject([fields]);
});

test("bad input 9: UTF-16, invalid UTF-8 and NUL are refused, wherever they stand", async () => {
  const folder = await folderWith({
    "utf16/SKILL.md": Buffer.from(`\uFEFF${skillText("a")}`, "utf16le"),
    "invalid/SKILL.md": Buffer.concat([Buffer.from(skillText("b")), Buffer.from([0xc3, 0x28])]),
    "nul/SKILL.md": `${skillText("c")}\0`,
  });
  const { skills, diagnostics } = await list(folder);
  expect(skills).toEqual([]);
  const message = expect.stringContaining("The file is not UTF-8 text. Save it as UTF-8.");
  expect(diagnostics).toMatchObject(Array(3).fill({ code: "encoding", severity: "error", message }));
});

test("B13: the body is not kept, and the revision tells its changes", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a", "b", "one") });
  const source = directory(folder);
  const [before] = (await source.list({ signal: undefined })).skills;
  await writeFile(join(folder, "a/SKILL.md"), skillText("a", "b", "two"));
  const [after] = (await source.list({ signal: undefined })).skills;
  expect(before).not.toHaveProperty("content");
  expect(after).toEqual({ ...before, revision: after?.revision });
  expect(after?.revision).not.toBe(before?.revision);
});

posixOnly("a skill that is mounted by Kubernetes, where all files are links into ..data, is read", async () => {
  const folder = await folderWith({ "a/..2026_11_21/SKILL.md": skillText("a"), "a/..2026_11_21/guide.md": "Guide" });
  await symlink("..2026_11_21", join(folder, "a/..data"));
  for (const name of ["SKILL.md", "guide.md"]) await symlink(`..data/${name}`, join(folder, "a", name));
  const source = directory(folder);
  const { skills, diagnostics } = await source.list({ signal: undefined });
  expect(diagnostics).toEqual([]);
  expect(skills).toMatchObject([{ name: "a", resources: [{ name: "guide.md" }] }]);
  const bytes = skills[0] && (await source.readFile(skills[0], "guide.md", { maxBytes: 10 }));
  expect(Buffer.from(bytes ?? []).toString()).toBe("Guide");
});

posixOnly("a SKILL.md that is a link is read again by each listing", async () => {
  const folder = await folderWith({ "a/first.md": skillText("first"), "a/second.md": skillText("second") });
  await symlink("current.md", join(folder, "a/SKILL.md"));
  await symlink("first.md", join(folder, "a/current.md"));
  const source = directory(folder);
  expect(names((await source.list({ signal: undefined })).skills)).toEqual(["first"]);
  await writeFile(join(folder, "a/first.md"), skillText("changed"));
  expect(names((await source.list({ signal: undefined })).skills)).toEqual(["changed"]);
});

posixOnly("a SKILL.md that is a link to a folder or to too large a file is refused", async () => {
  const folder = await folderWith({ "large/real.md": skillText("a", "b", "x".repeat(1024 * 1024)) });
  await symlink("real.md", join(folder, "large/SKILL.md"));
  await mkdir(join(folder, "folder/real"), { recursive: true });
  await symlink("real", join(folder, "folder/SKILL.md"));
  const { skills, diagnostics } = await list(folder);
  expect(skills).toEqual([]);
  expect(diagnostics.map(({ location, message }) => [location, message])).toEqual([
    [join(folder, "folder/SKILL.md"), expect.stringContaining("is no file but a folder")],
    [join(folder, "large/SKILL.md"), expect.stringContaining("at most 1048576 are read")],
  ]);
});
