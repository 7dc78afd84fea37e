import type { ToolResult } from "@skillplug/core";
import { handWrittenTool, skillsOf, skillsThatAnswer } from "@skillplug/testing";
import { expect, test } from "vitest";
import { runOpenAIResponsesToolCalls, toOpenAIResponsesTools } from "../src/index.js";

const call = (id: string, json = "{}", name = "load_skill") => {
  return { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: json };
};

async function outputOf(result: ToolResult) {
  const [answer] = await runOpenAIResponsesToolCalls(skillsThatAnswer(result), { output: [call("1")] });
  return answer?.output;
}

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

test.each(["image/jpeg", "image/png", "image/gif", "image/webp"])(
  "%s and PDFs become parts of the output",
  async (mediaType) => {
    const content = [
      { type: "text", text: "Two files." },
      { type: "image", data: "AAAA", mediaType },
      { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
    ] as const;
    expect(await outputOf({ ok: true, text: "Two files.", content })).toEqual([
      { type: "input_text", text: "Two files." },
      { type: "input_image", image_url: `data:${mediaType};base64,AAAA` },
      { type: "input_file", filename: "bill.pdf", file_data: "data:application/pdf;base64,BBBB" },
    ]);
  },
);

test("a PDF without a name has one all the same: the API wants one", async () => {
  const content = [{ type: "file", data: "BBBB", mediaType: "application/pdf" }] as const;
  expect(await outputOf({ ok: true, text: "A file.", content })).toEqual([
    { type: "input_file", filename: "file.pdf", file_data: "data:application/pdf;base64,BBBB" },
  ]);
});

test.each([
  { type: "image", data: "AAAA", mediaType: "image/tiff" } as const,
  { type: "file", data: "AAAA", mediaType: "audio/wav" } as const,
])("what the API does not take is told as text: $mediaType", async (part) => {
  expect(await outputOf({ ok: true, text: "a file", content: [part] })).toBe("a file");
});
