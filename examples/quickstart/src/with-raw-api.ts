import type Anthropic from "@anthropic-ai/sdk";
import {
  runAnthropicToolCalls,
  runOpenAIChatToolCalls,
  toAnthropicTools,
  toOpenAIChatTools,
} from "@skillplug/json-schema";
import type OpenAI from "openai";
import { MAX_TURNS, type Outcome, type Skills } from "./run.js";

/** OpenAI's official client, without a framework. */
export async function runWithOpenAI(client: OpenAI, model: string, skills: Skills, prompt: string): Promise<Outcome> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: await skills.getInstructions() },
    { role: "user", content: prompt },
  ];
  const request = { model, messages, tools: await toOpenAIChatTools(skills) };
  let completion = await client.chat.completions.create(request);
  let turns = 1;
  while (completion.choices[0]?.finish_reason === "tool_calls" && turns < MAX_TURNS) {
    messages.push(completion.choices[0].message, ...(await runOpenAIChatToolCalls(skills, completion)));
    completion = await client.chat.completions.create(request);
    turns += 1;
  }
  return { turns, text: completion.choices[0]?.message.content ?? "" };
}

/** Anthropic's official client, without a framework. */
export async function runWithAnthropic(
  client: Anthropic,
  model: string,
  skills: Skills,
  prompt: string,
): Promise<Outcome> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const system = await skills.getInstructions();
  const request = { model, messages, max_tokens: 4096, system, tools: await toAnthropicTools(skills) };
  let response = await client.messages.create(request);
  let turns = 1;
  while (response.stop_reason === "tool_use" && turns < MAX_TURNS) {
    const answers = await runAnthropicToolCalls(skills, response);
    messages.push({ role: "assistant", content: response.content }, { role: "user", content: answers });
    response = await client.messages.create(request);
    turns += 1;
  }
  return { turns, text: response.content.map((block) => (block.type === "text" ? block.text : "")).join("") };
}
