import { handWrittenTool, skillsOf, skillsThatAnswer } from "@skillplug/testing";
import { expect, test } from "vitest";
import { type OpenAIChatMessage, runOpenAIChatToolCalls, toOpenAIChatTools } from "../src/index.js";

const message = (...calls: object[]) => ({ role: "assistant", tool_calls: calls as OpenAIChatMessage["tool_calls"] });
const call = (id: string, json: string, name = "load_skill") => ({
  id,
  type: "function",
  function: { name, arguments: json },
});

test("a definition is strict unless told otherwise", async () => {
  const skills = skillsOf(handWrittenTool());
  const { name, description, inputSchema } = handWrittenTool();
  const parameters = { ...inputSchema, additionalProperties: false };
  expect(await toOpenAIChatTools(skills)).toEqual([
    { type: "function", function: { name, description, parameters, strict: true } },
  ]);
  expect(await toOpenAIChatTools(skills, { strict: false })).toEqual([
    { type: "function", function: { name, description, parameters: inputSchema, strict: false } },
  ]);
});

test("a completion and its message are read alike", async () => {
  const answers = [{ role: "tool", tool_call_id: "1", content: '"{\\"name\\":\\"a\\"}"' }];
  const asked = message(call("1", '{"name":"a"}'));
  const skills = skillsOf(handWrittenTool());
  expect(await runOpenAIChatToolCalls(skills, asked)).toEqual(answers);
  expect(await runOpenAIChatToolCalls(skills, { choices: [{ message: asked }] })).toEqual(answers);
});

test("a message without calls has no answers", async () => {
  const skills = skillsOf(handWrittenTool());
  for (const empty of [{ role: "assistant" }, { role: "assistant", tool_calls: null }, { choices: [] }]) {
    expect(await runOpenAIChatToolCalls(skills, empty)).toEqual([]);
  }
});

test("calls of custom tools and of other functions are left to the caller", async () => {
  const custom = { id: "1", type: "custom", custom: { name: "load_skill", input: "x" } };
  const asked = message(custom, call("2", "{}", "weather"), call("3", "{}"));
  const answers = await runOpenAIChatToolCalls(skillsOf(handWrittenTool()), asked);
  expect(answers.map((answer) => answer.tool_call_id)).toEqual(["3"]);
});

test("an answer with an image is its text, since a tool message holds nothing else", async () => {
  const content = [{ type: "image", data: "AAAA", mediaType: "image/png" }] as const;
  const skills = skillsThatAnswer({ ok: true, text: "a.png: image/png, 3 bytes", content });
  const answers = await runOpenAIChatToolCalls(skills, message(call("1", "{}")));
  expect(answers).toEqual([{ role: "tool", tool_call_id: "1", content: "a.png: image/png, 3 bytes" }]);
});
