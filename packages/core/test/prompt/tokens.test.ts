import { countSkillTokens, estimateTokens, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { countTokens } from "./topic-skills.js";

test("what each level of a skill costs", async () => {
  const resources = [
    { name: "guide.md", content: "Read this. ".repeat(100) },
    { name: "live", function: () => "x" },
  ];
  const toolset = new SkillsToolset({
    skills: [{ name: "a", description: "Does a", content: "Do it. ".repeat(50), resources }],
  });
  const skill = await toolset.getSkill("a");
  if (!skill) throw new Error("there is no skill");
  const tokens = await countSkillTokens(skill, countTokens);
  expect(tokens).toEqual({
    metadata: countTokens("- a: Does a"),
    instructions: countTokens("Do it. ".repeat(50)),
    resources: { "guide.md": countTokens("Read this. ".repeat(100)) },
  });
  const estimated = await countSkillTokens(skill);
  expect(estimated.instructions / tokens.instructions).toBeGreaterThan(0.8);
  expect(estimated.instructions / tokens.instructions).toBeLessThan(1.5);
  expect(estimateTokens("")).toBe(0);
});
