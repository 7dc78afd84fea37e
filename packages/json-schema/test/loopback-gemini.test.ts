import { type GenerateContentParameters, GoogleGenAI } from "@google/genai";
import { geminiProtocol, loopbackProvider, scriptedModel } from "@skillplug/testing";
import { expect, test } from "vitest";

// The contract proves something only if the server refuses what the real API refuses.

const user = { role: "user", parts: [{ text: "Go." }] };
const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const declaration = (more: object = {}) => ({ name: "a", description: "A.", parametersJsonSchema: schema, ...more });
const tools = (...declarations: object[]) => ({ config: { tools: [{ functionDeclarations: declarations }] } });
const calls = (...names: string[]) => ({
  role: "model",
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
});
const signed = { role: "model", parts: [{ functionCall: { id: "1", name: "a", args: {} }, thoughtSignature: "AAAA" }] };
const answer = (name: string, more: object = {}) => ({
  functionResponse: { name, response: { output: "b" }, ...more },
});
const answers = (...parts: object[]) => ({ role: "user", parts });
const image = { inlineData: { mimeType: "image/png", data: "AAAA" } };
const old = "gemini-2.5-flash";

async function ask(body: object) {
  const provider = await loopbackProvider(geminiProtocol, scriptedModel([{ text: "Hello." }]));
  const client = new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: provider.url } });
  const request = { model: "gemini-3-pro", contents: [user], ...body } as GenerateContentParameters;
  try {
    return (await client.models.generateContent(request)).text;
  } finally {
    await provider.close();
  }
}

test.each<[string, object]>([
  ["a plain text", { contents: "Go." }],
  ["instructions and settings", { config: { systemInstruction: "Be brief.", temperature: 0, tools: [] } }],
  ["definitions", tools(declaration(), declaration({ name: "b" }))],
  ["answers by id, with an image", { contents: [user, signed, answers(answer("a", { id: "1", parts: [image] }))] }],
  [
    "answers by name",
    { model: old, contents: [user, calls("a", "b", "a"), answers(answer("b"), answer("a"), answer("a"))] },
  ],
])("well-formed requests are answered: %s", async (_, body) => {
  expect(await ask(body)).toBe("Hello.");
});

test.each<[string, object]>([
  ["tool_type", { config: { tools: [{}] } }],
  ["empty array", tools()],
  [
    "a second tool",
    { config: { tools: [declaration(), declaration({ name: "b" })].map((one) => ({ functionDeclarations: [one] })) } },
  ],
  ["64", tools(declaration({ name: "a b" }))],
  ["unique", tools(declaration(), declaration())],
  ["description", tools(declaration({ description: "" }))],
  ["not permitted: input_schema", tools(declaration({ input_schema: schema }))],
  ["must not both be set", tools(declaration({ parameters: {} }))],
  [
    "invalid type",
    tools(declaration({ parametersJsonSchema: { type: "object", properties: { a: { type: "text" } } } })),
  ],
  ["equal to the number", { model: old, contents: [user, calls("a", "a"), answers(answer("a"))] }],
  ["equal to the number", { model: old, contents: [user, calls("a"), user] }],
  ["equal to the number", { contents: [user, answers(answer("a"))] }],
  ["answers no function call", { model: old, contents: [user, calls("a"), answers(answer("b"))] }],
  ["answers no function call", { contents: [user, signed, answers(answer("a"))] }],
  ["must be followed by", { model: old, contents: [user, calls("a")] }],
  ["must come after", { model: old, contents: [calls("a"), answers(answer("a"))] }],
  ["thought_signature", { contents: [user, calls("a"), answers(answer("a"))] }],
  [
    "not supported for this model",
    { model: old, contents: [user, calls("a"), answers(answer("a", { parts: [image] }))] },
  ],
  ["expected an object", { model: old, contents: [user, calls("a"), answers(answer("a", { response: "b" }))] }],
  ["one of user, model", { contents: [{ role: "assistant", parts: [{ text: "Go." }] }] }],
  ["oneof field", { contents: [{ role: "user", parts: [{ ...image, text: "Go." }] }] }],
])("refused: %s %#", async (message, body) => {
  await expect(ask(body)).rejects.toThrow(new RegExp(`"code":400,.*${message}`));
});
