// Reads the messages of a Chat Completions request, and refuses what the API refuses.
import type { ToolAnswer } from "../models/scripted-model.js";
import { demand, listAt, objectAt, textAt, wordAt } from "./bad-request.js";

/** What the official client's helpers have parsed goes back with the rest, when they loop over tool calls themselves. */
const MESSAGE_FIELDS = "role content name tool_calls tool_call_id refusal annotations audio parsed".split(" ");
const CALL_FIELDS = ["name", "arguments", "parsed_arguments"];

/** The answers to the calls of a conversation, each of which must be answered at once. */
export function readAnswers(messages: readonly unknown[]): ToolAnswer[] {
  const answers: ToolAnswer[] = [];
  let open = new Map<string, string>();
  messages.forEach((value, index) => {
    const path = `messages[${index}]`;
    const message = objectAt(value, path, MESSAGE_FIELDS);
    const role = wordAt(message["role"], `${path}.role`, ["system", "developer", "user", "assistant", "tool"]);
    if (role === "tool") {
      const id = textAt(message["tool_call_id"], `${path}.tool_call_id`);
      const name = open.get(id);
      demand(
        name,
        path,
        `a tool message must answer a tool_call of the assistant message before it, ${id} is none or answered`,
      );
      open.delete(id);
      answers.push({ name, text: readText(message["content"], `${path}.content`), isError: undefined, media: [] });
      return;
    }
    checkAnswered(open, path);
    if (role === "assistant") open = readCalls(message, path);
    else readText(message["content"], `${path}.content`);
  });
  checkAnswered(open, `messages[${messages.length}]`);
  return answers;
}

function checkAnswered(open: ReadonlyMap<string, string>, path: string): void {
  demand(open.size === 0, path, `these tool_call_ids have no tool message: ${[...open.keys()].join(", ")}`);
}

function readCalls(message: Record<string, unknown>, path: string): Map<string, string> {
  if (message["tool_calls"] === undefined) {
    textAt(message["content"], `${path}.content`);
    return new Map();
  }
  const calls = listAt(message["tool_calls"], `${path}.tool_calls`).map((value, index): [string, string] => {
    const callPath = `${path}.tool_calls[${index}]`;
    const call = objectAt(value, callPath, ["id", "type", "function"]);
    const called = objectAt(call["function"], `${callPath}.function`, CALL_FIELDS);
    demand(typeof called["arguments"] === "string", `${callPath}.function.arguments`, "expected a string");
    return [textAt(call["id"], `${callPath}.id`), textAt(called["name"], `${callPath}.function.name`)];
  });
  return new Map(calls);
}

function readText(content: unknown, path: string): string {
  if (typeof content === "string") return content;
  return listAt(content, path)
    .map((value, index) => {
      const part = objectAt(value, `${path}[${index}]`, ["type", "text"]);
      wordAt(part["type"], `${path}[${index}].type`, ["text"]);
      return textAt(part["text"], `${path}[${index}].text`);
    })
    .join("");
}
