// Anthropic's Messages API as the loopback server speaks it.
import type { ModelReply, OfferedTool } from "../models/scripted-model.js";
import { readAnswers } from "./anthropic-messages.js";
import { demand, listAt, objectAt, textAt } from "./bad-request.js";
import { parsedOrText } from "./parsed-or-text.js";
import { bodyWantsStream, type ProviderCall, type ProviderProtocol } from "./provider-protocol.js";
import { piecesOf } from "./server-sent-event.js";
import { checkToolName, checkToolSchema } from "./tool-schema-check.js";

/** The fields of a request. */
const FIELDS = [
  ..."model max_tokens messages system tools tool_choice stream temperature top_p top_k stop_sequences".split(" "),
  ..."thinking metadata service_tier cache_control container output_config inference_geo".split(" "),
];

/** Anthropic's Messages API, as much of it as an agent loop needs. */
export const anthropicProtocol: ProviderProtocol = {
  path: /^\/v1\/messages$/,
  headers: ["authorization", "anthropic-version"],
  readRequest({ body }) {
    const request = objectAt(body, "", FIELDS);
    textAt(request["model"], "model");
    const { max_tokens: maxTokens, system, tools = [] } = request;
    demand(Number.isInteger(maxTokens) && Number(maxTokens) > 0, "max_tokens", "expected a positive integer");
    if (system !== undefined) demand(typeof system === "string", "system", "expected a string");
    demand(Array.isArray(tools), "tools", "expected an array");
    return { tools: tools.map(readTool(new Set())), answers: readAnswers(listAt(request["messages"], "messages")) };
  },
  wantsStream: bodyWantsStream,
  writeReply: toMessage,
  writeStream(reply, call) {
    const { content, stop_reason, ...message } = toMessage(reply, call);
    const start = { ...message, content: [], stop_reason: null };
    const delta = { stop_reason, stop_sequence: null };
    return [
      { type: "message_start", message: start },
      { type: "ping" },
      ...content.flatMap(toEvents),
      { type: "message_delta", delta, usage: { output_tokens: 0 } },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data }));
  },
  writeError: ({ message }) => ({ type: "error", error: { type: "invalid_request_error", message } }),
};

function toMessage(reply: ModelReply, { number }: ProviderCall) {
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: toContent(reply),
    stop_reason: reply.calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
}

/** One block in the pieces in which it is streamed. */
function toEvents(block: ReturnType<typeof toContent>[number], index: number) {
  const isText = "text" in block;
  const deltas = isText
    ? piecesOf(block.text).map((text) => ({ type: "text_delta", text }))
    : piecesOf(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  const start = isText ? { ...block, text: "" } : { ...block, input: {} };
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function toContent({ text, calls }: ModelReply) {
  if (calls.length === 0) return [{ type: "text", text }];
  return calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: parsedOrText(call.arguments) }));
}

function readTool(names: Set<string>) {
  return (value: unknown, index: number): OfferedTool => {
    const path = `tools.${index}`;
    const tool = objectAt(value, path, ["name", "description", "input_schema", "type", "strict", "cache_control"]);
    const { name, description = "", input_schema: schema, strict } = tool;
    checkToolName(name, `${path}.name`, names);
    demand(typeof description === "string", `${path}.description`, "expected a string");
    checkToolSchema(schema, `${path}.input_schema`, strict === true);
    return { name, description };
  };
}
