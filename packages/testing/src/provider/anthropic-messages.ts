// Reads the messages of an Anthropic request, and refuses what the API refuses.
import type { ToolAnswer } from "../models/scripted-model.js";
import { demand, listAt, objectAt, textAt, wordAt } from "./bad-request.js";

/** The answers to the calls of a conversation, each of which must be answered at once. */
export function readAnswers(messages: readonly unknown[]): ToolAnswer[] {
  const answers: ToolAnswer[] = [];
  let open = new Map<string, string>();
  messages.forEach((value, index) => {
    const path = `messages.${index}`;
    const message = objectAt(value, path, ["role", "content"]);
    const role = wordAt(message["role"], `${path}.role`, index === 0 ? ["user"] : ["user", "assistant"]);
    const blocks = blocksOf(message["content"], `${path}.content`);
    const results = blocks.filter(({ type }) => type === "tool_result");
    demand(
      blocks.slice(0, results.length).every(({ type }) => type === "tool_result"),
      `${path}.content`,
      "tool_result blocks must come first",
    );
    results.forEach((block, position) => {
      answers.push(readAnswer(block, `${path}.content.${position}`, open));
    });
    demand(
      open.size === 0,
      path,
      `tool_use ids without tool_result in the next message: ${[...open.keys()].join(", ")}`,
    );
    open = role === "assistant" ? readCalls(blocks, `${path}.content`) : new Map();
  });
  demand(open.size === 0, "messages", `tool_use ids without tool_result: ${[...open.keys()].join(", ")}`);
  return answers;
}

function blocksOf(content: unknown, path: string): Record<string, unknown>[] {
  if (typeof content === "string") return [{ type: "text", text: textAt(content, path) }];
  return listAt(content, path).map((value, index) => {
    const keys = ["type", "text", "id", "name", "input", "tool_use_id", "content", "is_error", "source"];
    const block = objectAt(value, `${path}.${index}`, keys);
    wordAt(block["type"], `${path}.${index}.type`, ["text", "tool_use", "tool_result", "image", "document"]);
    if (block["type"] === "text") textAt(block["text"], `${path}.${index}.text`);
    return block;
  });
}

function readCalls(blocks: readonly Record<string, unknown>[], path: string): Map<string, string> {
  const calls = blocks.filter(({ type }) => type === "tool_use");
  return new Map(calls.map(({ id, name }) => [textAt(id, `${path}.id`), textAt(name, `${path}.name`)]));
}

function readAnswer(block: Record<string, unknown>, path: string, open: Map<string, string>): ToolAnswer {
  const {
    tool_use_id: id,
    content = "",
    is_error: isError = false,
  } = objectAt(block, path, [..."type tool_use_id content is_error".split(" ")]);
  const name = open.get(textAt(id, `${path}.tool_use_id`));
  demand(name, `${path}.tool_use_id`, `${id} is no tool_use of the message before, or is answered twice`);
  open.delete(String(id));
  demand(typeof isError === "boolean", `${path}.is_error`, "expected a boolean");
  const parts = content === "" ? [] : blocksOf(content, `${path}.content`);
  const media = parts
    .filter(({ type }) => type !== "text")
    .map((part, index) => readMedia(part, `${path}.content.${index}`));
  demand(!isError || media.length === 0, path, "all content must be text if is_error is true");
  return { name, text: parts.map(({ text = "" }) => text).join(""), isError, media };
}

const MEDIA_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf"];

function readMedia(part: Record<string, unknown>, path: string): ToolAnswer["media"][number] {
  wordAt(part["type"], `${path}.type`, ["image", "document"]);
  const source = objectAt(part["source"], `${path}.source`, ["type", "media_type", "data"]);
  wordAt(source["type"], `${path}.source.type`, ["base64"]);
  const mediaType = wordAt(source["media_type"], `${path}.source.media_type`, MEDIA_TYPES);
  const isPdf = mediaType === "application/pdf";
  demand(isPdf === (part["type"] === "document"), path, `${mediaType} does not fit a block of type ${part["type"]}`);
  return { mediaType, data: textAt(source["data"], `${path}.source.data`) };
}
