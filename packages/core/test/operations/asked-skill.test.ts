import { directory, memory, type SkillSource, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const sourceOf = (name: string, trusted: boolean): SkillSource => ({
  ...memory([{ name, description: "d", content: trusted ? "OURS" : "THEIRS" }], { id: trusted ? "ours" : "theirs" }),
  trusted,
});

test.each([
  ["a long name is cut to", "a".repeat(80), `${"a".repeat(63)}…`],
  ["a name with decomposed letters is composed to", "cafe\u0301", "caf\u00E9"],
  ["a name with two spaces is shown as", "data  tools", "data tools"],
  ["a name with a hidden character is shown as", "pd\u200Bf", "pdf"],
  ["a name is escaped to", "q&a", "q&amp;a"],
])("a stranger does not get the calls for what %s", async (_, own, strangers) => {
  for (const sources of [
    [sourceOf(own, true), sourceOf(strangers, false)],
    [sourceOf(strangers, false), sourceOf(own, true)],
  ]) {
    const toolset = new SkillsToolset({ sources, logger: false });
    expect(await toolset.loadSkill(strangers)).toContain("OURS");
    expect(await toolset.loadSkill(own)).toContain("OURS");
  }
});

test("a stranger's skill is found by its exact name where no trusted one is shown by it", async () => {
  const sources = [sourceOf("pdf-forms", true), sourceOf("pdf", false)];
  const toolset = new SkillsToolset({ sources, logger: false });
  expect(await toolset.loadSkill("pdf")).toContain("THEIRS");
  const equals = new SkillsToolset({ sources: [sourceOf("data  tools", false), sourceOf("data tools", false)] });
  expect(await equals.loadSkill("data tools")).toContain("THEIRS");
});

test("strangers push no trusted name out of what is proposed for a wrong one, and look-alikes are not proposed", async () => {
  const strangers = Array.from({ length: 40 }, (_, index) => `brokeb-${index}`);
  const sources = [
    ...[...strangers, "refund_policy"].map((name) => sourceOf(name, false)),
    sourceOf("refund-policy", true),
  ];
  const error = await new SkillsToolset({ sources, logger: false }).loadSkill("broken").catch((thrown) => thrown);
  expect(error.available[0]).toBe("refund-policy");
  expect(error.message).toContain("Available skills: refund-policy, brokeb-");
  expect(error.available).toHaveLength(20);
  expect(error.available).not.toContain("refund_policy");
});

const errorFor = (toolset: SkillsToolset, name: string) => toolset.loadSkill(name).catch((thrown: unknown) => thrown);

test("an error tells the nearest name where one is near, and none where none is", async () => {
  const toolset = new SkillsToolset({ sources: ["big", "refund-policy"].map((name) => sourceOf(name, true)) });
  expect(await errorFor(toolset, "refund")).toMatchObject({
    nearest: "refund-policy",
    available: ["refund-policy", "big"],
  });
  expect(await errorFor(toolset, "zzzzzz")).toMatchObject({ nearest: undefined, code: "skill_not_found" });
});

test("of a skill that was not loaded it is told why, also by the name of its folder", async () => {
  const broken = skillText("proper-name").replace("description", "summary");
  const folder = await folderWith({ "broken/SKILL.md": broken, "other/SKILL.md": skillText("other") });
  const toolset = new SkillsToolset({ directories: [folder], logger: false });
  expect(await errorFor(toolset, "broken")).toMatchObject({
    code: "skill_not_found",
    available: undefined,
    message: expect.stringMatching(/^Skill 'broken' cannot be used: Failed to load .*"description" is missing/),
  });
});

test("of a plugin's skill that was not loaded it is told why, also by its plugin's name in front", async () => {
  const folder = await folderWith({ "plugins/one/skills/broken/SKILL.md": "---\nname: broken\n---\n" });
  const toolset = new SkillsToolset({ directories: [folder], logger: false });
  for (const name of ["broken", "one:broken"]) {
    expect(await errorFor(toolset, name)).toMatchObject({ message: expect.stringContaining("Failed to load skill") });
  }
});

test("of a skill that strict rules leave out it is told why", async () => {
  const folder = await folderWith({ "folder/SKILL.md": skillText("other-name") });
  const toolset = new SkillsToolset({ directories: [folder], validate: "strict", logger: false });
  expect(await errorFor(toolset, "other-name")).toMatchObject({
    message: expect.stringMatching(/^Skill 'other-name' cannot be used: .*differs from its folder/),
  });
});

test("of what strangers broke, and of what the program filters out, nothing is told", async () => {
  const folder = await folderWith({ "broken/SKILL.md": "---\nname: broken\n---\n", "a/SKILL.md": skillText("a") });
  const strangers = new SkillsToolset({ sources: [directory(folder, { trusted: false })], logger: false });
  expect(await errorFor(strangers, "broken")).toMatchObject({ available: ["a"] });
  const filtered = new SkillsToolset({ directories: [folder], filter: ({ name }) => name !== "a", logger: false });
  expect(await errorFor(filtered, "a")).toMatchObject({ available: [] });
  const other = await folderWith({ "warned/SKILL.md": skillText("other-name") });
  const warned = new SkillsToolset({ directories: [other], filter: () => false, logger: false });
  expect(await errorFor(warned, "other-name")).toMatchObject({ available: [] });
});

test("a skill is found by its name in another case, and with other marks between its words", async () => {
  const made = (name: string) => ({ name, description: name, content: "" });
  const toolset = new SkillsToolset({ skills: [made("brand-guidelines"), made("Two"), made("two")], logger: false });
  for (const name of ["Brand_Guidelines", "brand guidelines", "BRAND-GUIDELINES"]) {
    expect(await toolset.loadSkill(name)).toContain("## Skill: brand-guidelines");
  }
  await expect(toolset.loadSkill("TWO")).rejects.toThrow("not found");
  expect(await toolset.loadSkill("Two")).toContain("## Skill: Two");
});
