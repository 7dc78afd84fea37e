// Reads the input of a Responses request, and refuses what the API refuses.
import type { ToolAnswer } from "../models/scripted-model.js";
import { demand, listAt, objectAt, textAt, wordAt } from "./bad-request.js";
import type { ProviderCall } from "./provider-protocol.js";

/** The fields that an item may have, by its type. */
const ITEM_FIELDS = {
  message: ["type", "id", "role", "content", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status", "namespace", "caller", "async"],
  function_call_output: ["type", "id", "call_id", "output", "status", "name", "namespace", "caller"],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
  item_reference: ["type", "id"],
};
const ID_PREFIXES = { message: "msg", function_call: "fc", function_call_output: "fc", reasoning: "rs" };

/** The items of the whole conversation: those that the server has kept, then those of the request. */
export function conversationOf({ body, kept }: ProviderCall): readonly unknown[] {
  const { input = [], previous_response_id: previous } = body as Record<string, unknown>;
  const items =
    typeof input === "string" ? [{ role: "user", content: textAt(input, "input") }] : listAt(input, "input");
  const resolved = items.flatMap((item, index) =>
    isReference(item) ? keptAt(kept, item.id, `input[${index}].id`) : [item],
  );
  return previous == null ? resolved : [...keptAt(kept, previous, "previous_response_id"), ...resolved];
}

function isReference(item: unknown): item is { id: unknown } {
  return typeof item === "object" && item !== null && "type" in item && item.type === "item_reference";
}

function keptAt(kept: ProviderCall["kept"], id: unknown, path: string): readonly unknown[] {
  const items = kept.get(textAt(id, path));
  demand(items, path, `'${id}' not found. Nothing is kept when store is false`);
  return items;
}

/** The answers to the function calls of a conversation. */
export function readAnswers(items: readonly unknown[]): ToolAnswer[] {
  const answers: ToolAnswer[] = [];
  const open = new Map<string, string>();
  items.forEach((value, index) => {
    const path = `input[${index}]`;
    const item = readItem(value, path);
    if (item["type"] === "function_call") {
      demand(typeof item["arguments"] === "string", `${path}.arguments`, "expected a string");
      open.set(textAt(item["call_id"], `${path}.call_id`), textAt(item["name"], `${path}.name`));
    } else if (item["type"] === "function_call_output") {
      const id = textAt(item["call_id"], `${path}.call_id`);
      const name = open.get(id);
      demand(name, path, `no tool call found for function call output with call_id ${id}, or it is answered twice`);
      open.delete(id);
      answers.push({ name, isError: undefined, ...readContent(item["output"], `${path}.output`) });
    } else if (item["type"] === "message") {
      wordAt(item["role"], `${path}.role`, ["user", "assistant", "system", "developer"]);
      readContent(item["content"], `${path}.content`);
    }
  });
  demand(open.size === 0, "input", `no tool output found for function call ${[...open.keys()].join(", ")}`);
  return answers;
}

function readItem(value: unknown, path: string): Record<string, unknown> {
  const { type = "message" } = objectAt(value, path, Object.values(ITEM_FIELDS).flat());
  const known = wordAt(type, `${path}.type`, ["message", "function_call", "function_call_output", "reasoning"]);
  const item = objectAt(value, path, ITEM_FIELDS[known]);
  const { id } = item;
  if (id != null) {
    const prefix = ID_PREFIXES[known];
    demand(textAt(id, `${path}.id`).startsWith(prefix), `${path}.id`, `expected an ID that begins with '${prefix}'`);
  }
  return { ...item, type };
}

/** The fields that a part of a content may have, by its type. */
const PART_FIELDS = {
  input_text: ["type", "text"],
  output_text: ["type", "text", "annotations", "logprobs"],
  refusal: ["type", "refusal"],
  input_image: ["type", "image_url", "file_id", "detail"],
  input_file: ["type", "file_data", "file_id", "file_url", "filename", "detail"],
};

function readContent(content: unknown, path: string): Pick<ToolAnswer, "text" | "media"> {
  if (typeof content === "string") return { text: content, media: [] };
  const parts = listAt(content, path).map((value, index) => {
    const partPath = `${path}[${index}]`;
    const { type } = objectAt(value, partPath, Object.values(PART_FIELDS).flat());
    const known = wordAt(type, `${partPath}.type`, [
      "input_text",
      "output_text",
      "refusal",
      "input_image",
      "input_file",
    ]);
    return { path: partPath, type: known, ...objectAt(value, partPath, PART_FIELDS[known]) };
  });
  return {
    text: parts.map((part) => ("text" in part ? textAt(part.text, `${part.path}.text`) : "")).join(""),
    media: parts.flatMap((part) => (/image|file/.test(part.type) ? [readMedia(part, part.path)] : [])),
  };
}

function readMedia(part: Record<string, unknown>, path: string): ToolAnswer["media"][number] {
  const field = part["type"] === "input_image" ? "image_url" : "file_data";
  const url = textAt(part[field], `${path}.${field}`);
  const [, mediaType, data] = /^data:([^;,]+);base64,([A-Za-z0-9+/]+=*)$/.exec(url) ?? [];
  demand(mediaType && data, `${path}.${field}`, "expected a valid URL, here: one of the form data:TYPE;base64,DATA");
  if (field === "image_url") {
    demand(/^image\/(png|jpeg|gif|webp)$/.test(mediaType), `${path}.${field}`, `unsupported image type ${mediaType}`);
  } else {
    textAt(part["filename"], `${path}.filename`);
    demand(mediaType === "application/pdf", `${path}.${field}`, `unsupported file type ${mediaType}`);
  }
  return { mediaType, data };
}
