import { type SkillInput, SkillsToolset, type SkillsToolsetOptions, TOOL_NAMES, type ToolName } from "@skillplug/core";
import { expect, test } from "vitest";
import { changingSource } from "../sources/changing-source.js";
import { research, toolOf, weather } from "./call-tool.js";

const toolNames = async (options: SkillsToolsetOptions) =>
  (await new SkillsToolset(options).getTools()).map(({ name }) => name);

test("the tools are made once for each catalogue, and cannot be changed", async () => {
  const { source, skills } = changingSource([research]);
  const toolset = new SkillsToolset({ sources: [source] });
  const [tools, same] = await Promise.all([toolset.getTools(), toolset.getTools()]);
  expect(same).toBe(tools);
  await toolset.getInstructions();
  expect(await toolset.getTools()).toBe(tools);
  expect(Object.isFrozen(tools)).toBe(true);
  skills.set("weather", weather);
  await toolset.reload();
  expect(await toolset.getTools()).not.toBe(tools);
});

test("the instructions are made once for each catalogue and budget", async () => {
  let counts = 0;
  const toolset = new SkillsToolset({
    skills: [research, weather],
    countTokens: ({ length }) => ++counts && length / 4,
  });
  const countsFor = async (maxTokens?: number) => {
    const before = counts;
    await toolset.getInstructions({ maxTokens });
    return counts - before;
  };
  expect(await countsFor()).toBeGreaterThan(0);
  expect(await countsFor()).toBe(0);
  expect(await countsFor(5000)).toBeGreaterThan(0);
  expect(await countsFor(5000)).toBe(0);
  await toolset.reload();
  expect(await countsFor(5000)).toBeGreaterThan(0);
});

test("A41: excluded tools are not offered, an unknown name lists the names that exist", async () => {
  expect(await toolNames({ skills: [weather], excludeTools: ["run_skill_script", "list_skills"] })).toEqual([
    "search_skills",
    "load_skill",
    "read_skill_resource",
  ]);
  const unknown = () => new SkillsToolset({ excludeTools: ["load" as ToolName, "load_skill"] });
  expect(unknown).toThrow(
    `excludeTools of SkillsToolset must be a list of ${TOOL_NAMES.join(", ")}, but has "load" in it.`,
  );
  expect(unknown).toThrow(expect.objectContaining({ code: "invalid_option", available: TOOL_NAMES }));
});

test("A41: excluding load_skill is a warning, excluding another tool is none", async () => {
  const excluded = (name: ToolName) => new SkillsToolset({ skills: [research], excludeTools: [name] });
  expect(await excluded("load_skill").getDiagnostics()).toMatchObject([
    { code: "load-skill-excluded", severity: "warning" },
  ]);
  expect(await excluded("list_skills").getDiagnostics()).toEqual([]);
});

test("E22: without skills there are no tools", async () => {
  expect(await toolNames({})).toEqual([]);
});

const file = { name: "guide.md", content: "Read me" };
const script = { name: "run", function: () => "" };

test("files are offered to be read where the host shares a folder, also when no skill has one of its own", async () => {
  const skills = [{ ...research, resources: [], scripts: [] }];
  expect(await toolNames({ skills, sharedFolders: ["."] })).toContain("read_skill_resource");
  for (const sharedFolders of [undefined, []]) {
    expect(await toolNames({ skills, sharedFolders })).not.toContain("read_skill_resource");
  }
});

test.each<[string, Partial<SkillInput>, readonly ToolName[]]>([
  ["instructions alone", {}, []],
  ["a file", { resources: [file] }, ["read_skill_resource"]],
  ["a function in place of a file", { resources: [{ name: "now.py", function: () => "" }] }, ["read_skill_resource"]],
  ["a script, which can be read too", { scripts: [script] }, ["read_skill_resource", "run_skill_script"]],
])("a tool that could do nothing is not offered: skills of %s", async (_, more, tools) => {
  expect(await toolNames({ skills: [research, { ...research, name: "other", ...more }] })).toEqual([
    "list_skills",
    "search_skills",
    "load_skill",
    ...tools,
  ]);
});

test("the list is paid once where the instructions alone hold it", async () => {
  const toolset = new SkillsToolset({ skills: [research], listSkillsIn: "instructions" });
  expect((await toolOf(toolset, "load_skill")).description).toBe(
    "Loads a skill: its instructions, and the names of its files and scripts.",
  );
  expect(await toolset.getInstructions()).toContain("- web-research: ");
});
