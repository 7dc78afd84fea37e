import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { loadSkills } from "@skillplug/core";
import { type ContractFolder, contractFolder, type ScriptStep, scriptedModel } from "@skillplug/testing";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { createAgent } from "langchain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { skillsMiddleware } from "../src/index.js";

let folder: ContractFolder;
beforeEach(async () => {
  folder = await contractFolder();
});
afterEach(() => folder.remove());

const go = { messages: [{ role: "user" as const, content: "Go." }] };

async function agentWith(...script: ScriptStep[]) {
  const model = new ScriptedChatModel(scriptedModel(script));
  return createAgent({ model, middleware: [skillsMiddleware(await loadSkills(folder.skills))] });
}

test("messages, updates and custom chunks come in one stream, the answer of a tool among them", async () => {
  const agent = await agentWith(
    { calls: [{ tool: "run_skill_script", input: { skill_name: "ledger", script_name: "add", args: ["1", "2"] } }] },
    { text: "It is three." },
  );
  const words: string[] = [];
  const answers: string[] = [];
  const nodes: string[] = [];
  const custom: unknown[] = [];
  const stream = await agent.stream(go, { streamMode: ["messages", "updates", "custom"] });
  for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
    if (mode === "custom") custom.push(chunk);
    if (mode === "updates") nodes.push(...Object.keys(chunk as object));
    if (mode !== "messages") continue;
    const [message] = chunk as [BaseMessage];
    (ToolMessage.isInstance(message) ? answers : words).push(message.text);
  }
  expect(words.filter(Boolean)).toEqual(["It ", "is ", "three."]);
  expect(answers).toEqual(["3"]);
  expect(nodes).toEqual(["model_request", "tools", "model_request"]);
  expect(custom).toEqual([{ tool: "run_skill_script", toolCallId: "call_1_1", output: "3\n" }]);
});

test("an aborted stream rejects, and its script is ended", async () => {
  const abort = new AbortController();
  const agent = await agentWith({
    calls: [
      { tool: "run_skill_script", input: { skill_name: "ledger", script_name: "speak", args: ["/no/such/file"] } },
    ],
  });
  const stream = await agent.stream(go, { streamMode: "custom", signal: abort.signal });
  const read = async () => {
    for await (const _ of stream) abort.abort();
  };
  await expect(read()).rejects.toThrow(/abort/i);
});

test.each([
  ["an unknown skill", { tool: "load_skill", input: { name: "no-such-skill" } }],
  ["wrong input", { tool: "load_skill", input: { name: 42 } }],
  ["a script that fails", { tool: "run_skill_script", input: { skill_name: "ledger", script_name: "fail" } }],
])("what the model reads of %s shows neither a stack trace nor where our sources lie", async (_, call) => {
  const agent = await agentWith({ calls: [call] }, { text: "I went on." });
  const { messages } = await agent.invoke(go);
  const answer = messages.find((message) => ToolMessage.isInstance(message));
  expect(answer).toMatchObject({ status: "error", content: expect.stringMatching(/^Error: /) });
  expect(answer?.text).not.toMatch(/\n\s+at /);
  expect(answer?.text).not.toContain(process.cwd());
  expect(answer?.text).not.toContain("node_modules");
});

test("arguments that are no JSON never reach a tool: LangChain ends the run with an invalid_tool_calls entry", async () => {
  const agent = await agentWith({ calls: [{ tool: "load_skill", rawInput: '{"name": "ledg' }] }, { text: "?" });
  const { messages } = await agent.invoke(go);
  const last = messages.at(-1);
  expect(messages).toHaveLength(2);
  expect(AIMessage.isInstance(last) && last.invalid_tool_calls).toMatchObject([
    { name: "load_skill", args: '{"name": "ledg' },
  ]);
});

test("streamed, LangChain completes arguments that are no JSON, and core answers what comes of it", async () => {
  const agent = await agentWith({ calls: [{ tool: "load_skill", rawInput: '{"name": "ledg' }] }, { text: "I see." });
  const answers: string[] = [];
  for await (const [message] of await agent.stream(go, { streamMode: "messages" })) {
    if (ToolMessage.isInstance(message)) answers.push(message.text);
  }
  expect(answers).toEqual(["Error: Skill 'ledg' not found. Available skills: ledger, weather."]);
});
