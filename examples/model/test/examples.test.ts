import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loopbackProvider, type ScriptStep, scriptedModel } from "@skillplug/testing";
import { expect, test } from "vitest";
import type { Example } from "../src/index.js";
import { PROVIDERS } from "../src/providers.js";
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

test.each(programs)("F11: %s runs without keys", async (name) => {
  const { code, stdout, stderr } = await runBuiltExample(name);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("scripted model");
  expect(stdout).toContain("Checked");
});

test("a program that leaves this machine would be caught", async () => {
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

test.each(stories)("with --model and a key, %s asks the provider", async (name) => {
  const { code, stdout, stderr, requests, script } = await askModel(name);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("Model: some-model");
  expect(stdout).not.toContain("scripted");
  expect(requests).toHaveLength(script.length);
});

test.each(rawLoops)("%s fails when the model's last words are not what it claims", async (name) => {
  const { code, stderr } = await askModel(name, [{ text: "I do not know." }, { text: "I do not know." }]);
  expect(stderr).toMatch(new RegExp(`^The example ${name} failed: \\S.+`));
  expect(code).toBe(1);
});

test.each(rawLoops)("a key and an address without --model are not used by %s", async (name) => {
  const env = variables(await storyOf(name), "http://127.0.0.1:9");
  expect(await runBuiltExample(name, { env })).toMatchObject({ code: 0, stderr: "" });
});

test.each(rawLoops)("%s --help names the options, the key and the exit codes", async (name) => {
  const { code, stdout } = await runBuiltExample(name, { args: ["--help"] });
  expect(code).toBe(0);
  const { about, provider } = await storyOf(name);
  const words = [`examples/${name}/dist/main.js`, about, "--model", ...PROVIDERS[provider].keys, "Exit codes"];
  for (const word of words) expect(stdout).toContain(word);
});

test.each([
  [["--modle", "x"], "Unknown option '--modle'"],
  [["--model"], "'--model <value>' argument missing"],
  [["x"], "Unexpected argument 'x'"],
  [["--model", "gpt-5-mini"], "--model gpt-5-mini needs an API key: set OPENAI_API_KEY."],
])("wrong arguments %j end with exit code 2 and a text that helps", async (args, words) => {
  const { code, stdout, stderr } = await runBuiltExample("raw-openai-chat", { args });
  expect(stderr).toContain(words);
  expect(stderr).toContain("Try --help.");
  expect(stdout).toBe("");
  expect(code).toBe(2);
});

test("on a machine without Python, raw-anthropic says so in the ticket and goes on", async () => {
  const empty = await mkdtemp(join(tmpdir(), "skillplug-example-"));
  const { code, stdout } = await runBuiltExample("raw-anthropic", { env: { PATH: empty } });
  await rm(empty, { recursive: true });
  expect(stdout).toContain("orders.csv could not be checked: there is no Python.");
  expect(code).toBe(0);
});
