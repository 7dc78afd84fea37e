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

test("what a list shows of a skill is counted: when_to_use too, and nothing of one that only people may call for", async () => {
  const metadata = { when_to_use: "For walls." };
  const toolset = new SkillsToolset({
    skills: [
      { name: "a", description: "Paints.", content: "x", metadata },
      { name: "b", description: "Wipes.", content: "x", metadata: { "disable-model-invocation": true } },
    ],
  });
  const [a, b] = await Promise.all([toolset.getSkill("a"), toolset.getSkill("b")]);
  if (!a || !b) throw new Error("no skill");
  expect((await countSkillTokens(a, countTokens)).metadata).toBe(countTokens("- a: Paints. For walls."));
  expect((await countSkillTokens(b, countTokens)).metadata).toBe(0);
});
