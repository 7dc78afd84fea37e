// OpenAI's Responses API as the loopback server speaks it.
import type { ModelReply, OfferedTool } from "../models/scripted-model.js";
import { demand, objectAt, textAt, wordAt } from "./bad-request.js";
import { conversationOf, readAnswers } from "./openai-responses-input.js";
import { readOpenAITool, writeOpenAIError } from "./openai-tool.js";
import { bodyWantsStream, type ProviderCall, type ProviderProtocol } from "./provider-protocol.js";
import { piecesOf } from "./server-sent-event.js";

/** The fields of a request. */
const FIELDS = [
  ..."model input instructions previous_response_id conversation tools tool_choice parallel_tool_calls store".split(
    " ",
  ),
  ..."stream stream_options temperature top_p text reasoning truncation metadata include background prompt".split(" "),
  ..."max_output_tokens max_tool_calls top_logprobs user service_tier safety_identifier prompt_cache_key".split(" "),
  ..."prompt_cache_retention prompt_cache_options context_management".split(" "),
];

/** OpenAI's Responses API, as much of it as an agent loop needs. The server keeps responses, as the real one does. */
export const openAIResponsesProtocol: ProviderProtocol = {
  path: /^\/v1\/responses$/,
  headers: ["authorization"],
  readRequest(call) {
    const { model, tools = [] } = objectAt(call.body, "", FIELDS);
    textAt(model, "model");
    demand(Array.isArray(tools), "tools", "expected an array");
    return { tools: tools.map(readTool(new Set())), answers: readAnswers(conversationOf(call)) };
  },
  wantsStream: bodyWantsStream,
  writeReply: (reply, call) => keep(toResponse(reply, call), call),
  writeStream(reply, call) {
    const response = keep(toResponse(reply, call), call);
    const begun = { ...response, status: "in_progress", output: [], usage: null };
    return [
      { type: "response.created", response: begun },
      { type: "response.in_progress", response: begun },
      ...response.output.flatMap(toEvents),
      { type: "response.completed", response },
    ].map((event, index) => ({ event: event.type, data: { ...event, sequence_number: index } }));
  },
  writeError: writeOpenAIError,
};

function toResponse(reply: ModelReply, { number, body }: ProviderCall) {
  const { instructions = null, previous_response_id: previous = null } = body as Record<string, unknown>;
  return {
    ...{ id: `resp_${number}`, object: "response", created_at: 0, status: "completed", model: "scripted" },
    ...{ background: false, error: null, incomplete_details: null, instructions, previous_response_id: previous },
    ...{ max_output_tokens: null, metadata: {}, parallel_tool_calls: true, temperature: 1, top_p: 1 },
    ...{ text: { format: { type: "text" } }, reasoning: { effort: null, summary: null }, truncation: "disabled" },
    ...{ tool_choice: "auto", tools: [], service_tier: "default", store: isStored(body), user: null },
    output: toOutput(reply, number),
    usage: {
      ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  };
}

function toOutput({ text, calls }: ModelReply, number: number) {
  const message = {
    ...{ id: `msg_${number}`, type: "message" as const, status: "completed", role: "assistant" },
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
  const functionCalls = calls.map(({ id, name, arguments: json }, index) => {
    const names = { call_id: id, name, arguments: json };
    return { id: `fc_${number}_${index + 1}`, type: "function_call" as const, status: "completed", ...names };
  });
  return [...(text ? [message] : []), ...functionCalls];
}

type Item = ReturnType<typeof toOutput>[number];
type StreamEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** One item in the pieces in which it is streamed. */
function toEvents(item: Item, index: number): StreamEvent[] {
  const at = { item_id: item.id, output_index: index };
  const begun = { ...item, status: "in_progress", ...("content" in item ? { content: [] } : { arguments: "" }) };
  return [
    { type: "response.output_item.added", output_index: index, item: begun },
    ...("content" in item ? item.content.flatMap(toPartEvents(at)) : toArgumentEvents(item, at)),
    { type: "response.output_item.done", output_index: index, item },
  ];
}

function toPartEvents(at: object) {
  return (part: { text: string }, index: number) => {
    const inPart = { ...at, content_index: index };
    return [
      { type: "response.content_part.added", ...inPart, part: { ...part, text: "" } },
      ...piecesOf(part.text).map((delta) => ({ type: "response.output_text.delta", ...inPart, delta, logprobs: [] })),
      { type: "response.output_text.done", ...inPart, text: part.text, logprobs: [] },
      { type: "response.content_part.done", ...inPart, part },
    ];
  };
}

function toArgumentEvents({ name, arguments: json }: { name: string; arguments: string }, at: object) {
  return [
    ...piecesOf(json).map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
    { type: "response.function_call_arguments.done", ...at, name, arguments: json },
  ];
}

/** Remembers the conversation up to the response by its id, and its items by theirs. */
function keep(response: ReturnType<typeof toResponse>, call: ProviderCall): typeof response {
  if (!response.store) return response;
  call.kept.set(response.id, [...conversationOf(call), ...response.output]);
  for (const item of response.output) call.kept.set(item.id, [item]);
  return response;
}

function isStored(body: unknown): boolean {
  return (body as { store?: unknown }).store !== false;
}

function readTool(names: Set<string>) {
  return (value: unknown, index: number): OfferedTool => {
    const path = `tools[${index}]`;
    const tool = objectAt(value, path, ["type", "name", "description", "parameters", "strict"]);
    wordAt(tool["type"], `${path}.type`, ["function"]);
    return readOpenAITool(tool, path, names);
  };
}
