// What a history of the AI SDK says was answered to the question about a call.

import type { AssistantContent, ModelMessage, ToolApprovalRequest, ToolApprovalResponse } from "ai";

/** What a person has answered about a call. */
export interface HistoryAnswer {
  /** The answer that the history ends with: the SDK runs an approved call with such a history and no other. */
  readonly now: boolean | undefined;
  /** The answer to the last question about a call of this id, wherever it stands. */
  readonly before: boolean | undefined;
}

/** Reads a history as the SDK does: an answer names a question, and the question the call. */
export function answerInHistory(callId: string, messages: readonly ModelMessage[] = []): HistoryAnswer {
  const questions = messages.flatMap(({ role, content }) => (role === "assistant" ? questionsIn(content) : []));
  // An id that comes twice stands for the last question.
  const asked = new Map(questions.map(({ approvalId, toolCallId }) => [approvalId, toolCallId]));
  const last = questions.findLast(({ toolCallId }) => toolCallId === callId);
  const answers = messages.map((message) => (message.role === "tool" ? message.content.filter(isAnswer) : []));
  const now = answers.at(-1)?.find(({ approvalId }) => asked.get(approvalId) === callId);
  const before = answers.flat().findLast(({ approvalId }) => approvalId === last?.approvalId);
  return { now: now?.approved, before: before?.approved };
}

function questionsIn(content: AssistantContent): ToolApprovalRequest[] {
  return typeof content === "string" ? [] : content.filter((part) => part.type === "tool-approval-request");
}

function isAnswer(part: { readonly type: string }): part is ToolApprovalResponse {
  return part.type === "tool-approval-response";
}
