import Anthropic from "@anthropic-ai/sdk";
import { anthropicProtocol } from "@skillplug/testing/provider/anthropic-protocol";
import { loopbackProvider, type ProviderProtocol } from "@skillplug/testing/provider/loopback-provider";
import { openAIChatProtocol } from "@skillplug/testing/provider/openai-chat-protocol";
import { type ScriptStep, scriptedModel } from "@skillplug/testing/scripted-model";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { AI_SDK, ANTHROPIC_CLIENT, OPENAI_CLIENT, type Outcome, type Run } from "./run.js";
import { runWithAiSdk } from "./with-ai-sdk.js";
import { runWithAnthropic, runWithOpenAI } from "./with-raw-api.js";

/** The task without a model: a script plays it, in the AI SDK's mock model and behind a server on 127.0.0.1 for the official clients. */
export function scriptedRuns(prompt: string, script: readonly ScriptStep[]): Run[] {
  return [
    {
      title: AI_SDK,
      start: (skills) => runWithAiSdk(scriptedLanguageModel(script), skills, prompt),
    },
    {
      title: OPENAI_CLIENT,
      start: (skills) =>
        withServer(openAIChatProtocol, script, (url) => {
          const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
          return runWithOpenAI(client, "scripted", skills, prompt);
        }),
    },
    {
      title: ANTHROPIC_CLIENT,
      start: (skills) =>
        withServer(anthropicProtocol, script, (url) => {
          const client = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });
          return runWithAnthropic(client, "scripted", skills, prompt);
        }),
    },
  ];
}

async function withServer(
  protocol: ProviderProtocol,
  script: readonly ScriptStep[],
  run: (url: string) => Promise<Outcome>,
): Promise<Outcome> {
  const server = await loopbackProvider(protocol, scriptedModel(script));
  try {
    return await run(server.url);
  } finally {
    await server.close();
  }
}

type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

function scriptedLanguageModel(script: readonly ScriptStep[]): MockLanguageModelV4 {
  const model = scriptedModel(script);
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const { text, calls } = await model.reply({ tools: [], answers: answersIn(prompt) });
      const toolCalls = calls.map(({ id, name, arguments: input }) => {
        return { type: "tool-call" as const, toolCallId: id, toolName: name, input };
      });
      return {
        content: calls.length > 0 ? toolCalls : [{ type: "text", text }],
        finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
}

function answersIn(prompt: Prompt) {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return parts.flatMap((part) => {
    if (part.type !== "tool-result") return [];
    const { toolName: name, output } = part;
    const text = "value" in output ? String(output.value) : "";
    return [{ name, text, isError: output.type === "error-text", media: [] }];
  });
}
