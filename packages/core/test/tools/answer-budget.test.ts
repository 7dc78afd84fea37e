import { estimateTokens, SkillsToolset, type SkillsToolsetOptions, type SkillTool } from "@skillplug/core";
import { expect, test } from "vitest";
import { createAnswerBudget } from "../../src/prompt/answer-budget.js";
import { createScriptAnswers } from "../../src/tools/script-answer.js";

const chinese = "天气预报说明天会下雨，请带伞出门。\n".repeat(10_000);
const skill = {
  name: "weather",
  description: "Tells the weather",
  content: chinese,
  resources: [
    { name: "long.md", content: chinese },
    ...Array.from({ length: 100 }, (_, index) => ({ name: `列表文件${index}.md`, content: "" })),
  ],
  scripts: [{ name: "forecast", function: () => chinese }],
};
const many = Array.from({ length: 3_000 }, (_, index) => ({
  name: `skill-${index}`,
  description: "天气预报说明天会下雨",
  content: "x",
}));

const inputs = {
  list_skills: {},
  search_skills: { query: "天气 预报 weather", limit: 50 },
  load_skill: { name: "weather" },
  read_skill_resource: { skill_name: "weather", resource_name: "long.md", limit: 1e7 },
  run_skill_script: { skill_name: "weather", script_name: "forecast" },
} as const;

async function answersWith(options: SkillsToolsetOptions) {
  const tools = await new SkillsToolset({ skills: [skill, ...many], logger: false, ...options }).getTools();
  const answer = async ({ name, execute }: SkillTool) => [name, await execute(inputs[name])] as const;
  return Promise.all(tools.map(answer));
}

test.each([
  [{}, 15_000],
  [{ maxAnswerTokens: 1_000 }, 1_000],
  [{ maxAnswerTokens: 2_000, countTokens: (text: string) => text.length * 2 }, 2_000],
])("with %j no answer costs more than %d tokens, whatever the model asks for", async (options, most) => {
  const count = "countTokens" in options ? options.countTokens : estimateTokens;
  const answers = await answersWith(options);
  expect(answers).toHaveLength(5);
  for (const [name, answer] of answers) {
    expect(answer.ok, name).toBe(true);
    // A search has a smaller bound of its own, which counts by estimate.
    if (name !== "search_skills" || count === estimateTokens)
      expect(count(answer.text), name).toBeLessThanOrEqual(most);
    if (!/^(?:list|search)/.test(name)) expect(count(answer.text), name).toBeGreaterThan(most * 0.6);
  }
});

test("without a bound in tokens the one in characters holds, and a page is as long as asked for", async () => {
  const answers = new Map(await answersWith({ maxAnswerTokens: Number.POSITIVE_INFINITY }));
  expect(answers.get("load_skill")?.text.length).toBeGreaterThan(49_900);
  expect(answers.get("run_skill_script")?.text.length).toBeGreaterThan(49_900);
  expect(answers.get("read_skill_resource")?.text).toMatch(/\[characters 0 to 100000 of 180000; /);
});

test("what a program is given beside a long answer is no longer than one, since histories keep both", async () => {
  const answers = new Map(await answersWith({}));
  const answer = answers.get("run_skill_script");
  const { stdout } = (answer?.ok ? answer.data : {}) as { stdout: string };
  expect(stdout.length).toBeLessThanOrEqual(50_000);
  expect(stdout).toContain(" characters left out …]");
});

test("the files that a run changed count too: of long names fewer are told", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${"列表文件".repeat(15)}${index}`);
  const done = { exitCode: 0, signal: null, truncated: false, durationMs: 1 };
  const files = names.map((path) => ({ path, size: 1, change: "created" as const }));
  for (const [stdout, stderr] of [
    ["", ""],
    [chinese, ""],
    [chinese, chinese],
  ] as const) {
    const { report } = createScriptAnswers(undefined, createAnswerBudget(1_000, estimateTokens));
    const text = report({ ...done, stdout, stderr, changes: { files, more: 0, complete: true } });
    expect(estimateTokens(text)).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/Changed in the work folder while it ran: .*(?:more|files)\.\]$/);
  }
});
