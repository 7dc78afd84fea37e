import Anthropic from "@anthropic-ai/sdk";
import { type Content, GoogleGenAI } from "@google/genai";
import {
  runAnthropicToolCalls,
  runGeminiToolCalls,
  runOpenAIChatToolCalls,
  toAnthropicTools,
  toGeminiTools,
  toOpenAIChatTools,
} from "@skillplug/json-schema";
import OpenAI from "openai";
import { MAX_TURNS, type Outcome, type Task } from "./run.js";

/** OpenAI's official client, without a framework. */
export async function runWithOpenAI({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const client = new OpenAI(connection);
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: await skills.getInstructions() },
    { role: "user", content: prompt },
  ];
  const request = { model, messages, tools: await toOpenAIChatTools(skills) };
  let completion = await client.chat.completions.create(request);
  let turns = 1;
  while (completion.choices[0]?.message.tool_calls?.length && turns < MAX_TURNS) {
    messages.push(
      completion.choices[0].message,
      ...(await runOpenAIChatToolCalls(skills, completion, { ownTools: [] })),
    );
    completion = await client.chat.completions.create(request);
    turns += 1;
  }
  return { turns, text: completion.choices[0]?.message.content ?? "" };
}

/** Anthropic's official client, without a framework. */
export async function runWithAnthropic({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const client = new Anthropic(connection);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const system = await skills.getInstructions();
  const request = { model, messages, max_tokens: 4096, system, tools: await toAnthropicTools(skills) };
  let response = await client.messages.create(request);
  let turns = 1;
  while (response.stop_reason === "tool_use" && turns < MAX_TURNS) {
    const answers = await runAnthropicToolCalls(skills, response, { ownTools: [] });
    messages.push({ role: "assistant", content: response.content }, { role: "user", content: answers });
    response = await client.messages.create(request);
    turns += 1;
  }
  return { turns, text: response.content.map((block) => (block.type === "text" ? block.text : "")).join("") };
}

/** Google's official client, without a framework. */
export async function runWithGemini({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const { apiKey = process.env["GEMINI_API_KEY"] ?? "", baseURL } = connection;
  const client = new GoogleGenAI({ apiKey, ...(baseURL && { httpOptions: { baseUrl: baseURL } }) });
  const contents: Content[] = [{ role: "user", parts: [{ text: prompt }] }];
  const config = { systemInstruction: await skills.getInstructions(), tools: await toGeminiTools(skills) };
  let response = await client.models.generateContent({ model, contents, config });
  let turns = 1;
  while (response.functionCalls?.length && turns < MAX_TURNS) {
    const answers = await runGeminiToolCalls(skills, response, { ownTools: [] });
    contents.push({ ...response.candidates?.[0]?.content }, { role: "user", parts: answers });
    response = await client.models.generateContent({ model, contents, config });
    turns += 1;
  }
  return { turns, text: response.text ?? "" };
}
