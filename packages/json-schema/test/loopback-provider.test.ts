import Anthropic from "@anthropic-ai/sdk";
import { anthropicProtocol, loopbackProvider, openAIChatProtocol, scriptedModel } from "@skillplug/testing";
import OpenAI from "openai";
import { expect, test } from "vitest";

// The contract proves something only if the server refuses what the real APIs refuse.

const user = { role: "user", content: "Go." };
const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const tool = (definition: object) => ({ type: "function", function: { name: "a", parameters: schema, ...definition } });
const asks = (...ids: string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "a", arguments: "{}" } })),
});
const answers = (id: string) => ({ role: "tool", tool_call_id: id, content: "b" });

async function askOpenAI(body: object) {
  const provider = await loopbackProvider(openAIChatProtocol, scriptedModel([{ text: "Hello." }]));
  const client = new OpenAI({ apiKey: "test", baseURL: `${provider.url}/v1`, maxRetries: 0 });
  const request = { model: "scripted", messages: [user], ...body } as OpenAI.ChatCompletionCreateParamsNonStreaming;
  try {
    return (await client.chat.completions.create(request)).choices[0]?.message.content;
  } finally {
    await provider.close();
  }
}

test("OpenAI Chat: well-formed requests are answered", async () => {
  expect(await askOpenAI({ tools: [tool({ strict: true })] })).toBe("Hello.");
  expect(await askOpenAI({ messages: [user, asks("1", "2"), answers("2"), answers("1"), user] })).toBe("Hello.");
});

test.each<[string, object]>([
  ["empty array", { tools: [] }],
  ["64", { tools: [tool({ name: "a.b" })] }],
  ["unique", { tools: [tool({}), tool({})] }],
  ["1024", { tools: [tool({ description: "x".repeat(1025) })] }],
  ["invalid type", { tools: [tool({ parameters: { type: "object", properties: { a: { type: "text" } } } })] }],
  ["missing items", { tools: [tool({ parameters: { type: "object", properties: { a: { type: "array" } } } })] }],
  ["additionalProperties", { tools: [tool({ strict: true, parameters: { ...schema, additionalProperties: true } })] }],
  ["every property", { tools: [tool({ strict: true, parameters: { ...schema, required: [] } })] }],
  ["not permitted", { tools: [tool({ strict: true, parameters: { ...schema, properties: { a: { default: 1 } } } })] }],
  ["no tool message", { messages: [user, asks("1", "2"), answers("1")] }],
  ["no tool message", { messages: [user, asks("1"), user, answers("1")] }],
  ["none or answered", { messages: [user, asks("1"), answers("1"), answers("1")] }],
  ["none or answered", { messages: [user, answers("1")] }],
  ["empty array", { messages: [user, { ...asks(), tool_calls: [] }] }],
])("OpenAI Chat refuses: %s %#", async (message, body) => {
  await expect(askOpenAI(body)).rejects.toThrow(new RegExp(`^400 .*${message}`));
});

test("OpenAI Chat: a stream has the chunks of the real API, the usage where it is asked for, and an end", async () => {
  const reply = scriptedModel([{ calls: [{ tool: "a", input: { a: "b" } }] }]);
  const provider = await loopbackProvider(openAIChatProtocol, reply);
  const options = { stream: true, stream_options: { include_usage: true }, temperature: 0 };
  const response = await fetch(`${provider.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer test" },
    body: JSON.stringify({ model: "scripted", messages: [user], ...options }),
  });
  const lines = (await response.text()).split("\n\n").filter(Boolean);
  await provider.close();
  expect(lines.pop()).toBe("data: [DONE]");
  const chunks = lines.map((line) => JSON.parse(line.replace("data: ", "")));
  expect(chunks.pop()).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
  const choices = chunks.map(({ choices: [choice] }) => choice);
  expect(choices[0].delta).toMatchObject({ role: "assistant", content: null });
  const calls = choices.flatMap(({ delta }) => delta.tool_calls ?? []);
  expect(calls[0]).toEqual({ index: 0, id: "call_1_1", type: "function", function: { name: "a", arguments: "" } });
  expect(calls.map((call) => call.function.arguments).join("")).toBe('{"a":"b"}');
  expect(choices.at(-1)).toMatchObject({ delta: {}, finish_reason: "tool_calls" });
});

test("a refused stream is answered as any refused request", async () => {
  await expect(askOpenAI({ stream: true, tools: [] })).rejects.toThrow(/^400 .*empty array/);
});

const uses = (...ids: string[]) => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "a", input: {} })),
});
const result = (id: string, more: object = {}) => ({ type: "tool_result", tool_use_id: id, content: "b", ...more });
const results = (...blocks: object[]) => ({ role: "user", content: blocks });
const text = { type: "text", text: "And?" };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };

async function askAnthropic(body: object) {
  const provider = await loopbackProvider(anthropicProtocol, scriptedModel([{ text: "Hello." }]));
  const client = new Anthropic({ apiKey: "test", baseURL: provider.url, maxRetries: 0 });
  const request = {
    model: "scripted",
    max_tokens: 9,
    messages: [user],
    ...body,
  } as Anthropic.MessageCreateParamsNonStreaming;
  try {
    return (await client.messages.create(request)).content;
  } finally {
    await provider.close();
  }
}

test("Anthropic: well-formed requests are answered", async () => {
  const tools = [{ name: "a", input_schema: schema }];
  const messages = [user, uses("1", "2"), results(result("2"), result("1", { content: [text, image] }), text)];
  expect(await askAnthropic({ tools, messages })).toEqual([{ type: "text", text: "Hello." }]);
});

test.each<[string, object]>([
  ["max_tokens", { max_tokens: undefined }],
  ["unique", { tools: [1, 2].map(() => ({ name: "a", input_schema: schema })) }],
  ["not permitted", { tools: [{ name: "a", parameters: schema }] }],
  ["invalid type", { tools: [{ name: "a", input_schema: { type: "object", properties: { a: { type: "text" } } } }] }],
  ["without tool_result", { messages: [user, uses("1", "2"), results(result("1"))] }],
  ["without tool_result", { messages: [user, uses("1"), results(text)] }],
  ["messages: tool_use ids without tool_result: 1", { messages: [user, uses("1")] }],
  ["come first", { messages: [user, uses("1"), results(text, result("1"))] }],
  ["answered twice", { messages: [user, uses("1"), results(result("1"), result("1"))] }],
  ["answered twice", { messages: [user, uses("1"), results(result("1")), results(result("1"))] }],
  ["must be text", { messages: [user, uses("1"), results(result("1", { content: [image], is_error: true }))] }],
  ["not empty", { messages: [user, uses("1"), results(result("1", { content: [{ type: "text", text: "" }] }))] }],
  ["expected one of user", { messages: [uses("1"), results(result("1"))] }],
])("Anthropic refuses: %s %#", async (message, body) => {
  await expect(askAnthropic(body)).rejects.toThrow(new RegExp(`^400 .*${message}`));
});
