import { SkillsToolset, type SkillsToolsetOptions } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const own = { name: "own-skill", description: "Finds papers", content: "# Own" };
const misnamed = { ...own, name: "Bad_Name" };
const related = { ...own, name: "related", description: "Draws tables, and finds much else that is seldom in papers" };

const skillNames = async (options: SkillsToolsetOptions) =>
  Object.keys(await new SkillsToolset({ logger: false, ...options }).listSkills());
const toolNames = async (options: SkillsToolsetOptions) =>
  (await new SkillsToolset(options).getTools()).map(({ name }) => name);

test("A07: each option of a toolset does what it is for", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "1/2/3/b/SKILL.md": skillText("b") });
  expect(await skillNames({ skills: [own] })).toEqual(["own-skill"]);
  expect(await skillNames({ directories: [folder] })).toEqual(["a"]);
  expect(await skillNames({ directories: [folder], maxDepth: 4 })).toEqual(["a", "b"]);
  expect(await skillNames({ skills: [misnamed] })).toEqual(["Bad_Name"]);
  expect(await skillNames({ skills: [misnamed], validate: "strict" })).toEqual([]);
  expect(await toolNames({ skills: [own] })).toContain("search_skills");
  expect(await toolNames({ skills: [own], enableBM25: false })).not.toContain("search_skills");
  expect(await toolNames({ skills: [own], excludeTools: ["list_skills"] })).not.toContain("list_skills");
  const instructionTemplate = "Mine: {skills_list}";
  expect(await new SkillsToolset({ skills: [own], instructionTemplate }).getInstructions()).toMatch(
    /^Mine: .*own-skill/s,
  );
  const found = async (bm25Threshold: number) =>
    (await new SkillsToolset({ skills: [own, related], bm25Threshold }).searchSkills("papers")).map(({ name }) => name);
  expect(await found(0)).toEqual(["own-skill", "related"]);
  expect(await found(1)).toEqual(["own-skill"]);
});
