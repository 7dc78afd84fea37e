import Anthropic from "@anthropic-ai/sdk";
import { type Content, GoogleGenAI, type Part } from "@google/genai";
import { loadSkills, memory } from "@skillplug/core";
import {
  anthropicProtocol,
  geminiProtocol,
  loopbackProvider,
  openAIChatProtocol,
  openAIResponsesProtocol,
  type ProviderProtocol,
  scriptedModel,
} from "@skillplug/testing";
import OpenAI from "openai";
import { toResponseInputItems } from "openai/lib/responses/ResponseInputItems";
import { expect, test } from "vitest";
import {
  runAnthropicToolCalls,
  runGeminiToolCalls,
  runOpenAIChatToolCalls,
  runOpenAIResponsesToolCalls,
  type SkillsToolset,
  toAnthropicTools,
  toGeminiTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "../src/index.js";

// What the official clients' streams come to in the end is what the run functions take.

type Show = (text: string) => void;
type Loop = (url: string, skills: SkillsToolset, show: Show) => Promise<void>;

/** Two calls in one turn, then a text. Resolves to what was shown, and to the answers that the model saw. */
async function streamed(protocol: ProviderProtocol, loop: Loop) {
  const skills = await loadSkills(
    memory([{ name: "tides", description: "Reads tide tables.", content: "High water comes twice." }]),
  );
  const calls = [
    { tool: "load_skill", input: { name: "tides" } },
    { tool: "list_skills", input: {} },
  ];
  const model = scriptedModel([{ calls }, { text: "High water comes twice a day." }]);
  const provider = await loopbackProvider(protocol, model);
  const shown: string[] = [];
  try {
    await loop(provider.url, skills, (text) => shown.push(text));
  } finally {
    await provider.close();
  }
  return { shown, answers: model.requests.at(-1)?.answers };
}

const openAI = (url: string) => new OpenAI({ apiKey: "test", baseURL: `${url}/v1`, maxRetries: 0 });

const chat: Loop = async (url, skills, show) => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
  const request = { model: "scripted", messages, tools: await toOpenAIChatTools(skills) };
  for (let asked = true; asked; ) {
    const stream = openAI(url).chat.completions.stream(request).on("content", show);
    const completion = await stream.finalChatCompletion();
    asked = completion.choices[0]?.finish_reason === "tool_calls";
    if (completion.choices[0]) messages.push(completion.choices[0].message);
    messages.push(...(await runOpenAIChatToolCalls(skills, completion)));
  }
};

const responses: Loop = async (url, skills, show) => {
  const request = { model: "scripted", tools: await toOpenAIResponsesTools(skills) };
  let turn: { input: OpenAI.Responses.ResponseInput; previous_response_id?: string } = {
    input: [{ role: "user", content: "Go." }],
  };
  while (turn.input.length > 0) {
    const stream = openAI(url).responses.stream({ ...request, ...turn });
    stream.on("response.output_text.delta", ({ delta }) => show(delta));
    const response = await stream.finalResponse();
    turn = { input: await runOpenAIResponsesToolCalls(skills, response), previous_response_id: response.id };
  }
};

const statelessResponses: Loop = async (url, skills, show) => {
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Go." }];
  const request = { model: "scripted", store: false, input, tools: await toOpenAIResponsesTools(skills) };
  for (let answers: unknown[] = [1]; answers.length > 0; ) {
    const stream = openAI(url).responses.stream(request);
    stream.on("response.output_text.delta", ({ delta }) => show(delta));
    const response = await stream.finalResponse();
    const outputs = await runOpenAIResponsesToolCalls(skills, response);
    input.push(...toResponseInputItems(response.output), ...outputs);
    answers = outputs;
  }
};

const anthropic: Loop = async (url, skills, show) => {
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
  const request = { model: "scripted", max_tokens: 99, messages, tools: await toAnthropicTools(skills) };
  for (let asked = true; asked; ) {
    const response = await client.messages.stream(request).on("text", show).finalMessage();
    asked = response.stop_reason === "tool_use";
    const content = await runAnthropicToolCalls(skills, response);
    messages.push({ role: "assistant", content: response.content }, { role: "user", content });
  }
};

const gemini: Loop = async (url, skills, show) => {
  const client = new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: url } });
  const contents: Content[] = [{ role: "user", parts: [{ text: "Go." }] }];
  const request = { model: "gemini-3-pro", contents, config: { tools: await toGeminiTools(skills) } };
  for (let asked = true; asked; ) {
    const content = { role: "model", parts: [] as Part[] };
    for await (const chunk of await client.models.generateContentStream(request)) {
      const parts = chunk.candidates?.[0]?.content?.parts ?? [];
      content.parts.push(...parts);
      for (const { text } of parts) if (text) show(text);
    }
    const answers = await runGeminiToolCalls(skills, { candidates: [{ content }] });
    contents.push(content, { role: "user", parts: answers });
    asked = answers.length > 0;
  }
};

test.each<[string, ProviderProtocol, Loop]>([
  ["OpenAI Chat", openAIChatProtocol, chat],
  ["OpenAI Responses", openAIResponsesProtocol, responses],
  ["OpenAI Responses, nothing kept by the server", openAIResponsesProtocol, statelessResponses],
  ["Anthropic", anthropicProtocol, anthropic],
  ["Gemini", geminiProtocol, gemini],
])("a streamed turn is answered: %s", async (_, protocol, loop) => {
  const { shown, answers } = await streamed(protocol, loop);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join("")).toBe("High water comes twice a day.");
  expect(answers?.map(({ name }) => name)).toEqual(["load_skill", "list_skills"]);
  expect(answers?.[0]?.text).toContain("High water comes twice.");
});
