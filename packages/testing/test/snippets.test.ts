import { fileURLToPath, pathToFileURL } from "node:url";
import { format } from "node:util";
import { hasProgram } from "@skillplug/testing/has-program";
import { WEATHER } from "@skillplug/testing/snippets/given/reader";
import { type Program, programsOf, toModule } from "@skillplug/testing/snippets/programs";
import { LAST_WORDS, snippetModel } from "@skillplug/testing/snippets/snippet-model";
import { type SnippetServers, snippetServers } from "@skillplug/testing/snippets/snippet-servers";
import { allPrograms, writePrograms } from "@skillplug/testing/snippets/write-programs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
let servers: SnippetServers;

beforeAll(async () => {
  // Where their readers are, with the skills beside them.
  process.chdir(root);
  servers = await snippetServers();
});
afterAll(() => servers.close());
beforeEach(() => snippetModel.reset());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs a program, and resolves to what it printed. */
async function execute(program: Program): Promise<string> {
  for (const [name, value] of Object.entries(servers.environmentFor(program.code))) vi.stubEnv(name, value);
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values) => void printed.push(format(...values)));
  const { files, remove } = await writePrograms(root, [program]);
  try {
    for (const file of files) await import(pathToFileURL(file).href);
  } finally {
    remove();
  }
  return printed.join("\n");
}

/** Runs a program, and throws unless it did what its reader expects. */
async function run(program: Program): Promise<void> {
  const printed = await execute(program);
  if (!usesModel(program)) return;
  expect(snippetModel.ended.length, "no conversation with the model came to its end").toBeGreaterThan(0);
  expect(snippetModel.ended.length, "a conversation did not come to its end").toBe(snippetModel.begun);
  for (const answers of snippetModel.ended) {
    const answer = (name: string) => answers.find((candidate) => candidate.name === name)?.text;
    expect(answer("load_skill")).toContain('<skill_content name="arxiv-search">');
    expect(answer("run_skill_script")).toContain("Usage: search.mjs");
    if (/\bweather\b/.test(program.code)) expect(answer("weather")).toBe(WEATHER.answer);
  }
  if (/\bconsole\.log\(/.test(program.code)) expect(printed).toContain(LAST_WORDS);
}

/** Whether the program puts the skills before a model. */
function usesModel({ code }: Program): boolean {
  return /\b(?:to\w+Tools|skillsMiddleware)\(/.test(code);
}

describe("the code of the READMEs and guides runs", () => {
  for (const program of allPrograms(root)) {
    const lacksPython = /runSkillScript\("csv-profiler"/.test(program.code) && !hasProgram("python3");
    test.skipIf(lacksPython)(program.place, () => run(program));
  }
});

describe("a loop of a raw API", () => {
  const loops = allPrograms(root).filter(({ code }) => /\brun\w+ToolCalls\(/.test(code));
  test("is shown for each of them", () => expect(loops.length).toBeGreaterThan(8));

  test.each(loops)("answers a name that the model has made up: $place", async (program) => {
    snippetModel.reset({ makesUp: true });
    // A call without an answer would be refused by the server, as by every provider.
    await run(program);
    const names = snippetModel.ended.flatMap((answers) => answers.map(({ name }) => name));
    expect(names).toContain("made_up");
  });

  test.each(loops)("does not go on for ever: $place", async (program) => {
    snippetModel.reset({ isEndless: true });
    await execute(program);
    expect(snippetModel.requests.length).toBeGreaterThan(10);
  });
});

describe("a program is found out that", () => {
  const start = `import { loadSkills, toAiSdkTools } from "@skillplug/ai-sdk";
import { generateText, isStepCount } from "ai";
const stopWhen = isStepCount(8);
const tools = await toAiSdkTools(await loadSkills("./skills"));`;
  const faults = [
    ["throws", 'throw new Error("by the program");', "by the program"],
    ["asks no model", "", "no conversation"],
    ["leaves the skill tools out", "await generateText({ model, prompt, stopWhen });", "offered no tool"],
    ["leaves the other tool out", "if (weather) await generateText({ model, prompt, stopWhen, tools });", "sunny"],
    ["ends before the model has its answers", "await generateText({ model, prompt, tools });", "no conversation"],
    [
      "leaves a run waiting for approval",
      `const gated = await toAiSdkTools(await loadSkills("./skills", { approval: "always", approvalBy: "framework" }));
      await generateText({ model, prompt, stopWhen, tools: gated });`,
      "no conversation",
    ],
    [
      "prints something else",
      "const { finishReason } = await generateText({ model, prompt, stopWhen, tools }); console.log(finishReason);",
      LAST_WORDS,
    ],
  ] as const;
  test.each(faults)("%s", async (_, end, message) => {
    const [program] = programsOf("page.md", `\`\`\`ts\n${start}\n${end}\n\`\`\`\n`);
    await expect(run(program!)).rejects.toThrow(message);
  });
});

test("a program is a block that imports, and the blocks that go on from there", () => {
  const first = 'import { loadSkills } from "@skillplug/core";\n';
  const blocks = [first, "await loadSkills();\n", first].map((code) => `\`\`\`ts\n${code}\`\`\`\nText.\n`);
  const programs = programsOf("page.md", `# Page\n\`\`\`sh\nls\n\`\`\`\n${blocks.join("")}`);
  expect(programs).toEqual([
    { place: "page.md:5", code: `${first}await loadSkills();\n`, folder: "core" },
    { place: "page.md:13", code: first, folder: "core" },
  ]);
});

test.each([
  ["begins with code that imports nothing", "await loadSkills();"],
  ["imports no package of ours", 'import { generateText } from "ai";'],
])("a page that %s is refused", (_, code) => {
  expect(() => programsOf("page.md", `\`\`\`ts\n${code}\n\`\`\`\n`)).toThrow(/^page\.md:1: /);
});

test("a program is given what it leaves to its reader, and nothing that it declares itself", () => {
  const module = (code: string) => toModule({ place: "page.md:1", code, folder: "ai-sdk" }, ["model", "confirm"]);
  expect(module("go({ model });\n")).toBe(
    'import { model } from "@skillplug/testing/snippets/given/ai-sdk";\ngo({ model });\nexport {};\n',
  );
  for (const code of ['import { model } from "x";\nmodel;\n', "const { model } = x;\nmodel;\n"])
    expect(module(code)).toBe(`${code}export {};\n`);
  expect(module('const a = ["b" as const, confirm()];\n')).toContain("{ confirm }");
});
