// Google's Gemini API as the loopback server speaks it.
import type { ModelReply, OfferedTool } from "../models/scripted-model.js";
import { demand, listAt, objectAt, textAt } from "./bad-request.js";
import { readAnswers, readContent } from "./gemini-contents.js";
import { parsedOrText } from "./parsed-or-text.js";
import type { ProviderCall, ProviderProtocol } from "./provider-protocol.js";
import { piecesOf } from "./server-sent-event.js";
import { checkToolName, checkToolSchema } from "./tool-schema-check.js";

const PATH = /^\/v1(?:beta)?\/models\/([\w.-]+):(generateContent|streamGenerateContent\?alt=sse)$/;
/** The fields of a request. */
const FIELDS = [
  ..."contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent".split(" "),
  ..."serviceTier store".split(" "),
];

/**
 * Google's Gemini Developer API, as much of it as an agent loop needs.
 *
 * Before Gemini 3, calls have no ids and answers no images; from then on both, and calls are signed.
 */
export const geminiProtocol: ProviderProtocol = {
  path: PATH,
  headers: ["x-goog-api-key"],
  readRequest(call) {
    const request = objectAt(call.body, "", FIELDS);
    const { tools = [], systemInstruction } = request;
    demand(Array.isArray(tools), "tools", "expected an array");
    // Vertex refuses a second one, and models have been seen to ignore it.
    demand(tools.length < 2, "tools", "a second tool is not supported, put all function declarations into one");
    if (systemInstruction !== undefined) readContent(systemInstruction, "system_instruction", false);
    const names = new Set<string>();
    return {
      tools: tools.flatMap((tool, index) => readTool(tool, `tools[${index}]`, names)),
      answers: readAnswers(listAt(request["contents"], "contents"), isGemini3(call)),
    };
  },
  wantsStream: ({ url }) => url.includes(":streamGenerateContent"),
  writeReply: (reply, call) => toResponse(toParts(reply, call), "STOP", call),
  writeStream(reply, call) {
    const pieces = reply.calls.length > 0 ? toParts(reply, call) : piecesOf(reply.text).map((text) => ({ text }));
    const chunks = pieces.map((part, index) =>
      toResponse([part], index === pieces.length - 1 ? "STOP" : undefined, call),
    );
    return chunks.map((data) => ({ data }));
  },
  writeError: ({ message }) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
};

function modelOf({ url }: ProviderCall): string {
  return PATH.exec(url)?.[1] ?? "";
}

function isGemini3(call: ProviderCall): boolean {
  return /^gemini-([3-9]|\d\d)/.test(modelOf(call));
}

function toResponse(parts: readonly object[], finishReason: string | undefined, call: ProviderCall) {
  return {
    candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
    modelVersion: modelOf(call),
    responseId: `response-${call.number}`,
  };
}

function toParts({ text, calls }: ModelReply, call: ProviderCall): object[] {
  if (calls.length === 0) return [{ text }];
  const isSigned = isGemini3(call);
  return calls.map(({ id, name, arguments: json }, index) => {
    const args = parsedOrText(json);
    const functionCall = { ...(isSigned && { id }), name, ...(args !== null && { args }) };
    return { functionCall, ...(isSigned && index === 0 && { thoughtSignature: "c2lnbmVk" }) };
  });
}

function readTool(value: unknown, path: string, names: Set<string>): OfferedTool[] {
  const tool = objectAt(value, path, ["functionDeclarations", "googleSearch", "codeExecution", "urlContext"]);
  demand(
    Object.keys(tool).length > 0,
    `${path}.tool_type`,
    "required one_of 'tool_type' must have one initialized field",
  );
  if (tool["functionDeclarations"] === undefined) return [];
  return listAt(tool["functionDeclarations"], `${path}.function_declarations`).map((declaration, index) => {
    const at = `${path}.function_declarations[${index}]`;
    const keys = ["name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema"];
    const { name, description, parameters, parametersJsonSchema: schema } = objectAt(declaration, at, keys);
    checkToolName(name, `${at}.name`, names);
    demand(!(parameters && schema), at, "parameters and parameters_json_schema must not both be set");
    if (schema !== undefined) checkToolSchema(schema, `${at}.parameters_json_schema`, false);
    return { name, description: textAt(description, `${at}.description`) };
  });
}
