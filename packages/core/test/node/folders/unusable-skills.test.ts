import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { directory, SkillsToolset } from "@skillplug/core";

import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { MAX_SKILL_FILE_BYTES } from "../../../src/base/skill.js";
import { beforeReadingFolder } from "../file-system-calls.js";

/** A trusted skill in the folder `pdf`, and strangers' skills of these names. */
async function beside(text: string, ...names: readonly string[]) {
  const ours = await folderWith({ "pdf/SKILL.md": text });
  const strangers = await folderWith(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name, "Theirs")])),
  );
  const sources = [directory(ours), directory(strangers, { trusted: false })];
  return { ours, file: join(ours, "pdf/SKILL.md"), toolset: new SkillsToolset({ sources, logger: false }) };
}

/** The names of the strangers' skills that are not used, since a trusted one has theirs. */
const refused = async (toolset: SkillsToolset) =>
  (await toolset.getDiagnostics())
    .filter(({ message }) => message.includes("although a fault keeps it from being used"))
    .map(({ skill }) => skill);

const BROKEN = "---\nname: [\n---\n";

test.each([
  ["broken", BROKEN],
  ["half-written", "---\nname: pdf"],
  ["empty", ""],
  ["too large", skillText("pdf", "Ours", "x".repeat(MAX_SKILL_FILE_BYTES))],
])("a trusted SKILL.md that is %s at the first load keeps its folder's name from strangers", async (_, text) => {
  const { toolset } = await beside(text, "pdf", "other");
  expect(await toolset.listSkills()).toEqual({ other: "Theirs" });
  expect(await refused(toolset)).toEqual(["pdf"]);
});

test.skipIf(process.platform === "win32")("so does one that is a link out of its skill", async () => {
  const { toolset, file } = await beside("", "pdf");
  rmSync(file);
  symlinkSync("/etc/passwd", file);
  expect(await toolset.listSkills()).toEqual({});
  expect(await refused(toolset)).toEqual(["pdf"]);
});

test("one that breaks later keeps the name that it had too, for as long as it is broken", async () => {
  const { toolset, file } = await beside(skillText("forms", "Ours"), "forms", "pdf");
  expect(await toolset.listSkills()).toEqual({ forms: "Ours", pdf: "Theirs" });
  await writeFile(file, BROKEN);
  for (const _ of ["at once", "and later"]) {
    await toolset.reload();
    expect(await toolset.listSkills()).toEqual({});
    expect(await refused(toolset)).toEqual(["forms", "pdf"]);
  }
  await writeFile(file, skillText("forms", "Ours again"));
  await toolset.reload();
  expect(await toolset.listSkills()).toEqual({ forms: "Ours again", pdf: "Theirs" });
  await writeFile(file, skillText("new", "Ours"));
  await toolset.reload();
  expect(await toolset.listSkills()).toEqual({ forms: "Theirs", new: "Ours", pdf: "Theirs" });
});

test("one that is gone keeps no name", async () => {
  const { toolset, ours } = await beside(skillText("forms", "Ours"), "forms", "pdf");
  await toolset.listSkills();
  await rename(join(ours, "pdf/SKILL.md"), join(ours, "pdf/other.md"));
  await toolset.reload();
  expect(await toolset.listSkills()).toEqual({ forms: "Theirs", pdf: "Theirs" });
  expect(await refused(toolset)).toEqual([]);
});

test.skipIf(process.platform === "win32")("one whose folder vanishes while it is listed keeps its names", async () => {
  const { toolset, ours } = await beside(skillText("forms", "Ours"), "forms", "pdf");
  await toolset.listSkills();
  mkdirSync(join(ours, "pdf/sub"));
  beforeReadingFolder((path) => {
    if (path === join(ours, "pdf/sub")) rmSync(join(ours, "pdf"), { recursive: true, force: true });
  });
  await toolset.reload();
  expect(await toolset.listSkills()).toEqual({});
  expect(await refused(toolset)).toEqual(["forms", "pdf"]);
});
