import { loadSkills, memory, type SkillsToolset } from "@skillplug/core";
import { type ScriptStep, scriptedModel, skillsWith } from "@skillplug/testing";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  ToolLoopAgent,
  type UIMessage,
} from "ai";
import { beforeEach, expect, test, vi } from "vitest";
import { toAiSdkTools } from "../src/index.js";

const say = vi.fn((args: unknown) => `tides says ${JSON.stringify(args)}`);
const tides = {
  name: "tides",
  description: "All about tides.",
  content: "Run say.",
  scripts: [{ name: "say", function: say }],
};
const calls = (word: string) => ({
  calls: [{ tool: "run_skill_script", input: { skill_name: "tides", script_name: "say", args: [word] } }],
});
const load = () => loadSkills(memory([tides]), { approval: "always", approvalBy: "framework" });
const go: ModelMessage = { role: "user", content: "Go." };
beforeEach(() => void say.mockClear());

async function settings(skills: SkillsToolset, script: ScriptStep[]) {
  const model = scriptedModel(script);
  const options = {
    model: scriptedLanguageModel(model),
    tools: await toAiSdkTools(skills),
    stopWhen: isStepCount(5),
  };
  return { options, answers: () => model.requests.at(-1)?.answers.map(({ text }) => text) ?? [] };
}

const answerTo = (content: readonly { readonly type: string }[], approved: boolean): ModelMessage => ({
  role: "tool",
  content: content.flatMap((part) =>
    part.type === "tool-approval-request" && "approvalId" in part
      ? [{ type: "tool-approval-response" as const, approvalId: String(part.approvalId), approved }]
      : [],
  ),
});

test("after a no, a call of the same id is asked about anew in the same conversation, and runs with its own yes", async () => {
  const skills = await load();
  const messages: ModelMessage[] = [go];
  const turn = async (script: ScriptStep[]) => {
    const { options, answers } = await settings(skills, script);
    const { content, responseMessages } = await generateText({ ...options, messages });
    messages.push(...responseMessages);
    return { content, answers: answers() };
  };
  const first = await turn([calls("low")]);
  messages.push(answerTo(first.content, false));
  await turn([{ text: "Then not." }]);
  messages.push({ role: "user", content: "High, then." });
  const second = await turn([calls("high")]);
  expect(await skills.getApprovalRequest("call_1_1")).toMatchObject({ args: ["high"] });
  messages.push(answerTo(second.content, true));
  expect((await turn([{ text: "Done." }])).answers.at(-1)).toBe('tides says ["high"]');
  expect(say.mock.calls).toEqual([[["high"], expect.anything()]]);
});

test("ToolLoopAgent asks, and runs what was answered with yes", async () => {
  const skills = await load();
  const first = await new ToolLoopAgent((await settings(skills, [calls("high")])).options).generate({ messages: [go] });
  expect(say).not.toHaveBeenCalled();
  const messages = [go, ...first.response.messages, answerTo(first.content, true)];
  const { options, answers } = await settings(skills, [{ text: "Done." }]);
  await new ToolLoopAgent(options).generate({ messages });
  expect(answers()).toEqual(['tides says ["high"]']);
});

test.each([true, false])("the messages of a chat carry the answer %s", async (approved) => {
  const skills = await load();
  const stream = streamText({ ...(await settings(skills, [calls("high")])).options, messages: [go] });
  let chat: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: stream.toUIMessageStream() })) chat = message;
  if (!chat) throw new Error("no message");
  // As addToolApprovalResponse of useChat does it.
  const parts = chat.parts.map((part) =>
    "approval" in part && part.approval && part.state === "approval-requested"
      ? { ...part, state: "approval-responded" as const, approval: { id: part.approval.id, approved } }
      : part,
  ) as UIMessage["parts"];
  const { options, answers } = await settings(skills, [{ text: "Done." }]);
  const messages = [go, ...(await convertToModelMessages([{ ...chat, parts }]))];
  for await (const _ of streamText({ ...options, messages }).fullStream);
  expect(answers().join().includes("tides says")).toBe(approved);
  expect(say).toHaveBeenCalledTimes(approved ? 1 : 0);
});

test("a program that calls the tool with a history that answers another call runs nothing", async () => {
  const skills = await load();
  const { options } = await settings(skills, [calls("high")]);
  const { content, responseMessages } = await generateText({ ...options, messages: [go] });
  const { run_skill_script: tool } = options.tools;
  const input = { skill_name: "tides", script_name: "say", args: ["high"] };
  const history = [go, ...responseMessages];
  for (const messages of [undefined, [], history, [...history, answerTo([], true)]]) {
    const call = { toolCallId: "call_1_1", messages: messages as ModelMessage[], context: undefined };
    const result = await tool.execute?.(input, call);
    for await (const part of result as AsyncIterable<unknown>) expect(part).toMatchObject({ ok: false });
  }
  expect(say).not.toHaveBeenCalled();
  expect(content).toContainEqual(expect.objectContaining({ type: "tool-approval-request" }));
});

test("what is asked about receives the context of the tools, or that of the SDK", async () => {
  const contexts: unknown[] = [];
  const skills = skillsWith(async () => ({ ok: true, text: "" }), {
    requestApproval: async (_, call) => void contexts.push(call?.context),
  });
  const { run_skill_script: tool } = await toAiSdkTools(skills, { context: "ours" });
  if (typeof tool.needsApproval !== "function") throw new Error("The tool decides nothing.");
  for (const context of [undefined, "the SDK's"])
    await tool.needsApproval({}, { toolCallId: "1", messages: [], context });
  expect(contexts).toEqual(["ours", "the SDK's"]);
});
