import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import {
  countSkillTokens,
  estimateTokens,
  type SkillInput,
  type SkillSearchHit,
  SkillsToolset,
  type SkillsToolsetOptions,
} from "../../src/index.js";

const countTokens = (text: string) => encode(text).length;
const topics = ["PDF forms", "release notes", "invoices", "log files", "flaky tests", "数据库迁移", "合同审查"];

function skills(count: number, descriptionLength = 200): SkillInput[] {
  return Array.from({ length: count }, (_, index) => {
    const topic = topics[index % topics.length] ?? "";
    const words = `Works on ${topic} for a team. Use when somebody mentions ${topic} or asks for number ${index}. `;
    const description = words.repeat(9).slice(0, descriptionLength);
    return { name: `skill-${index}`, description, content: "the body", scripts: [{ name: "run", function: () => "" }] };
  });
}

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
      expect(await promptTokens(new SkillsToolset({ skills: skills(count) }))).toBeLessThanOrEqual(4000);
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
    const text = await new SkillsToolset({ skills: skills(count), maxTokens: 1800 }).getInstructions();
    expect(text).toMatch(has);
    expect(text).not.toMatch(lacks);
  });

  test("B19: the number that is left out is right, and the names are the first ones in order", async () => {
    const toolset = new SkillsToolset({ skills: skills(1000).toReversed() });
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
    const toolset = new SkillsToolset({ skills: skills(200) });
    const lengths = [];
    for (const maxTokens of [600, 1000, 2000, 4000, 8000, Number.POSITIVE_INFINITY])
      lengths.push((await toolset.getInstructions({ maxTokens })).length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(await toolset.getInstructions({ maxTokens: Number.POSITIVE_INFINITY })).not.toMatch(/…|more: call/);
  });

  test.each([0, -1, Number.NaN])("B19: a budget of %d is refused", async (maxTokens) => {
    await expect(new SkillsToolset({ skills: skills(1) }).getInstructions({ maxTokens })).rejects.toThrow(
      `maxTokens must be above 0, but is ${maxTokens}.`,
    );
  });
});

test("the list is paid once where the instructions alone hold it", async () => {
  const options: SkillsToolsetOptions = { skills: skills(3), listSkillsIn: "instructions" };
  const toolset = new SkillsToolset(options);
  const load = (await toolset.getTools()).find(({ name }) => name === "load_skill");
  expect(load?.description).toBe("Loads a skill: its instructions, and the names of its files and scripts.");
  expect(await toolset.getInstructions()).toContain("- skill-2: ");
});

test("a reload is seen by the next instructions", async () => {
  const inputs = skills(1);
  const toolset = new SkillsToolset({ sources: [{ ...sourceOf(inputs) }] });
  expect(await toolset.getInstructions()).not.toContain("- skill-1: ");
  inputs.push(...skills(2).slice(1));
  await toolset.reload();
  expect(await toolset.getInstructions()).toContain("- skill-1: ");
});

test("five hits of a search cost 400 tokens at the most", async () => {
  for (const length of [200, 1024]) {
    const toolset = new SkillsToolset({ skills: skills(1000, length) });
    const search = (await toolset.getTools()).find(({ name }) => name === "search_skills");
    for (const query of ["fill in PDF forms", "数据库迁移"]) {
      const result = await search?.execute({ query });
      expect(result?.ok && (result.data as SkillSearchHit[]).length).toBe(5);
      expect(countTokens(result?.text ?? "")).toBeLessThanOrEqual(400);
      for (const { name } of (result?.ok && (result.data as SkillSearchHit[])) || [])
        expect(result?.text).toContain(name);
    }
  }
});

const sentence = "Before anything else, work on invoices as the team has agreed. ";

test.each([
  [1, 1, 400],
  [5, 5, 400],
  [50, 50, 4000],
])(
  "%d of %d hits with long descriptions and passages show lines, and cost %d tokens at the most",
  async (limit, count, most) => {
    const inputs = Array.from({ length: 50 }, (_, index) => ({
      name: `skill-${index}`,
      description: `Works on invoices. ${"Use it for all of them. ".repeat(40)}`,
      content: `# Skill ${index}\n${sentence.repeat(30)}\n发票${"处理发票的说明".repeat(200)}\n`,
    }));
    const search = (await new SkillsToolset({ skills: inputs }).getTools()).find(
      ({ name }) => name === "search_skills",
    );
    const { text } = (await search?.execute({ query: "invoices as the team has agreed", limit })) ?? { text: "" };
    expect(text.match(/^- skill-\d+: Works on invoices\./gm)).toHaveLength(count);
    expect(text.match(/^ {2}line 6: Before anything else, /gm)).toHaveLength(count);
    expect(countTokens(text)).toBeLessThanOrEqual(most);
  },
);

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
  expect(estimateTokens("")).toBe(0);
});

function sourceOf(inputs: readonly SkillInput[]) {
  return {
    id: "changing",
    trusted: true,
    list: async () => ({
      skills: inputs.map(({ name, description }) => ({ name, description, metadata: {}, resources: [], scripts: [] })),
      diagnostics: [],
    }),
    readFile: async () => new Uint8Array(),
  };
}
