import { loopbackProvider, openAIResponsesProtocol, type ScriptStep, scriptedModel } from "@skillplug/testing";
import OpenAI from "openai";
import { afterEach, expect, test } from "vitest";

// The contract proves something only if the server refuses what the real API refuses.

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;

const user = { role: "user", content: "Go." };
const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const tool = (more: object = {}) => ({ type: "function", name: "a", parameters: schema, strict: true, ...more });
const call = (id: string, more: object = {}) => {
  return { type: "function_call", call_id: id, name: "a", arguments: "{}", ...more };
};
const output = (id: string, value: unknown = "b") => ({ type: "function_call_output", call_id: id, output: value });
const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
const pdf = { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" };

let close = async () => {};
afterEach(() => close());

/** Asks one server, which plays the script. */
async function server(...script: ScriptStep[]) {
  const provider = await loopbackProvider(openAIResponsesProtocol, scriptedModel(script));
  close = provider.close;
  const client = new OpenAI({ apiKey: "test", baseURL: `${provider.url}/v1`, maxRetries: 0 });
  return (body: object) => client.responses.create({ model: "scripted", input: [user], ...body } as Request);
}

async function ask(body: object) {
  const send = await server({ text: "Hello." });
  return (await send(body)).output_text;
}

test("well-formed requests are answered", async () => {
  expect(await ask({ input: "Go.", tools: [tool()], instructions: "Be brief.", store: false })).toBe("Hello.");
  expect(await ask({ tools: [] })).toBe("Hello.");
  const parts = [{ type: "input_text", text: "Two files." }, image, pdf];
  expect(await ask({ input: [user, call("1"), call("2"), output("2", parts), output("1"), user] })).toBe("Hello.");
});

test("a response is kept, and the next one goes on from it", async () => {
  const send = await server({ calls: [{ tool: "a" }] }, ([answer]) => ({ text: `${answer?.name}: ${answer?.text}` }));
  const first = await send({});
  const second = await send({ input: [output("call_1_1", "done")], previous_response_id: first.id });
  expect(second.output_text).toBe("a: done");
});

test("an item is kept too, and can be referred to", async () => {
  const send = await server({ calls: [{ tool: "a" }] }, { text: "Hello." });
  const { output: items } = await send({});
  const reference = { type: "item_reference", id: items[0]?.id };
  expect((await send({ input: [user, reference, output("call_1_1")] })).output_text).toBe("Hello.");
});

test("nothing is kept with store: false", async () => {
  const send = await server({ calls: [{ tool: "a" }] });
  const { id, output: items } = await send({ store: false });
  const next = { input: [output("call_1_1")], previous_response_id: id };
  await expect(send(next)).rejects.toThrow(/^400 .*'resp_1' not found/);
  const reference = { type: "item_reference", id: items[0]?.id };
  await expect(send({ input: [reference, output("call_1_1")] })).rejects.toThrow(/^400 .*'fc_1_1' not found/);
});

test.each<[string, object]>([
  ["not permitted: messages", { messages: [user] }],
  ["empty array", { input: [] }],
  ["64", { tools: [tool({ name: "a.b" })] }],
  ["unique", { tools: [tool(), tool()] }],
  ["1024", { tools: [tool({ description: "x".repeat(1025) })] }],
  ["not permitted: function", { tools: [{ type: "function", function: tool() }] }],
  ["every property", { tools: [tool({ parameters: { ...schema, required: [] } })] }],
  ["no tool output found", { input: [user, call("1"), call("2"), output("1")] }],
  ["no tool call found", { input: [user, output("1")] }],
  ["answered twice", { input: [user, call("1"), output("1"), output("1")] }],
  ["begins with 'fc'", { input: [user, call("1", { id: "call_1" }), output("1")] }],
  ["not permitted: parsed_arguments", { input: [user, call("1", { parsed_arguments: null }), output("1")] }],
  [
    "unsupported image type",
    { input: [call("1"), output("1", [{ ...image, image_url: "data:image/tiff;base64,AAAA" }])] },
  ],
  ["valid URL", { input: [call("1"), output("1", [{ ...image, image_url: "AAAA" }])] }],
  ["filename", { input: [call("1"), output("1", [{ ...pdf, filename: undefined }])] }],
  ["not found", { previous_response_id: "resp_9" }],
])("refused: %s %#", async (message, body) => {
  await expect(ask(body)).rejects.toThrow(new RegExp(`^400 .*${message}`));
});

test("a stream has the events of the real API, in its order", async () => {
  const provider = await loopbackProvider(
    openAIResponsesProtocol,
    scriptedModel([{ calls: [{ tool: "a", input: {} }] }]),
  );
  close = provider.close;
  const response = await fetch(`${provider.url}/v1/responses`, {
    method: "POST",
    headers: { authorization: "Bearer test" },
    body: JSON.stringify({ model: "scripted", input: "Go.", stream: true }),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const events = [...(await response.text()).matchAll(/^event: (.+)\ndata: .*"sequence_number":(\d+)\}\n\n/gm)];
  expect(events.map(([, name, number]) => `${number} ${name}`)).toEqual([
    "0 response.created",
    "1 response.in_progress",
    "2 response.output_item.added",
    "3 response.function_call_arguments.delta",
    "4 response.function_call_arguments.done",
    "5 response.output_item.done",
    "6 response.completed",
  ]);
});
