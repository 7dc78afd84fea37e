import type { ToolResult } from "@skillplug/core";
import { handWrittenTool, skillsOf, skillsThatAnswer } from "@skillplug/testing";
import { expect, test } from "vitest";
import { runAnthropicToolCalls } from "../src/index.js";

const use = (id: string, input: unknown = {}, name = "load_skill") => ({ type: "tool_use", id, name, input });

async function contentOf(result: ToolResult) {
  const [answer] = await runAnthropicToolCalls(skillsThatAnswer(result), { content: [use("1")] });
  return answer?.content;
}

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

test.each(["image/jpeg", "image/png", "image/gif", "image/webp"])("%s and PDFs become blocks", async (mediaType) => {
  const content = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mediaType },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
  ] as const;
  expect(await contentOf({ ok: true, text: "Two files.", content })).toEqual([
    { type: "text", text: "Two files." },
    { type: "image", source: { type: "base64", media_type: mediaType, data: "AAAA" } },
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: "BBBB" } },
  ]);
});

test.each([
  { type: "image", data: "AAAA", mediaType: "image/tiff" } as const,
  { type: "file", data: "AAAA", mediaType: "audio/wav" } as const,
])("what the API does not take is told as text: $mediaType", async (part) => {
  expect(await contentOf({ ok: true, text: "a file", content: [part] })).toBe("a file");
});
