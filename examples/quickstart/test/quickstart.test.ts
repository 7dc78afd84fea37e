import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  anthropicProtocol,
  geminiProtocol,
  loopbackProvider,
  openAIChatProtocol,
  openAIResponsesProtocol,
  type ScriptStep,
  scriptedModel,
} from "@skillplug/testing";
import { expect, test } from "vitest";
import { RUNS } from "../src/runs.js";
import { SCRIPT } from "../src/task.js";

const PROGRAM = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** Runs the built program as `npm run quickstart` does, with no variables but these. */
function quickstart(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const options = { env: { PATH: process.env["PATH"], ...env } };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

test("without a key it does the task through every adapter, offline, and says that the model is scripted", async () => {
  const { code, stdout, stderr } = await quickstart();
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout.split("\n")[1]).toBe(
    "No API key: a scripted model plays its part; the tools, files and scripts are real.",
  );
  expect(stdout).toContain("Offline: searched 25 bundled papers");
  for (const tool of ["search_skills", "load_skill", "read_skill_resource", "run_skill_script"]) {
    expect(stdout.split(`model calls ${tool}(`).length).toBeGreaterThan(3);
  }
  expect(stdout.match(/"Attention Is All You Need" \(2017\), arXiv:1706\.03762/g)).toHaveLength(6);
  expect(stdout.match(/sales\.csv has 12 data rows, 6 columns/g)).toHaveLength(6);
  for (const name of RUNS.map((run) => run.name)) {
    expect(stdout).toMatch(new RegExp(`^ +${name} +7 +6 +0 +[1-9][\\d,]+ +[1-9][\\d,]+ +[\\d.]+ s$`, "m"));
  }
  expect(stdout).toContain("What to do next");
  expect(stdout, "a pipe gets no colour").not.toContain("\u001b");
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});

test("on a machine without Python the profile is missing, which is said, and the rest is done", async () => {
  const empty = await mkdtemp(join(tmpdir(), "quickstart-"));
  const { code, stdout } = await quickstart([], { PATH: empty });
  await rm(empty, { recursive: true });
  expect(code).toBe(0);
  expect(stdout).toContain("profile.py needs python3 or python, which does not work here");
  expect(stdout).toContain("Python was not found, so sales.csv was not profiled");
  expect(stdout).toContain("I could not profile sales.csv");
  expect(stdout).not.toContain("was profiled, the answer");
  expect(stdout).toMatch(/^ +AI SDK +7 +6 +1 /m);
});

test.each([
  [["--model", "gpt-5-mini"], 'not "gpt-5-mini"'],
  [["--model", "mistral:large"], "openai:NAME, anthropic:NAME, gemini:NAME"],
  [["--model", "constructor:x"], "openai:NAME, anthropic:NAME, gemini:NAME"],
  [["--model", "openai:gpt-5-mini"], "set OPENAI_API_KEY"],
  [["--model", "anthropic:claude"], "set ANTHROPIC_API_KEY"],
  [["--model", "gemini:gemini"], "set GEMINI_API_KEY"],
  [["--adapter", "mastra"], "ai-sdk, langchain, openai-agents, json-schema"],
  [["--model"], "--model"],
  [["--modell", "x"], "--modell"],
])("%j is refused with what to do, exit code 2", async (args, words) => {
  const { code, stdout, stderr } = await quickstart(args);
  expect(stderr).toContain(words);
  expect(stderr).toContain("--help");
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("--help says what can be given", async () => {
  const { code, stdout } = await quickstart(["--help"]);
  expect(code).toBe(0);
  for (const word of ["--model", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "--adapter", "Exit codes"])
    expect(stdout).toContain(word);
});

test("a key without --model is not used, and the output says so", async () => {
  const { stdout } = await quickstart([], { OPENAI_API_KEY: "secret-of-the-user" });
  expect(stdout.split("\n")[1]).toMatch(/^No --model: a scripted model/);
  expect(stdout).not.toContain("secret-of-the-user");
});

test("the kit's four adapters are all there", () => {
  expect(new Set(RUNS.map(({ adapter }) => adapter)).size).toBe(4);
});

test("an adapter that the provider's API is not shown with is refused", async () => {
  const { code, stderr } = await quickstart(["--model", "gemini:x", "--adapter", "langchain"], { GEMINI_API_KEY: "k" });
  expect(stderr).toContain("give --model openai:NAME");
  expect(code).toBe(2);
});

// The server stands where the provider's would: the official client, its key and its address come from the environment.
test.each([
  ["openai", "ai-sdk", openAIResponsesProtocol, "OPENAI_API_KEY", "OPENAI_BASE_URL", "AI SDK"],
  ["openai", "langchain", openAIChatProtocol, "OPENAI_API_KEY", "OPENAI_BASE_URL", "LangChain"],
  ["openai", "openai-agents", openAIResponsesProtocol, "OPENAI_API_KEY", "OPENAI_BASE_URL", "OpenAI Agents"],
  ["openai", "json-schema", openAIChatProtocol, "OPENAI_API_KEY", "OPENAI_BASE_URL", "OpenAI client"],
  ["anthropic", "json-schema", anthropicProtocol, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "Anthropic client"],
  ["gemini", "json-schema", geminiProtocol, "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "Gemini client"],
] as const)(
  "with --model and a key, %s's API is asked through %s",
  async (provider, adapter, protocol, key, address, name) => {
    const server = await loopbackProvider(protocol, scriptedModel(SCRIPT));
    const env = { [key]: "test", [address]: provider === "openai" ? `${server.url}/v1` : server.url };
    const args = ["--model", `${provider}:some-model`, "--adapter", adapter];
    const { code, stdout, stderr } = await quickstart(args, env);
    await server.close();
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain(`Model: ${provider}:some-model`);
    expect(stdout).toContain(`[1 of 1] ${name}`);
    expect(stdout).not.toContain("scripted");
  },
);

test.each([
  ["that answers at once", [{ text: "It is arXiv:1706.03762." }], "The model did not load a skill."],
  [
    "that runs no script",
    [{ calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] }, { text: "It is arXiv:1706.03762." }],
    "No script printed the id of the paper, 1706.03762.",
  ],
  ["that does not name the paper", [...SCRIPT.slice(0, -1), { text: "Done." }], "The answer does not name the paper."],
  ["that fails", [], "The script has 0 turns"],
] satisfies [string, ScriptStep[], string][])(
  "a model %s makes it exit with 1 and say why",
  async (_, script, words) => {
    const server = await loopbackProvider(openAIChatProtocol, scriptedModel(script));
    const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: `${server.url}/v1` };
    const { code, stderr } = await quickstart(["--model", "openai:some-model", "--adapter", "json-schema"], env);
    await server.close();
    expect(stderr).toContain("The quickstart failed: ");
    expect(stderr).toContain(words);
    expect(code).toBe(1);
  },
);
