import { Agent, MaxTurnsExceededError, RunContext, tool } from "@openai/agents";
import { type ContentPart, loadSkills, memory, type ToolCallOptions, type ToolResult } from "@skillplug/core";
import { scriptedModel, skillsOf, skillsWith } from "@skillplug/testing";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { expect, test } from "vitest";
import { toOpenAIAgentsTools } from "../src/index.js";
import { done, runner, runOnce, scriptedAgent } from "./play.js";

const parameters = { type: "object" as const, properties: {}, required: [], additionalProperties: false as const };
const weather = tool({ name: "weather", description: "Tells the weather.", parameters, execute: () => "Sun." });
const account = {
  name: "account",
  description: "Knows whose account it is.",
  content: "Run whoami.",
  scripts: [{ name: "whoami", function: () => "me" }],
};

test("F04: an agent of the SDK loads a skill and runs its script, with its own tools before and after ours", async () => {
  const ours = await toOpenAIAgentsTools(await loadSkills(memory([account])));
  const calls = [
    { tool: "load_skill", input: { name: "account" } },
    { tool: "run_skill_script", input: { skill_name: "account", script_name: "whoami" } },
    { tool: "weather", input: {} },
  ];
  for (const tools of [
    [...ours, weather],
    [weather, ...ours],
  ]) {
    const { agent, answers } = scriptedAgent([{ calls }, { text: "Done." }], { tools });
    expect((await runner.run(agent, "Go.")).finalOutput).toBe("Done.");
    expect(answers().map(({ text }) => text)).toEqual([expect.stringContaining("## Skill: account"), "me", "Sun."]);
  }
});

test("schemas are strict unless told otherwise", async () => {
  const skills = skillsWith(async () => done);
  const [strict] = await toOpenAIAgentsTools(skills);
  expect(strict).toMatchObject({ type: "function", name: "run_skill_script", description: "Runs.", strict: true });
  expect(strict?.parameters).toEqual({
    type: "object",
    properties: { args: { type: ["string", "null"] } },
    required: ["args"],
    additionalProperties: false,
  });
  const [plain] = await toOpenAIAgentsTools(skills, { strict: false });
  expect(plain?.strict).toBe(false);
  expect(plain?.parameters).toMatchObject({ properties: { args: { type: "string" } }, required: [] });
});

test("without the strict form, named arguments come as an object", async () => {
  const inputs: unknown[] = [];
  const skills = skillsWith(async (input) => {
    inputs.push(input);
    return done;
  });
  const input = { args: { city: "Paris" } };
  const script = [{ calls: [{ tool: "run_skill_script", input }] }, { text: "Done." }];
  const { agent } = scriptedAgent(script, { tools: await toOpenAIAgentsTools(skills, { strict: false }) });
  await runner.run(agent, "Go.");
  expect(inputs).toEqual([input]);
});

test("a file keeps its name, and one without is called file", async () => {
  const content: ContentPart[] = [
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
    { type: "file", data: "CCCC", mediaType: "application/pdf" },
  ];
  const skills = skillsWith(async () => ({ ok: true, text: "Two files.", content }));
  const { agent } = scriptedAgent(runOnce, { tools: await toOpenAIAgentsTools(skills) });
  const { history } = await runner.run(agent, "Go.");
  const result = history.find((item) => item.type === "function_call_result");
  expect(result?.output).toMatchObject([
    { type: "input_file", filename: "bill.pdf" },
    { type: "input_file", filename: "file" },
  ]);
});

async function answerOf(result: ToolResult) {
  const { agent, answers } = scriptedAgent(runOnce, {
    tools: await toOpenAIAgentsTools(skillsWith(async () => result)),
  });
  await runner.run(agent, "Go.");
  return answers()[0];
}

test("images, PDF and Office files reach the model beside the text", async () => {
  const office = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  const content: ContentPart[] = [
    { type: "text", text: "Three files." },
    { type: "image", data: "AAAA", mediaType: "image/png" },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
    { type: "file", data: "CCCC", mediaType: office },
  ];
  expect(await answerOf({ ok: true, text: "Three files.", content })).toMatchObject({
    text: "Three files.",
    media: [
      { mediaType: "image/png", data: "AAAA" },
      { mediaType: "application/pdf", data: "BBBB" },
      { mediaType: office, data: "CCCC" },
    ],
  });
});

test.each(["image/png", "image/jpeg", "image/gif", "image/webp"])(
  "%s reaches the model as an image",
  async (mediaType) => {
    const answer = await answerOf({ ok: true, text: "a", content: [{ type: "image", data: "AAAA", mediaType }] });
    expect(answer?.media).toEqual([{ mediaType, data: "AAAA" }]);
  },
);

test.each(["application/zip", "x-image/png", "application/octet-stream", "audio/wav", "image/svg+xml"])(
  "a file that OpenAI does not take is named, not sent: %s",
  async (mediaType) => {
    const type = mediaType.startsWith("image/") ? ("image" as const) : ("file" as const);
    const answer = await answerOf({ ok: true, text: "a.bin: 4 bytes", content: [{ type, data: "AAAA", mediaType }] });
    expect(answer).toMatchObject({ text: "a.bin: 4 bytes", media: [] });
  },
);

test("a failure is answered with our text, not with the SDK's", async () => {
  const error = { code: "script_failed", message: "It is closed." } as const;
  expect(await answerOf({ ok: false, text: "Error: It is closed.", error })).toMatchObject({
    text: "Error: It is closed.",
  });
});

test("the run's context reaches the call as it is", async () => {
  class Session {
    readonly #user = "one";
    get user() {
      return this.#user;
    }
  }
  const own = { user: "two" };
  const contexts = [own, new Session(), new RunContext(own)];
  const seen: unknown[] = [];
  const record = async (_input: unknown, call?: ToolCallOptions) => {
    seen.push(call?.context);
    return done;
  };
  const tools = await toOpenAIAgentsTools(skillsWith(record));
  for (const context of contexts) await runner.run(scriptedAgent(runOnce, { tools }).agent, "Go.", { context });
  expect(seen[0]).toBe(own);
  expect(seen[1]).toBe(contexts[1]);
  expect(seen[2]).toBe(own);
});

test("maxTurns is the run's own", async () => {
  const tools = await toOpenAIAgentsTools(skillsWith(async () => done));
  const { agent, requests } = scriptedAgent(runOnce, { tools });
  await expect(runner.run(agent, "Go.", { maxTurns: 1 })).rejects.toThrow(MaxTurnsExceededError);
  expect(requests).toHaveLength(1);
});

test("the signal of the run is the signal of the call", async () => {
  const abort = new AbortController();
  const wait = (_input: unknown, { signal }: ToolCallOptions = {}) =>
    new Promise<ToolResult>((resolve) => {
      signal?.addEventListener("abort", () => resolve({ ok: true, text: "ended" }));
      abort.abort();
    });
  const { agent, requests } = scriptedAgent(runOnce, { tools: await toOpenAIAgentsTools(skillsWith(wait)) });
  await Promise.allSettled([runner.run(agent, "Go.", { signal: abort.signal })]);
  expect(abort.signal.aborted).toBe(true);
  expect(requests).toHaveLength(1);
});

test("an agent is cloned with the tools of the moment, and its instructions follow the set by themselves", async () => {
  const tides = { name: "tides", description: "Reads tide tables.", content: "High water comes twice." };
  const set = [account];
  const skills = await loadSkills({
    id: "changing",
    trusted: true,
    list: (options) => memory(set).list(options),
    readFile: (skill, path, options) => memory(set).readFile(skill, path, options),
  });
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  const agent = new Agent({
    name: "Helper",
    model: scriptedAgentsModel(model),
    instructions: () => skills.getInstructions(),
    tools: await toOpenAIAgentsTools(skills),
  });
  await runner.run(agent, "Go.");
  set.push({ ...tides, scripts: [] });
  await skills.reload();
  await runner.run(agent.clone({ tools: await toOpenAIAgentsTools(skills) }), "Go.");
  const listed = model.requests.map(({ tools }) => tools.find(({ name }) => name === "load_skill")?.description);
  expect(listed[0]).not.toContain("tides");
  expect(listed[1]).toContain("tides");
  expect(await agent.getSystemPrompt(new RunContext())).toContain("tides");
});

test("an option that there is not is refused, and a value that it does not take", async () => {
  const misspelt = { strickt: false } as object;
  await expect(toOpenAIAgentsTools(skillsOf(), misspelt)).rejects.toThrow("Did you mean strict?");
  const wrong = { strict: "no" } as object;
  await expect(toOpenAIAgentsTools(skillsOf(), wrong)).rejects.toThrow('must be true or false, but is "no".');
});
