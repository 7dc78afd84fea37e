import type { ToolCallOptions, ToolResult } from "@skillplug/core";
import { scriptedModel, skillsOf, skillsWith } from "@skillplug/testing";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import { generateText, isStepCount, jsonSchema, type ModelMessage } from "ai";
import { expect, test } from "vitest";
import { toAiSdkTools } from "../src/index.js";

const done: ToolResult = { ok: true, text: "done" };
const call = { toolCallId: "1", messages: [], context: undefined };
const runOnce = [{ calls: [{ tool: "run_skill_script", input: {} }] }, { text: "Done." }];

test("only the tools that the skills offer are there", async () => {
  expect(Object.keys(await toAiSdkTools(skillsWith(async () => done)))).toEqual(["run_skill_script"]);
});

test("text, images and files become the parts of one content output", async () => {
  const content = [
    { type: "text", text: "Two files." },
    { type: "image", data: "AAAA", mediaType: "image/png" },
    { type: "file", data: "BBBB", mediaType: "application/pdf", name: "bill.pdf" },
    { type: "file", data: "CCCC", mediaType: "audio/wav" },
  ] as const;
  const { run_skill_script } = await toAiSdkTools(skillsWith(async () => done));
  const output: ToolResult = { ok: true, text: "Two files.", content };
  expect(await run_skill_script.toModelOutput?.({ toolCallId: "1", input: {}, output })).toEqual({
    type: "content",
    value: [
      { type: "text", text: "Two files." },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
      { type: "file", mediaType: "application/pdf", data: { type: "data", data: "BBBB" }, filename: "bill.pdf" },
      { type: "file", mediaType: "audio/wav", data: { type: "data", data: "CCCC" } },
    ],
  });
});

test.each([
  ["nothing", null, "null"],
  ["no answer", undefined, ""],
  ["a text", "I ran.", "I ran."],
  ["another object", { ok: true }, '{"ok":true}'],
  ["a text without saying how it went", { text: "a" }, '{"text":"a"}'],
  ["neither yes nor no", { ok: 1, text: "a" }, '{"ok":1,"text":"a"}'],
  ["a text that is none", { ok: true, text: 1 }, '{"ok":true,"text":1}'],
  ["content that is no list", { ok: true, text: "a", content: "b" }, '{"ok":true,"text":"a","content":"b"}'],
  ["a part that is null", { ok: true, text: "a", content: [null] }, '{"ok":true,"text":"a","content":[null]}'],
  [
    "a part of no known type",
    { ok: true, text: "", content: [{ type: "x", data: "A", mediaType: "a/b" }] },
    /"type":"x"/,
  ],
  ["a text part without its text", { ok: true, text: "", content: [{ type: "text" }] }, /"type":"text"/],
  ["an image without its data", { ok: true, text: "", content: [{ type: "image", mediaType: "a/b" }] }, /"image"/],
  ["a file without its type", { ok: true, text: "", content: [{ type: "file", data: "AAAA" }] }, /"AAAA"/],
])("a history that says a tool answered %s is passed on as text", async (_, output, value) => {
  const { run_skill_script } = await toAiSdkTools(skillsWith(async () => done));
  const answer = run_skill_script.toModelOutput?.({ toolCallId: "1", input: {}, output: output as never });
  const expected = typeof value === "string" ? value : expect.stringMatching(value);
  expect(await answer).toEqual({ type: "text", value: expected });
});

test("the SDK's toolsContext wins over the context of all tools", async () => {
  const seen: unknown[] = [];
  const record = async (_input: unknown, options?: ToolCallOptions) => {
    seen.push(options?.context);
    return done;
  };
  const { run_skill_script } = await toAiSdkTools(skillsWith(record), { context: "all" });
  const contextSchema = jsonSchema<{ user: string }>({ type: "object", properties: { user: { type: "string" } } });
  await generateText({
    model: scriptedLanguageModel(scriptedModel(runOnce)),
    prompt: "Go.",
    tools: { run_skill_script: { ...run_skill_script, contextSchema } },
    toolsContext: { run_skill_script: { user: "one" } },
    stopWhen: isStepCount(3),
  });
  await Promise.all([run_skill_script.execute?.({}, call)].map(drain));
  expect(seen).toEqual([{ user: "one" }, "all"]);
});

const request = { skillName: "s", scriptName: "x", trusted: false, source: "memory", digest: "0" };

test("a tool that needs approval waits for the SDK's approval, and runs after it", async () => {
  let runs = 0;
  const count = async (): Promise<ToolResult> => ({ ok: true, text: `run ${++runs}` });
  const tools = await toAiSdkTools(skillsWith(count, { requestApproval: async () => request }));
  const model = scriptedLanguageModel(scriptedModel(runOnce));
  const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
  const asked = await generateText({ model, messages, tools });
  expect(runs).toBe(0);
  const question = asked.content.find((part) => part.type === "tool-approval-request");
  messages.push(...asked.response.messages, {
    role: "tool",
    content: [{ type: "tool-approval-response", approvalId: question?.approvalId ?? "", approved: true }],
  });
  const { text } = await generateText({ model, messages, tools });
  expect(runs).toBe(1);
  expect(text).toBe("Done.");
});

test("a tool that only reads answers once, without a preliminary result", async () => {
  const { run_skill_script } = await toAiSdkTools(skillsWith(async () => done, { readOnly: true }));
  expect(await run_skill_script.execute?.({}, call)).toEqual(done);
});

async function drain(result: unknown): Promise<void> {
  for await (const _ of result as AsyncIterable<unknown>);
}

test("an option that there is not is refused", async () => {
  const misspelt = { contxt: {} } as object;
  await expect(toAiSdkTools(skillsOf(), misspelt)).rejects.toThrow(
    "toAiSdkTools has no option contxt. Did you mean context?",
  );
});
