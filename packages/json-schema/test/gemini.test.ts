import type { ContentPart, ToolResult } from "@skillplug/core";
import { handWrittenTool, skillsOf, skillsThatAnswer } from "@skillplug/testing";
import { expect, test } from "vitest";
import { type GeminiResponse, runGeminiToolCalls, toGeminiTools } from "../src/index.js";

const responseOf = (...parts: object[]) => ({ candidates: [{ content: { role: "model", parts } }] });
const call = (more: object = {}) => ({ functionCall: { name: "load_skill", args: {}, ...more } });

async function answerOf(result: ToolResult, modelVersion?: string) {
  const response = { ...responseOf(call()), modelVersion };
  const [answer] = await runGeminiToolCalls(skillsThatAnswer(result), response);
  return answer?.functionResponse;
}

test("all definitions are one tool, and without skills there is none", async () => {
  const { name, description, inputSchema: parametersJsonSchema } = handWrittenTool();
  const searching = handWrittenTool({ name: "search_skills" });
  expect(await toGeminiTools(skillsOf(handWrittenTool(), searching))).toEqual([
    {
      functionDeclarations: [
        { name, description, parametersJsonSchema },
        { name: "search_skills", description, parametersJsonSchema },
      ],
    },
  ]);
  expect(await toGeminiTools(skillsOf())).toEqual([]);
});

test("calls without ids are answered without ids, in the order of the calls", async () => {
  const response = responseOf(
    call({ args: { name: "b" } }),
    { text: "Let me see.", thought: true },
    call({ id: "2", args: { name: "a" } }),
    call({ name: "weather" }),
  );
  expect(await runGeminiToolCalls(skillsOf(handWrittenTool()), response)).toEqual([
    { functionResponse: { name: "load_skill", response: { output: '{"name":"b"}' } } },
    { functionResponse: { id: "2", name: "load_skill", response: { output: '{"name":"a"}' } } },
  ]);
});

test("a call without arguments is a call", async () => {
  const seen: unknown[] = [];
  const execute = async (input: unknown) => ({ ok: true as const, text: `${seen.push(input)}` });
  const skills = skillsOf(handWrittenTool({ name: "list_skills", execute }));
  const response = responseOf({ functionCall: { name: "list_skills" } });
  expect(await runGeminiToolCalls(skills, response)).toEqual([
    { functionResponse: { name: "list_skills", response: { output: "1" } } },
  ]);
  expect(seen).toEqual([undefined]);
});

test.each<[string, GeminiResponse]>([
  ["no candidate", {}],
  ["an empty list of candidates", { candidates: [] }],
  ["a candidate that was stopped", { candidates: [{}] }],
  ["a content without parts", { candidates: [{ content: {} }] }],
  ["a call without a name", responseOf({ functionCall: {} })],
])("a response with %s has no answers", async (_, response) => {
  expect(await runGeminiToolCalls(skillsOf(handWrittenTool()), response)).toEqual([]);
});

test("a failure is an error, with the text that the model can act on", async () => {
  const error = { code: "skill_not_found", message: "Skill 'a' not found" } as const;
  expect(await answerOf({ ok: false, text: "Error: Skill 'a' not found", error })).toEqual({
    name: "load_skill",
    response: { error: "Error: Skill 'a' not found" },
  });
});

const image: ContentPart = { type: "image", data: "AAAA", mediaType: "image/webp" };
const bill: ContentPart = { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" };
const twoFiles: ToolResult = {
  ok: true,
  text: "Two files.",
  content: [{ type: "text", text: "Two files." }, image, bill],
};

test.each(["gemini-3-pro-preview", "gemini-3.5-flash", "gemini-10-pro"])("images and PDFs reach %s", async (model) => {
  expect(await answerOf(twoFiles, model)).toEqual({
    name: "load_skill",
    response: { output: "Two files." },
    parts: [
      { inlineData: { mimeType: "image/webp", data: "AAAA" } },
      { inlineData: { mimeType: "application/pdf", data: "BBBB" } },
    ],
  });
});

test.each(["gemini-2.5-flash", "gemma-3-27b", undefined])(
  "%s is told of images and PDFs as text, since it may refuse them",
  async (model) => {
    expect(await answerOf(twoFiles, model)).toEqual({ name: "load_skill", response: { output: "Two files." } });
  },
);

test.each(["image/gif", "audio/wav"])("what the API does not take is told as text: %s", async (mediaType) => {
  const content = [{ type: "file", data: "AAAA", mediaType }] as const;
  const answer = await answerOf({ ok: true, text: "a file", content }, "gemini-3-pro");
  expect(answer).toEqual({ name: "load_skill", response: { output: "a file" } });
});

test("a text alone has no parts beside it", async () => {
  const content = [{ type: "text", text: "Hello." }] as const;
  const answer = await answerOf({ ok: true, text: "Hello.", content }, "gemini-3-pro");
  expect(answer).toEqual({ name: "load_skill", response: { output: "Hello." } });
});
