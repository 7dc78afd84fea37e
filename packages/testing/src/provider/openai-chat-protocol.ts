import type { ModelReply, OfferedTool, ToolAnswer } from "../scripted-model.js";
import { demand, listAt, objectAt, textAt, wordAt } from "./bad-request.js";
import type { ProviderProtocol } from "./loopback-provider.js";
import { checkToolName, checkToolSchema } from "./tool-schema-check.js";

/** OpenAI's Chat Completions API, as much of it as an agent loop needs. */
export const openAIChatProtocol: ProviderProtocol = {
  path: "/v1/chat/completions",
  headers: ["authorization"],
  readRequest(body) {
    const request = objectAt(body, "", ["model", "messages", "tools", "tool_choice", "parallel_tool_calls"]);
    textAt(request["model"], "model");
    const tools = request["tools"] === undefined ? [] : listAt(request["tools"], "tools").map(readTool(new Set()));
    return { tools, answers: readAnswers(listAt(request["messages"], "messages")) };
  },
  writeReply: (reply) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [
      {
        index: 0,
        finish_reason: reply.calls.length ? "tool_calls" : "stop",
        logprobs: null,
        message: toMessage(reply),
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }),
  writeError: ({ message, path }) => ({
    error: { message, type: "invalid_request_error", param: path || null, code: null },
  }),
};

function toMessage({ text, calls }: ModelReply) {
  const toolCalls = calls.map(({ id, name, arguments: json }) => ({
    id,
    type: "function",
    function: { name, arguments: json },
  }));
  return {
    role: "assistant",
    content: text || null,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: toolCalls }),
  };
}

function readTool(names: Set<string>) {
  return (value: unknown, index: number): OfferedTool => {
    const path = `tools[${index}]`;
    const tool = objectAt(value, path, ["type", "function"]);
    wordAt(tool["type"], `${path}.type`, ["function"]);
    const definition = objectAt(tool["function"], `${path}.function`, ["name", "description", "parameters", "strict"]);
    const { name, description = "", parameters, strict = false } = definition;
    checkToolName(name, `${path}.function.name`, names);
    demand(typeof description === "string", `${path}.function.description`, "expected a string");
    demand(description.length <= 1024, `${path}.function.description`, "string too long, at most 1024 characters");
    demand(typeof strict === "boolean", `${path}.function.strict`, "expected a boolean");
    if (parameters !== undefined) checkToolSchema(parameters, `${path}.function.parameters`, strict);
    return { name, description };
  };
}

function readAnswers(messages: readonly unknown[]): ToolAnswer[] {
  const answers: ToolAnswer[] = [];
  let open = new Map<string, string>();
  messages.forEach((value, index) => {
    const path = `messages[${index}]`;
    const keys = ["role", "content", "name", "tool_calls", "tool_call_id", "refusal", "annotations"];
    const message = objectAt(value, path, keys);
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
    const called = objectAt(call["function"], `${callPath}.function`, ["name", "arguments"]);
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
