// What a user of each package would write: the framework's own agent loop, with a model that plays a script. Each program
// prints the answers that its model was given, as JSON.
import { scriptedModel } from "../../packages/testing/dist/models/scripted-model.js";
import { anthropicProtocol } from "../../packages/testing/dist/provider/anthropic-protocol.js";
import { geminiProtocol } from "../../packages/testing/dist/provider/gemini-protocol.js";
import { loopbackProvider } from "../../packages/testing/dist/provider/loopback-provider.js";
import { openAIChatProtocol } from "../../packages/testing/dist/provider/openai-chat-protocol.js";
import { openAIResponsesProtocol } from "../../packages/testing/dist/provider/openai-responses-protocol.js";

/** The files of the one skill that every program uses. Its front matter is more than lines of a key and a text. */
export const skillFiles = {
  "skills/greeting/SKILL.md": `---
name: greeting
description: >
  Greets people,
  whoever they are.
metadata:
  author: hosts
  tags:
    - hello
    - "good day"
---
Greet them twice.
`,
  "skills/greeting/scripts/greet.mjs": `console.log("Hello", ...process.argv.slice(2));\n`,
};

/** What the model calls, one after the other, before it ends the run. */
const calls = [
  { tool: "load_skill", input: { name: "greeting" } },
  {
    tool: "run_skill_script",
    input: { skill_name: "greeting", script_name: "scripts/greet.mjs", args: ["Ada", "Grace"] },
  },
];
const script = JSON.stringify(calls);

/** What is wrong with what a program has printed; `undefined` where the model was given both answers, in every run. */
export function faultOf({ stdout, stderr }) {
  const isAnswered = ([loaded = "", printed = ""]) =>
    /^<skill_content name="greeting">.*Greet them twice\..*<\/skill_content>$/s.test(loaded) &&
    printed === "Hello Ada Grace";
  const runs = readRuns(stdout);
  return stderr === "" && runs.length > 0 && runs.every(isAnswered) ? undefined : JSON.stringify({ stdout, stderr });
}

/** One run, or one for each API. */
function readRuns(stdout) {
  try {
    const printed = JSON.parse(stdout);
    return Array.isArray(printed[0]) ? printed : [printed];
  } catch {
    return [];
  }
}

/** The programs, by the folder of their package; `install` names what they need besides the package's peers. */
export const users = {
  core: {
    install: [],
    code: `
import { loadSkills } from "@skillplug/core";
async function main() {
  const skills = await loadSkills("./skills");
  const loaded = await skills.loadSkill("greeting");
  console.log(JSON.stringify([loaded, await skills.runSkillScript("greeting", "greet", ["Ada", "Grace"])]));
}
main();`,
  },
  "ai-sdk": {
    install: [],
    code: `
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { loadSkills, toAiSdkTools } from "@skillplug/ai-sdk";
const end = (unified) => ({
  finishReason: { unified },
  usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  warnings: [],
});
const turns = ${script}.map(({ tool, input }) => ({
  content: [{ type: "tool-call", toolCallId: tool, toolName: tool, input: JSON.stringify(input) }],
  ...end("tool-calls"),
}));
async function main() {
  const model = new MockLanguageModelV4({
    doGenerate: [...turns, { content: [{ type: "text", text: "Done." }], ...end("stop") }],
  });
  const skills = await loadSkills("./skills");
  const tools = await toAiSdkTools(skills);
  const { steps } = await generateText({ model, tools, prompt: "Greet them.", stopWhen: isStepCount(5) });
  console.log(JSON.stringify(steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output.text))));
}
main();`,
  },
  langchain: {
    install: ["langchain"],
    code: `
import { createAgent } from "langchain";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { loadSkills, skillsMiddleware } from "@skillplug/langchain";
async function main() {
  const model = fakeModel();
  for (const { tool: name, input: args } of ${script}) model.respondWithTools([{ name, args, id: name }]);
  model.respond(new AIMessage("Done."));
  const agent = createAgent({ model, middleware: [skillsMiddleware(await loadSkills("./skills"))] });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Greet them." }] });
  console.log(JSON.stringify(messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text)));
}
main();`,
  },
  "openai-agents": {
    install: [],
    code: `
import { Agent, Runner } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { loadSkills, toOpenAIAgentsTools } from "@skillplug/openai-agents";
async function main() {
  const turns = ${script}.map(({ tool, input }) => [functionCall(tool, JSON.stringify(input), { callId: tool })]);
  const model = new ScriptedModel([...turns, [assistantMessage("Done.")]]);
  const skills = await loadSkills("./skills");
  const agent = new Agent({ name: "Host", model, tools: await toOpenAIAgentsTools(skills, { strict: false }) });
  const { newItems } = await new Runner({ tracingDisabled: true }).run(agent, "Greet them.");
  console.log(JSON.stringify(newItems.flatMap((item) => (item.type === "tool_call_output_item" ? [item.output] : []))));
}
main();`,
  },
  "json-schema": {
    install: ["@anthropic-ai/sdk", "@google/genai", "openai"],
    code: `
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import {
  loadSkills, runAnthropicToolCalls, runGeminiToolCalls, runOpenAIChatToolCalls, runOpenAIResponsesToolCalls,
  toAnthropicTools, toGeminiTools, toOpenAIChatTools, toOpenAIResponsesTools,
} from "@skillplug/json-schema";
import OpenAI from "openai";
const model = "scripted";
const content = "Greet them.";
async function withAnthropic(skills) {
  const answers = [];
  const client = new Anthropic({ apiKey: "none", baseURL: process.env.ANTHROPIC });
  const messages = [{ role: "user", content }];
  for (let turn = 0; turn < 3; turn += 1) {
    const tools = await toAnthropicTools(skills);
    const response = await client.messages.create({ model, messages, tools, max_tokens: 4096 });
    const results = await runAnthropicToolCalls(skills, response);
    answers.push(...results.map((result) => result.content));
    messages.push({ role: "assistant", content: response.content }, { role: "user", content: results });
  }
  return answers;
}
async function withOpenAIChat(skills) {
  const answers = [];
  const client = new OpenAI({ apiKey: "none", baseURL: process.env.OPENAI_CHAT + "/v1" });
  const messages = [{ role: "user", content }];
  for (let turn = 0; turn < 3; turn += 1) {
    const tools = await toOpenAIChatTools(skills, { strict: false });
    const completion = await client.chat.completions.create({ model, messages, tools });
    const results = await runOpenAIChatToolCalls(skills, completion);
    answers.push(...results.map((result) => result.content));
    messages.push(completion.choices[0].message, ...results);
  }
  return answers;
}
async function withOpenAIResponses(skills) {
  const answers = [];
  const client = new OpenAI({ apiKey: "none", baseURL: process.env.OPENAI_RESPONSES + "/v1" });
  let request = { input: content };
  for (let turn = 0; turn < 3; turn += 1) {
    const tools = await toOpenAIResponsesTools(skills, { strict: false });
    const response = await client.responses.create({ model, tools, ...request });
    const input = await runOpenAIResponsesToolCalls(skills, response);
    answers.push(...input.map(({ output }) => output));
    request = { input, previous_response_id: response.id };
  }
  return answers;
}
async function withGemini(skills) {
  const answers = [];
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: process.env.GEMINI } });
  const contents = [{ role: "user", parts: [{ text: content }] }];
  for (let turn = 0; turn < 3; turn += 1) {
    const config = { tools: await toGeminiTools(skills) };
    const response = await client.models.generateContent({ model, contents, config });
    const parts = await runGeminiToolCalls(skills, response);
    answers.push(...parts.map(({ functionResponse }) => functionResponse.response.output));
    contents.push(response.candidates[0].content, { role: "user", parts });
  }
  return answers;
}
async function main() {
  const skills = await loadSkills("./skills");
  const loops = [withAnthropic, withOpenAIChat, withOpenAIResponses, withGemini];
  console.log(JSON.stringify(await Promise.all(loops.map((loop) => loop(skills)))));
}
main();`,
  },
};

/** Runs `work` with servers on this machine that stand for the providers; it is given where the clients find them. */
export async function withProviders(work) {
  const protocols = {
    ANTHROPIC: anthropicProtocol,
    GEMINI: geminiProtocol,
    OPENAI_CHAT: openAIChatProtocol,
    OPENAI_RESPONSES: openAIResponsesProtocol,
  };
  const model = () => scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: "Done." }]);
  const servers = await Promise.all(
    Object.entries(protocols).map(async ([name, protocol]) => [name, await loopbackProvider(protocol, model())]),
  );
  try {
    return await work(Object.fromEntries(servers.map(([name, { url }]) => [name, url])));
  } finally {
    await Promise.all(servers.map(([, server]) => server.close()));
  }
}
