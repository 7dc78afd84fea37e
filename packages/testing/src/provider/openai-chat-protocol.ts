// OpenAI's Chat Completions API as the loopback server speaks it.
import type { ModelReply, OfferedTool } from "../models/scripted-model.js";
import { listAt, objectAt, textAt, wordAt } from "./bad-request.js";
import { readAnswers } from "./openai-chat-messages.js";
import { readOpenAITool, writeOpenAIError } from "./openai-tool.js";
import { bodyWantsStream, type ProviderCall, type ProviderProtocol } from "./provider-protocol.js";
import { piecesOf, type ServerSentEvent } from "./server-sent-event.js";

/** The fields of a request. */
const FIELDS = [
  ..."model messages tools tool_choice parallel_tool_calls stream stream_options temperature top_p n stop seed".split(
    " ",
  ),
  ..."max_tokens max_completion_tokens frequency_penalty presence_penalty logit_bias logprobs top_logprobs".split(" "),
  ..."response_format reasoning_effort verbosity modalities audio prediction metadata store user service_tier".split(
    " ",
  ),
  ..."safety_identifier prompt_cache_key prompt_cache_retention prompt_cache_options web_search_options".split(" "),
];

/** OpenAI's Chat Completions API, as much of it as an agent loop needs. */
export const openAIChatProtocol: ProviderProtocol = {
  path: /^\/v1\/chat\/completions$/,
  headers: ["authorization"],
  readRequest({ body }) {
    const request = objectAt(body, "", FIELDS);
    textAt(request["model"], "model");
    const tools = request["tools"] === undefined ? [] : listAt(request["tools"], "tools").map(readTool(new Set()));
    return { tools, answers: readAnswers(listAt(request["messages"], "messages")) };
  },
  wantsStream: bodyWantsStream,
  writeReply: (reply, call) => ({
    ...completionOf(call),
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: finishReasonOf(reply), logprobs: null, message: toMessage(reply) }],
    usage: USAGE,
  }),
  writeStream(reply, call) {
    const completion = { ...completionOf(call), object: "chat.completion.chunk" };
    const chunk = (delta: object, finishReason: string | null = null): ServerSentEvent => ({
      data: { ...completion, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] },
    });
    return [
      chunk({ role: "assistant", content: reply.text ? "" : null, refusal: null }),
      ...piecesOf(reply.text).map((content) => chunk({ content })),
      ...reply.calls.flatMap((call, index) => toDeltas(call, index).map((part) => chunk({ tool_calls: [part] }))),
      chunk({}, finishReasonOf(reply)),
      ...(wantsUsage(call) ? [{ data: { ...completion, choices: [], usage: USAGE } }] : []),
      { data: "[DONE]" },
    ];
  },
  writeError: writeOpenAIError,
};

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

function completionOf({ number }: ProviderCall) {
  return { id: `chatcmpl-${number}`, created: 0, model: "scripted" };
}

function finishReasonOf({ calls }: ModelReply): string {
  return calls.length > 0 ? "tool_calls" : "stop";
}

/** One call in the pieces in which it is streamed. */
function toDeltas({ id, name, arguments: json }: ModelReply["calls"][number], index: number): object[] {
  const first = { index, id, type: "function", function: { name, arguments: "" } };
  return [first, ...piecesOf(json).map((piece) => ({ index, function: { arguments: piece } }))];
}

function wantsUsage({ body }: ProviderCall): boolean {
  const { stream_options: options } = body as { stream_options?: { include_usage?: boolean } | null };
  return options?.include_usage === true;
}

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
    // Empty where there are none, as other servers that speak this API have it; OpenAI's leaves it out.
    tool_calls: toolCalls,
  };
}

function readTool(names: Set<string>) {
  return (value: unknown, index: number): OfferedTool => {
    const path = `tools[${index}]`;
    const tool = objectAt(value, path, ["type", "function"]);
    wordAt(tool["type"], `${path}.type`, ["function"]);
    const definition = objectAt(tool["function"], `${path}.function`, ["name", "description", "parameters", "strict"]);
    return readOpenAITool(definition, `${path}.function`, names);
  };
}
