import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loopbackProvider, type ScriptStep, scriptedModel } from "@skillplug/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Example, runExample } from "../src/index.js";
import { PROVIDERS, useServer } from "../src/providers.js";
import { runBuiltExample, runProgram } from "./run-program.js";

const EXAMPLES = fileURLToPath(new URL("../..", import.meta.url));
const hasFile = (path: string) => (name: string) => existsSync(join(EXAMPLES, name, path));

/** Every example, and those that are made with runExample. */
const programs = readdirSync(EXAMPLES).filter(hasFile("src/main.ts"));
const stories = programs.filter(hasFile("src/story.ts"));

/** One for each provider, for what is the same in all. */
const rawLoops = stories.filter((name) => name.startsWith("raw-"));

async function storyOf(name: string): Promise<Example> {
  return (await import(`../../${name}/src/story.ts`)).story;
}

test("there is an example for each adapter, each raw API and each story that the README names", () => {
  expect(programs).toEqual([
    ...["ai-sdk", "chat-backend", "langchain", "langgraph-approval", "openai-agents", "openai-agents-triage"],
    ...["quickstart", "raw-anthropic", "raw-gemini", "raw-openai-chat", "raw-openai-responses"],
  ]);
  expect(stories).toEqual(programs.filter((name) => name !== "quickstart"));
});

// Each of these starts a program of its own, so they run side by side, as many as vitest's maxConcurrency allows. The
// quickstart is run by its own tests.
test.concurrent.each(stories)("F11: %s runs without keys", async (name) => {
  const { code, stdout, stderr } = await runBuiltExample(name);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("scripted model");
  expect(stdout).toContain("Checked");
});

test.concurrent("a program that leaves this machine would be caught", async () => {
  const program = `data:text/javascript,${encodeURIComponent('await fetch("https://192.0.2.1/").catch(() => {})')}`;
  expect(await runProgram(fileURLToPath(new URL("loopback-only.mjs", import.meta.url)))).toMatchObject({ code: 0 });
  expect(await runProgram("--import", { args: [program, "-e", "0"] })).toMatchObject({ code: 9 });
});

/** What leads a provider's client to a server of the test. */
function variables({ provider }: Example, url: string) {
  const { keys, address, path } = PROVIDERS[provider];
  return { [keys[0]]: "test", [address]: url + path };
}

/** Plays an example with a model of that name, which a script plays behind a server that stands for the provider's. */
async function askModel(name: string, script?: readonly ScriptStep[]) {
  const story = await storyOf(name);
  const model = scriptedModel(script ?? story.script);
  const server = await loopbackProvider(PROVIDERS[story.provider].protocol, model);
  const env = variables(story, server.url);
  const ended = await runBuiltExample(name, { args: ["--model", "some-model"], env });
  await server.close();
  return { ...ended, requests: model.requests, script: story.script };
}

test.concurrent.each(stories)("with --model and a key, %s asks the provider", async (name) => {
  const { code, stdout, stderr, requests, script } = await askModel(name);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("Model: some-model");
  expect(stdout).not.toContain("scripted");
  expect(requests).toHaveLength(script.length);
});

test.concurrent("an example fails when the model's last words are not what it claims", async () => {
  const { code, stderr } = await askModel("raw-openai-chat", [{ text: "I do not know." }]);
  expect(stderr).toMatch(/^The example raw-openai-chat failed: \S.+/);
  expect(code).toBe(1);
});

test.concurrent("a key and an address without --model are not used", async () => {
  const env = variables(await storyOf("raw-openai-chat"), "http://127.0.0.1:9");
  expect(await runBuiltExample("raw-openai-chat", { env })).toMatchObject({ code: 0, stderr: "" });
});

test.concurrent("on a machine without Python, raw-anthropic says so in the ticket and goes on", async () => {
  const nowhere = fileURLToPath(new URL("no-such-folder", import.meta.url));
  const { code, stdout } = await runBuiltExample("raw-anthropic", { env: { PATH: nowhere } });
  expect(stdout).toContain("orders.csv could not be checked: there is no Python.");
  expect(code).toBe(0);
});

test.each(stories)("%s refuses last words that are not what it claims, and turns without its calls", async (name) => {
  const story = await storyOf(name);
  expect(() => story.checkText("I do not know.")).toThrow();
  expect(() => story.checkTurns(story.script.map(() => ({ tools: [], answers: [] })))).toThrow();
});

test.each(Object.entries(PROVIDERS))("%s's client is led to the server, past what the user has set", (_, provider) => {
  const { keys, address, path } = provider;
  for (const name of [...keys, address, "OPENAI_API_BASE", "LANGSMITH_TRACING"]) vi.stubEnv(name, "the user's");
  onTestFinished(() => void vi.unstubAllEnvs());
  useServer(provider, "http://127.0.0.1:1");
  expect(process.env[address]).toBe(`http://127.0.0.1:1${path}`);
  const [first, ...others] = keys;
  expect(process.env[first]).toBe("none");
  for (const name of [...others, "OPENAI_API_BASE", "LANGSMITH_TRACING"]) expect(process.env[name]).toBeUndefined();
});

describe("the command line of an example", () => {
  /** What runExample does with these arguments, in this process. */
  async function run(story: Example, ...args: string[]) {
    const stdout = vi.spyOn(console, "log").mockImplementation(() => {});
    const stderr = vi.spyOn(console, "error").mockImplementation(() => {});
    const { argv, exitCode } = process;
    process.argv = [...argv.slice(0, 2), ...args];
    const said = (spy: typeof stdout) => spy.mock.calls.flat().join("\n");
    try {
      await runExample(story, () => Promise.reject(new Error("The code of the example ran.")));
      return { code: process.exitCode, stdout: said(stdout), stderr: said(stderr) };
    } finally {
      process.argv = argv;
      process.exitCode = exitCode;
      vi.restoreAllMocks();
      process.stdout.removeAllListeners("error");
    }
  }

  test.each(rawLoops)("%s --help names the options, the key and the exit codes", async (name) => {
    const story = await storyOf(name);
    const { code, stdout, stderr } = await run(story, "--help");
    expect([code, stderr]).toEqual([undefined, ""]);
    const words = [`examples/${name}/dist/main.js`, story.about, "--model", ...PROVIDERS[story.provider].keys];
    for (const word of [...words, "Exit codes"]) expect(stdout).toContain(word);
  });

  test.each([
    [["--modle", "x"], "Unknown option '--modle'"],
    [["--model"], "'--model <value>' argument missing"],
    [["x"], "Unexpected argument 'x'"],
    [["--model", "gpt-5-mini"], "--model gpt-5-mini needs an API key: set OPENAI_API_KEY."],
  ])("wrong arguments %j end with exit code 2 and a text that helps", async (args, words) => {
    vi.stubEnv("OPENAI_API_KEY", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, stdout, stderr } = await run(await storyOf("raw-openai-chat"), ...args);
    expect(stderr).toContain(words);
    expect(stderr).toContain("Try --help.");
    expect([code, stdout]).toEqual([2, ""]);
  });
});
