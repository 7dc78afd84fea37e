// How LangChain tells that a call was refused: by the answer to its question, and by a message in place of the tool's.

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { fieldOf } from "./graph-task.js";

/** Whether an answer as `humanInTheLoopMiddleware` takes it refuses every call that it is about. */
export function refusesAll(answer: unknown): boolean {
  const decisions = fieldOf(answer, "decisions");
  return Array.isArray(decisions) && decisions.every((decision) => fieldOf(decision, "type") === "reject");
}

/** Whether the state of a task holds a message already that answers the last call of this id, so that no tool has to run. */
export function isAnsweredIn(state: unknown, callId: string): boolean {
  const messages = fieldOf(state, "messages");
  if (!Array.isArray(messages)) return false;
  const made = messages.findLastIndex(
    (message) => AIMessage.isInstance(message) && message.tool_calls?.some(({ id }) => id === callId),
  );
  return (
    made >= 0 &&
    messages.slice(made + 1).some((message) => ToolMessage.isInstance(message) && message.tool_call_id === callId)
  );
}
