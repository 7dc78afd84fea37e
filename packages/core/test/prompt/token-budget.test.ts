import { SkillsToolset } from "@skillplug/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changingSource } from "../sources/changing-source.js";
import { countTokens, topicSkills } from "./topic-skills.js";

/** What a request holds of the skills, counted as OpenAI counts. */
async function promptTokens(toolset: SkillsToolset, options?: { maxTokens: number }): Promise<number> {
  const tools = await toolset.getTools();
  const definitions = tools.map(({ name, description, inputSchema: parameters }) =>
    JSON.stringify({ type: "function", name, description, parameters }),
  );
  return countTokens([await toolset.getInstructions(options), ...definitions].join("\n"));
}

describe("B19: the instructions fit a budget", () => {
  test.each([10, 100, 1000, 5000])(
    "B19: prompt and tools of %i skills cost 4,000 tokens at the most",
    async (count) => {
      expect(await promptTokens(new SkillsToolset({ skills: topicSkills(count) }))).toBeLessThanOrEqual(4000);
    },
  );

  const stages = {
    everything: { count: 8, has: /- skill-7: Works on PDF forms .*asks for number 7/, lacks: /…|more: call/ },
    "shorter descriptions": { count: 40, has: /- skill-39: Works on .*…\n/, lacks: /more: call/ },
    "names alone": { count: 120, has: /- skill-0\n- skill-1\n.*- skill-99\n/s, lacks: /Works on|more: call/ },
    "some names, and how many are left out": {
      count: 1000,
      has: /\nand \d+ more: call search_skills to find them\.\n/,
      lacks: /Works on/,
    },
  };
  test.each(Object.entries(stages))("B19: %s", async (_, { count, has, lacks }) => {
    const text = await new SkillsToolset({ skills: topicSkills(count), maxTokens: 1800 }).getInstructions();
    expect(text).toMatch(has);
    expect(text).not.toMatch(lacks);
  });

  test("B19: the number that is left out is right, and the names are the first ones in order", async () => {
    const toolset = new SkillsToolset({ skills: topicSkills(1000).toReversed() });
    const text = await toolset.getInstructions();
    const listed = [...text.matchAll(/^- (skill-\d+)$/gm)].map(([, name]) => name);
    expect(text).toContain(`and ${1000 - listed.length} more: call search_skills`);
    expect(listed).toEqual(
      Object.keys(await toolset.listSkills())
        .sort((a, b) => a.localeCompare(b, "en"))
        .slice(0, listed.length),
    );
  });

  test("B19: with a model's own tokenizer, never more than the budget, whatever the skills are", async () => {
    const skill = fc.record({
      name: fc.stringMatching(/^[a-z0-9]{1,30}$/),
      description: fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(skill, { selector: ({ name }) => name, minLength: 1, maxLength: 60 }),
        fc.integer({ min: 900, max: 3000 }),
        async (inputs, maxTokens) => {
          const toolset = new SkillsToolset({
            skills: inputs.map((input) => ({ ...input, content: "" })),
            validate: false,
            logger: false,
            countTokens,
          });
          expect(await promptTokens(toolset, { maxTokens })).toBeLessThanOrEqual(maxTokens + SEAMS);
        },
      ),
      { numRuns: 60 },
    );
  });
  /** Texts that are counted apart may cost a token more or less where they meet. */
  const SEAMS = 4;

  test("B19: a larger budget never lists fewer, and without a limit nothing is cut", async () => {
    const toolset = new SkillsToolset({ skills: topicSkills(200) });
    const lengths = [];
    for (const maxTokens of [600, 1000, 2000, 4000, 8000, Number.POSITIVE_INFINITY])
      lengths.push((await toolset.getInstructions({ maxTokens })).length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(await toolset.getInstructions({ maxTokens: Number.POSITIVE_INFINITY })).not.toMatch(/…|more: call/);
  });

  test("B19: the budget is 4,000 tokens where none is given, and a call's own goes before the toolset's", async () => {
    const toolset = new SkillsToolset({ skills: topicSkills(2000), countTokens: ({ length }) => length / 4 });
    const usual = await toolset.getInstructions();
    expect(await toolset.getInstructions({ maxTokens: 4000 })).toBe(usual);
    for (const maxTokens of [3990, 4010]) expect(await toolset.getInstructions({ maxTokens })).not.toBe(usual);
    const own = new SkillsToolset({
      skills: topicSkills(2000),
      maxTokens: 3990,
      countTokens: ({ length }) => length / 4,
    });
    expect(await own.getInstructions()).toBe(await toolset.getInstructions({ maxTokens: 3990 }));
    expect(await own.getInstructions({ maxTokens: 4000 })).toBe(usual);
  });

  test.each([0, -1, Number.NaN])("B19: a budget of %d is refused", async (maxTokens) => {
    await expect(new SkillsToolset({ skills: topicSkills(1) }).getInstructions({ maxTokens })).rejects.toThrow(
      `maxTokens must be above 0, but is ${maxTokens}.`,
    );
  });
});

test("a reload is seen by the next instructions", async () => {
  const { source, skills } = changingSource([{ name: "a", description: "Does a", content: "" }]);
  const toolset = new SkillsToolset({ sources: [source] });
  expect(await toolset.getInstructions()).not.toContain("- b: ");
  skills.set("b", { name: "b", description: "Does b", content: "" });
  await toolset.reload();
  expect(await toolset.getInstructions()).toContain("- b: Does b");
});
