// Reads the contents of a Gemini request, and refuses what the API refuses.
import type { ToolAnswer } from "../models/scripted-model.js";
import { demand, listAt, objectAt, textAt, wordAt } from "./bad-request.js";

type Part = Record<string, unknown>;

/** The answers to the calls of a conversation, each of which must be answered at once. */
export function readAnswers(contents: readonly unknown[], isSigned: boolean): ToolAnswer[] {
  const answers: ToolAnswer[] = [];
  let open: Part[] = [];
  let before = "";
  contents.forEach((value, index) => {
    const path = `contents[${index}]`;
    const { role, parts } = readContent(value, path, true);
    const responses = parts.flatMap((part) => (part["functionResponse"] ? [part["functionResponse"]] : []));
    const sameNumber = `the number of function response parts must be equal to the number of function call parts of the turn before, got ${responses.length} for ${open.length}`;
    demand(responses.length === open.length, path, sameNumber);
    for (const response of responses) answers.push(readAnswer(response, path, open, isSigned));
    const calls = parts.filter((part) => part["functionCall"]);
    if (calls.length > 0) {
      demand(role === "model" && before === "user", path, "a function call turn must come after a user turn");
      demand(!isSigned || calls[0]?.["thoughtSignature"], path, "a function call part is missing a thought_signature");
    }
    before = role;
    open = calls.map((part) => objectAt(part["functionCall"], `${path}.function_call`, ["id", "name", "args"]));
  });
  demand(open.length === 0, "contents", "a function call turn must be followed by a function response turn");
  return answers;
}

/** @param needsRole whether a role must be given */
export function readContent(value: unknown, path: string, needsRole: boolean): { role: string; parts: Part[] } {
  const { role = needsRole ? undefined : "user", parts } = objectAt(value, path, ["role", "parts"]);
  const dataKeys = ["text", "inlineData", "fileData", "functionCall", "functionResponse"];
  const read = listAt(parts, `${path}.parts`).map((part, index) => {
    const partPath = `${path}.parts[${index}]`;
    const object = objectAt(part, partPath, [...dataKeys, "thought", "thoughtSignature"]);
    const data = Object.keys(object).filter((key) => dataKeys.includes(key));
    demand(data.length === 1, partPath, "required oneof field 'data' must have one initialized field");
    return object;
  });
  return { role: wordAt(role, `${path}.role`, ["user", "model"]), parts: read };
}

/** A response answers the call of its id or, without ids, the first of its name that has no answer. */
function readAnswer(value: unknown, path: string, open: Part[], hasMedia: boolean): ToolAnswer {
  const { id, name, response, parts } = objectAt(value, path, ["id", "name", "response", "parts"]);
  const position = open.findIndex((call) => call["name"] === name && call["id"] === id);
  demand(position >= 0, path, `the function response ${name} ${id ?? ""} answers no function call of the turn before`);
  open.splice(position, 1);
  demand(typeof response === "object" && response !== null, `${path}.response`, "expected an object");
  const { output, error } = response as Record<string, unknown>;
  const said = error ?? output ?? response;
  demand(hasMedia || parts === undefined, path, "function_response.parts is not supported for this model");
  const media = parts === undefined ? [] : listAt(parts, `${path}.parts`).map(readMedia);
  return {
    name: String(name),
    text: typeof said === "string" ? said : JSON.stringify(said),
    isError: error !== undefined,
    media,
  };
}

function readMedia(value: unknown): ToolAnswer["media"][number] {
  const { inlineData } = objectAt(value, "function_response.parts", ["inlineData"]);
  const { mimeType, data } = objectAt(inlineData, "function_response.parts.inline_data", ["mimeType", "data"]);
  const types = ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"];
  return { mediaType: wordAt(mimeType, "inline_data.mime_type", types), data: textAt(data, "inline_data.data") };
}
