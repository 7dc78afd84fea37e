import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { loadSkills, memory, type SkillsToolset, TOOL_NAMES } from "@skillplug/core";
import {
  anthropicProtocol,
  geminiProtocol,
  loopbackProvider,
  openAIChatProtocol,
  openAIResponsesProtocol,
  type ProviderProtocol,
  scriptedModel,
  skillsOf,
} from "@skillplug/testing";
import OpenAI from "openai";
import { expect, test } from "vitest";
import {
  type DefinitionOptions,
  runAnthropicToolCalls,
  toAnthropicTools,
  toGeminiTools,
  toJsonSchemas,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "../src/index.js";

const skill = {
  name: "account",
  description: "Knows whose account it is.",
  content: "Run whoami.",
  scripts: [{ name: "whoami", function: () => "me" }],
  resources: [{ name: "NOTES.md", content: "Notes." }],
};

type Send = (url: string, skills: SkillsToolset, options?: DefinitionOptions) => Promise<unknown>;

const openAI = (url: string) => new OpenAI({ apiKey: "test", baseURL: `${url}/v1`, maxRetries: 0 });

const chat: Send = async (url, skills, options) => {
  const tools = await toOpenAIChatTools(skills, options);
  return openAI(url).chat.completions.create({ model: "gpt-5", messages: [{ role: "user", content: "Go." }], tools });
};

const responses: Send = async (url, skills, options) => {
  return openAI(url).responses.create({
    model: "gpt-5",
    input: "Go.",
    tools: await toOpenAIResponsesTools(skills, options),
  });
};

const anthropic: Send = async (url, skills, options) => {
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const tools = await toAnthropicTools(skills, options);
  return client.messages.create({
    model: "claude",
    max_tokens: 9,
    messages: [{ role: "user", content: "Go." }],
    tools,
  });
};

const gemini: Send = async (url, skills) => {
  const client = new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: url } });
  const config = { tools: await toGeminiTools(skills) };
  return client.models.generateContent({ model: "gemini-3-pro", contents: "Go.", config });
};

test.each<[string, ProviderProtocol, Send, DefinitionOptions?]>([
  ["OpenAI Chat", openAIChatProtocol, chat],
  ["OpenAI Chat, not strict", openAIChatProtocol, chat, { strict: false }],
  ["OpenAI Responses", openAIResponsesProtocol, responses],
  ["OpenAI Responses, not strict", openAIResponsesProtocol, responses, { strict: false }],
  ["Anthropic", anthropicProtocol, anthropic],
  ["Anthropic, strict", anthropicProtocol, anthropic, { strict: true }],
  ["Gemini", geminiProtocol, gemini],
])("F06: the definitions go through the official client and are accepted: %s", async (_, protocol, send, options) => {
  const model = scriptedModel([{ text: "Hello." }]);
  const provider = await loopbackProvider(protocol, model);
  try {
    await send(provider.url, await loadSkills(memory([skill])), options);
  } finally {
    await provider.close();
  }
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
});

test("Anthropic is only told of strict where it is asked for", async () => {
  const skills = await loadSkills(memory([skill]));
  const [plain] = await toAnthropicTools(skills);
  const [strict] = await toAnthropicTools(skills, { strict: true });
  expect(plain).not.toHaveProperty("strict");
  expect(strict).toHaveProperty("strict", true);
});

test("an option that there is not is refused", async () => {
  const misspelt = { strickt: true } as object;
  for (const define of [toJsonSchemas, toAnthropicTools, toOpenAIChatTools, toOpenAIResponsesTools])
    await expect(define(skillsOf(), misspelt)).rejects.toThrow(
      "DefinitionOptions has no option strickt. Did you mean strict?",
    );
  const wrong = { ownTool: [] } as object;
  await expect(runAnthropicToolCalls(skillsOf(), { content: [] }, wrong)).rejects.toThrow("Did you mean ownTools?");
});
