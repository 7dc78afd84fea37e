import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadSkills, localExecutor } from "@skillplug/core";
import {
  anthropicProtocol,
  geminiProtocol,
  loopbackProvider,
  openAIChatProtocol,
  openAIResponsesProtocol,
  type ScriptStep,
  scriptedModel,
} from "@skillplug/testing";
import { hasProgram } from "@skillplug/testing/has-program";
import { expect, onTestFinished, test, vi } from "vitest";
import { readArguments, UsageError } from "../src/arguments.js";
import { play } from "../src/play.js";
import type { Skills } from "../src/run.js";
import { RUNS } from "../src/runs.js";
import { startScripted } from "../src/scripted-task.js";
import { checkRun, PROMPT, SCRIPT } from "../src/task.js";

const QUICKSTART = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const SKILLS = fileURLToPath(new URL("../../../skills", import.meta.url));

/** A step that prints the name of sales.csv without Python. */
const PROFILE: ScriptStep = {
  calls: [
    { tool: "run_skill_script", input: { skill_name: "arxiv-search", script_name: "search", args: ["sales.csv"] } },
  ],
};

/** Runs the built program as `npm run quickstart` does, with no variables but these. */
function quickstart(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const options = { env: { PATH: process.env["PATH"], ...env } };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

// What starts a program of its own runs side by side, as many as vitest's maxConcurrency allows.

test
  .skipIf(!hasProgram("python3"))
  .concurrent(
    "F11: without a key it does the task through every adapter, offline, and says that the model is scripted",
    async () => {
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
    },
  );

test.concurrent("without Python the profile is missing, which is said; a key without --model is not used", async () => {
  const nowhere = fileURLToPath(new URL("no-such-folder", import.meta.url));
  const env = { PATH: nowhere, OPENAI_API_KEY: "secret-of-the-user", OPENAI_BASE_URL: "http://127.0.0.1:9" };
  const { code, stdout } = await quickstart(["--adapter", "ai-sdk"], env);
  expect(code).toBe(0);
  expect(stdout).toContain("profile.py needs python3 or python, which does not work here");
  expect(stdout).toContain("Python was not found, so sales.csv was not profiled");
  expect(stdout).toContain("I could not profile sales.csv");
  expect(stdout).not.toContain("was profiled, the answer");
  expect(stdout).toMatch(/^ +AI SDK +7 +6 +1 /m);
  expect(stdout.split("\n")[1]).toMatch(/^No --model: a scripted model/);
  expect(stdout).not.toContain("secret-of-the-user");
});

test.concurrent("wrong arguments end with exit code 2 and what to do", async () => {
  const { code, stdout, stderr } = await quickstart(["--adapter", "mastra"]);
  expect(stderr).toBe(
    '--adapter takes one of ai-sdk, langchain, openai-agents, json-schema, not "mastra".\nTry: npm run quickstart -- --help\n',
  );
  expect([code, stdout]).toEqual([2, ""]);
});

test.concurrent("--help says what can be given", async () => {
  const { code, stdout } = await quickstart(["--help"]);
  expect(code).toBe(0);
  for (const word of ["--model", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "--adapter", "Exit codes"])
    expect(stdout).toContain(word);
});

test.each<[string[], string, object?]>([
  [["--model", "gpt-5-mini"], 'not "gpt-5-mini"'],
  [["--model", "mistral:large"], "openai:NAME, anthropic:NAME, gemini:NAME"],
  [["--model", "constructor:x"], "openai:NAME, anthropic:NAME, gemini:NAME"],
  [["--model", "openai:gpt-5-mini"], "set OPENAI_API_KEY"],
  [["--model", "anthropic:claude"], "set ANTHROPIC_API_KEY"],
  [["--model", "gemini:gemini"], "set GEMINI_API_KEY"],
  [["--adapter", "mastra"], "ai-sdk, langchain, openai-agents, json-schema"],
  [["--model"], "--model"],
  [["--modell", "x"], "--modell"],
  [["--model", "gemini:x", "--adapter", "langchain"], "give --model openai:NAME", { GEMINI_API_KEY: "k" }],
])("%j is refused with what to do", (args, words, env) => {
  const keys = { OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "", GEMINI_API_KEY: "", ...env };
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), ...args];
  onTestFinished(() => {
    process.argv = argv;
    vi.unstubAllEnvs();
  });
  expect(readArguments).toThrow(UsageError);
  expect(readArguments).toThrow(words);
});

test("the kit's four adapters are all there", () => {
  expect(new Set(RUNS.map(({ adapter }) => adapter)).size).toBe(4);
});

// The server stands where the provider's would: the official client, its key and its address come from the environment.
test.concurrent.each([
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

test.concurrent("a model that does not do the task makes it exit with 1 and say why", async () => {
  const server = await loopbackProvider(openAIChatProtocol, scriptedModel([{ text: "It is arXiv:1706.03762." }]));
  const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: `${server.url}/v1` };
  const { code, stderr } = await quickstart(["--model", "openai:some-model", "--adapter", "json-schema"], env);
  await server.close();
  expect(stderr).toBe("\nThe quickstart failed: The model did not load a skill.\n");
  expect(code).toBe(1);
});

test.each([
  ["that answers at once", [{ text: "It is arXiv:1706.03762." }], "The model did not load a skill."],
  [
    "that runs no script",
    [{ calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] }, { text: "It is arXiv:1706.03762." }],
    "No script printed the id of the paper, 1706.03762.",
  ],
  [
    "that profiles nothing",
    [...SCRIPT.slice(0, 4), { text: "It is arXiv:1706.03762." }],
    "No script printed a profile of sales.csv.",
  ],
  ["that does not name the paper", [...SCRIPT.slice(0, 4), PROFILE, { text: "Done." }], "The answer does not name"],
  ["that fails", [], "The script has 0 turns"],
] satisfies [string, ScriptStep[], string][])("a run of a model %s is refused", async (_, script, words) => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const skills = await loadSkills(SKILLS, { executor: localExecutor({ cwd: QUICKSTART }), logger: false });
  const run = RUNS.find(({ name }) => name === "OpenAI client")!;
  const start = (watched: Skills) => startScripted(run, script, { skills: watched, prompt: PROMPT });
  const played = play(run, start, skills, { position: "1 of 1", brief: true });
  await expect(played.then(checkRun)).rejects.toThrow(words);
});
