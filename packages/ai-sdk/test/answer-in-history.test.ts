import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { answerInHistory } from "../src/answer-in-history.js";

const toolCallId = "call_0";
const ask = (approvalId: string, of = toolCallId): ModelMessage => ({
  role: "assistant",
  content: [
    { type: "tool-call", toolCallId: of, toolName: "run_skill_script", input: {} },
    { type: "tool-approval-request", approvalId, toolCallId: of },
  ],
});
const answer = (approvalId: string, approved: boolean): ModelMessage => ({
  role: "tool",
  content: [{ type: "tool-approval-response", approvalId, approved }],
});
const ran: ModelMessage = {
  role: "tool",
  content: [{ type: "tool-result", toolCallId, toolName: "run_skill_script", output: { type: "text", value: "done" } }],
};
const user: ModelMessage = { role: "user", content: "Go on." };

test.each<[string, ModelMessage[] | undefined, ReturnType<typeof answerInHistory>]>([
  ["no history", undefined, { now: undefined, before: undefined }],
  ["a question that waits", [ask("a")], { now: undefined, before: undefined }],
  ["a yes at the end", [ask("a"), answer("a", true)], { now: true, before: true }],
  ["a no at the end", [ask("a"), answer("a", false)], { now: false, before: false }],
  ["a yes, and its result", [ask("a"), answer("a", true), ran], { now: undefined, before: true }],
  ["a no, and a later turn", [ask("a"), answer("a", false), user], { now: undefined, before: false }],
  [
    "an answer to another call",
    [ask("a"), ask("b", "call_1"), answer("b", true)],
    { now: undefined, before: undefined },
  ],
  ["an answer to no question", [answer("a", true)], { now: undefined, before: undefined }],
  [
    "an older answer, and a question that waits",
    [ask("a"), answer("a", true), ran, ask("b")],
    { now: undefined, before: undefined },
  ],
  [
    "an older no, and a yes at the end",
    [ask("a"), answer("a", false), ran, ask("b"), answer("b", true)],
    { now: true, before: true },
  ],
  [
    "an id of an answer that stands for two calls",
    [ask("a"), ask("a", "call_1"), answer("a", true)],
    { now: undefined, before: true },
  ],
])("%s", (_, messages, expected) => {
  expect(answerInHistory(toolCallId, messages)).toEqual(expected);
});
