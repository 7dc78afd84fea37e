import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Diagnostic, FileSystemDiscovery } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { recordOpened } from "./node/file-system-calls.js";

const discovered = async (...args: Parameters<typeof FileSystemDiscovery.discover>) =>
  (await FileSystemDiscovery.discover(...args)).map(({ name }) => name);

test("A10: every file named exactly SKILL.md is found, three folders deep unless said otherwise", async () => {
  const folder = await folderWith({
    "b/SKILL.md": skillText("b"),
    "group/a/SKILL.md": skillText("a"),
    "1/2/3/SKILL.md": skillText("three"),
    "1/2/3-/4/SKILL.md": skillText("four"),
    "c/skill.markdown": skillText("c"),
    "node_modules/d/SKILL.md": skillText("d"),
  });
  expect(await discovered(folder)).toEqual(["a", "b", "three"]);
  expect(await discovered(folder, { maxDepth: 1 })).toEqual(["b"]);
  expect(await discovered(folder, { maxDepth: 4 })).toEqual(["a", "b", "four", "three"]);
});

test("A10: unless validation is off or strict, what breaks a rule of the format is used with a warning", async () => {
  const folder = await folderWith({ "Bad_Name/SKILL.md": skillText("Bad_Name") });
  const found: Diagnostic[] = [];
  const onDiagnostic = (diagnostic: Diagnostic) => void found.push(diagnostic);
  expect(await discovered(folder, { onDiagnostic })).toEqual(["Bad_Name"]);
  expect(found.splice(0)).toMatchObject([{ code: "name-pattern", severity: "warning" }]);
  expect(await discovered(folder, { validate: "strict", onDiagnostic })).toEqual([]);
  expect(found.splice(0)).toMatchObject([{ code: "name-pattern", severity: "error" }]);
  expect(await discovered(folder, { validate: false, onDiagnostic })).toEqual(["Bad_Name"]);
  expect(found).toEqual([]);
});

test("A12: a skill that cannot be loaded is reported, and the rest still load", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a"),
    "bad/SKILL.md": "no front matter",
    "c/SKILL.md": skillText("c"),
  });
  const reports: string[] = [];
  const onDiagnostic = ({ message }: Diagnostic) => void reports.push(message);
  expect(await discovered(folder, { onDiagnostic })).toEqual(["a", "c"]);
  const report = `Failed to load skill from ${join(folder, "bad/SKILL.md")}: The file must start with YAML front matter`;
  expect(reports).toEqual([expect.stringContaining(report)]);
});

test("A12: unless something else receives it, the report is a warning of the process; other findings are none", async () => {
  const folder = await folderWith({ "bad/SKILL.md": "no front matter", "other/SKILL.md": skillText("a") });
  const warnings: Error[] = [];
  const receive = (warning: Error) => void warnings.push(warning);
  process.on("warning", receive);
  onTestFinished(() => void process.off("warning", receive));
  expect(await discovered(folder)).toEqual(["a"]);
  await setImmediate();
  const message = expect.stringContaining(`Failed to load skill from ${join(folder, "bad/SKILL.md")}:`);
  expect(warnings).toEqual([expect.objectContaining({ name: "SkillplugWarning", message })]);
});

test("A13: a loaded skill has its fields, body, uri and whole front matter", async () => {
  const folder = await folderWith({
    "a/SKILL.md": "---\nname: a\ndescription: b\nlicense: MIT\ncompatibility: Node 20\nextra: [1]\n---\n# Body\n",
  });
  const [skill] = await FileSystemDiscovery.discover(folder);
  const fields = { name: "a", description: "b", license: "MIT", compatibility: "Node 20" };
  expect(skill).toMatchObject({ ...fields, content: "# Body\n", uri: join(folder, "a/SKILL.md") });
  expect({ ...skill?.metadata }).toEqual({ ...fields, extra: [1] });
});

test("a folder is listed once: each SKILL.md is opened for its front matter, and then for its instructions", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  // A listing that was just made is not trusted by a second one, which would open the file again.
  vi.spyOn(Date, "now").mockReturnValue(0);
  onTestFinished(() => void vi.mocked(Date.now).mockRestore());
  const opened = recordOpened();
  expect(await discovered(folder)).toEqual(["a"]);
  // Where descriptors tell their paths, a file is reached through that of its folder.
  expect(opened.filter((path) => path.endsWith("/SKILL.md"))).toHaveLength(2);
});

test("a folder that cannot be read is an error", async () => {
  const folder = join(await folderWith(), "missing");
  await expect(FileSystemDiscovery.discover(folder)).rejects.toMatchObject({
    code: "source_failed",
    message: expect.stringContaining("does not exist"),
  });
});
