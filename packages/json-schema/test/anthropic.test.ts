import type Anthropic from "@anthropic-ai/sdk";
import type { ToolResult } from "@skillplug/core";
import { expect, expectTypeOf, test } from "vitest";
import {
  type AnthropicResponse,
  type AnthropicTool,
  type AnthropicToolResult,
  runAnthropicToolCalls,
} from "../src/index.js";
import { handWrittenTool, skillsOf, skillsThatAnswer } from "./hand-written-skills.js";

const use = (id: string, input: unknown = {}, name = "load_skill") => ({ type: "tool_use", id, name, input });

async function contentOf(result: ToolResult) {
  const [answer] = await runAnthropicToolCalls(skillsThatAnswer(result), { content: [use("1")] });
  return answer?.content;
}

test("the types of the official client fit both ways without a cast", () => {
  expectTypeOf<AnthropicTool>().toExtend<Anthropic.Tool>();
  expectTypeOf<AnthropicToolResult>().toExtend<Anthropic.ToolResultBlockParam>();
  expectTypeOf<AnthropicToolResult[]>().toExtend<Anthropic.MessageParam["content"]>();
  expectTypeOf<Anthropic.Message>().toExtend<AnthropicResponse>();
  expectTypeOf<Anthropic.Beta.BetaMessage>().toExtend<AnthropicResponse>();
});

test("texts, server tools and other tools are left to the caller", async () => {
  const content = [
    { type: "text", text: "Let me see." },
    { ...use("1"), type: "server_tool_use" },
    use("2", {}, "weather"),
    use("3", { name: "a" }),
  ];
  const answers = await runAnthropicToolCalls(skillsOf(handWrittenTool()), { content });
  expect(answers).toEqual([{ type: "tool_result", tool_use_id: "3", content: '{"name":"a"}', is_error: false }]);
});

test("a failure is marked, with the text that the model can act on", async () => {
  const error = { code: "skill_not_found", message: "Skill 'a' not found" } as const;
  const skills = skillsThatAnswer({ ok: false, text: "Error: Skill 'a' not found", error });
  expect(await runAnthropicToolCalls(skills, { content: [use("1")] })).toEqual([
    { type: "tool_result", tool_use_id: "1", content: "Error: Skill 'a' not found", is_error: true },
  ]);
});

test("images and PDFs become blocks", async () => {
  const content = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mediaType: "image/webp" },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
  ] as const;
  expect(await contentOf({ ok: true, text: "Two files.", content })).toEqual([
    { type: "text", text: "Two files." },
    { type: "image", source: { type: "base64", media_type: "image/webp", data: "AAAA" } },
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: "BBBB" } },
  ]);
});

test.each([
  { type: "image", data: "AAAA", mediaType: "image/tiff" } as const,
  { type: "file", data: "AAAA", mediaType: "audio/wav" } as const,
])("what the API does not take is told as text: $mediaType", async (part) => {
  expect(await contentOf({ ok: true, text: "a file", content: [part] })).toBe("a file");
});
