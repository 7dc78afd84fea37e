import type { ToolResult } from "@skillplug/core";
import type OpenAI from "openai";
import type { ParsedResponse } from "openai/resources/responses/responses";
import { expect, expectTypeOf, test } from "vitest";
import {
  type OpenAIResponsesContent,
  type OpenAIResponsesResponse,
  type OpenAIResponsesTool,
  type OpenAIResponsesToolOutput,
  runOpenAIResponsesToolCalls,
  toOpenAIResponsesTools,
} from "../src/index.js";
import { handWrittenTool, skillsOf, skillsThatAnswer } from "./hand-written-skills.js";

const call = (id: string, json = "{}", name = "load_skill") => {
  return { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: json };
};

async function outputOf(result: ToolResult) {
  const [answer] = await runOpenAIResponsesToolCalls(skillsThatAnswer(result), { output: [call("1")] });
  return answer?.output;
}

test("the types of the official client fit both ways without a cast", () => {
  type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
  expectTypeOf<OpenAIResponsesTool>().toExtend<OpenAI.Responses.FunctionTool>();
  expectTypeOf<OpenAIResponsesContent>().toExtend<OpenAI.Responses.ResponseFunctionCallOutputItem>();
  expectTypeOf<OpenAIResponsesToolOutput>().toExtend<OpenAI.Responses.ResponseInputItem>();
  expectTypeOf<OpenAI.Responses.Response>().toExtend<OpenAIResponsesResponse>();
  expectTypeOf<ParsedResponse<null>>().toExtend<OpenAIResponsesResponse>();
  const request = async (client: OpenAI, response: OpenAI.Responses.Response) => {
    const skills = skillsOf();
    const tools = await toOpenAIResponsesTools(skills);
    const input = await runOpenAIResponsesToolCalls(skills, response);
    return client.responses.create({
      model: "gpt-5",
      input,
      tools,
      previous_response_id: response.id,
    } satisfies Request);
  };
  expectTypeOf(request).returns.resolves.toExtend<OpenAIResponsesResponse>();
});

test("a definition is flat, strict unless told otherwise", async () => {
  const skills = skillsOf(handWrittenTool());
  const { description, inputSchema } = handWrittenTool();
  const parameters = { ...inputSchema, additionalProperties: false };
  expect(await toOpenAIResponsesTools(skills)).toEqual([
    { type: "function", name: "load_skill", description, parameters, strict: true },
  ]);
  expect(await toOpenAIResponsesTools(skills, { strict: false })).toEqual([
    { type: "function", name: "load_skill", description, parameters: inputSchema, strict: false },
  ]);
});

test("messages, reasoning, built-in tools and other functions are left to the caller", async () => {
  const output = [
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "message", id: "msg_1", role: "assistant", content: [] },
    { ...call("1"), type: "mcp_call" },
    { ...call("2"), type: "custom_tool_call" },
    call("3", "{}", "weather"),
    call("4", '{"name":"a"}'),
  ];
  expect(await runOpenAIResponsesToolCalls(skillsOf(handWrittenTool()), { output })).toEqual([
    { type: "function_call_output", call_id: "4", output: '"{\\"name\\":\\"a\\"}"' },
  ]);
});

test("a failure is the text that the model can act on", async () => {
  const error = { code: "skill_not_found", message: "Skill 'a' not found" } as const;
  expect(await outputOf({ ok: false, text: "Error: Skill 'a' not found", error })).toBe("Error: Skill 'a' not found");
});

test("images and PDFs become parts of the output", async () => {
  const content = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mediaType: "image/webp" },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
  ] as const;
  expect(await outputOf({ ok: true, text: "Two files.", content })).toEqual([
    { type: "input_text", text: "Two files." },
    { type: "input_image", image_url: "data:image/webp;base64,AAAA" },
    { type: "input_file", filename: "bill.pdf", file_data: "data:application/pdf;base64,BBBB" },
  ]);
});

test.each([
  { type: "image", data: "AAAA", mediaType: "image/tiff" } as const,
  { type: "file", data: "AAAA", mediaType: "audio/wav" } as const,
])("what the API does not take is told as text: $mediaType", async (part) => {
  expect(await outputOf({ ok: true, text: "a file", content: [part] })).toBe("a file");
});
