// The scripted model for the Vercel AI SDK.
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import type { ScriptedModel, ToolAnswer } from "./scripted-model.js";

type CallOptions = MockLanguageModelV4["doGenerateCalls"][number];
type ToolResultPart = Extract<CallOptions["prompt"][number], { role: "tool" }>["content"][number] & {
  type: "tool-result";
};

/** The scripted model as a language model of the AI SDK. */
export function scriptedLanguageModel(model: ScriptedModel): MockLanguageModelV4 {
  const reply = async ({ prompt, tools = [] }: CallOptions) => {
    const offered = tools.filter((tool) => tool.type === "function");
    const { text, calls } = await model.reply({
      tools: offered.map(({ name, description = "" }) => ({ name, description })),
      answers: prompt.flatMap(({ role, content }) => (role === "tool" ? content.flatMap(toAnswers) : [])),
    });
    return {
      text,
      calls: calls.map((call) => ({
        type: "tool-call" as const,
        toolCallId: call.id,
        toolName: call.name,
        input: call.arguments,
      })),
      end: {
        finishReason: { unified: calls.length ? ("tool-calls" as const) : ("stop" as const), raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: undefined, reasoning: undefined },
        },
      },
    };
  };
  return new MockLanguageModelV4({
    doGenerate: async (options) => {
      const { text, calls, end } = await reply(options);
      return { content: [...(text ? [{ type: "text" as const, text }] : []), ...calls], warnings: [], ...end };
    },
    doStream: async (options) => {
      const { text, calls, end } = await reply(options);
      const words = [
        { type: "text-start" as const, id: "1" },
        { type: "text-delta" as const, id: "1", delta: text },
        { type: "text-end" as const, id: "1" },
      ];
      return {
        stream: simulateReadableStream({
          chunks: [...(text ? words : []), ...calls, { type: "finish" as const, ...end }],
        }),
      };
    },
  });
}

function toAnswers(part: { type: string }): ToolAnswer[] {
  return isToolResult(part) ? [toAnswer(part)] : [];
}

function isToolResult(part: { type: string }): part is ToolResultPart {
  return part.type === "tool-result";
}

function toAnswer({ toolName: name, output }: ToolResultPart): ToolAnswer {
  if (output.type === "text" || output.type === "error-text") {
    return { name, text: output.value, isError: output.type === "error-text", media: [] };
  }
  if (output.type !== "content")
    return { name, text: JSON.stringify(output), isError: output.type !== "json", media: [] };
  return {
    name,
    text: output.value.map((part) => (part.type === "text" ? part.text : "")).join(""),
    isError: false,
    media: output.value.flatMap((part) =>
      part.type === "file" && part.data.type === "data" && typeof part.data.data === "string"
        ? [{ mediaType: part.mediaType, data: part.data.data }]
        : [],
    ),
  };
}
