import { type ScriptStep, scriptedModel } from "@skillplug/testing/models/scripted-model";
import { anthropicProtocol } from "@skillplug/testing/provider/anthropic-protocol";
import { geminiProtocol } from "@skillplug/testing/provider/gemini-protocol";
import { loopbackProvider } from "@skillplug/testing/provider/loopback-provider";
import { openAIChatProtocol } from "@skillplug/testing/provider/openai-chat-protocol";
import { openAIResponsesProtocol } from "@skillplug/testing/provider/openai-responses-protocol";
import type { Outcome, Run, Task } from "./run.js";

const PROTOCOLS = {
  "openai-chat": openAIChatProtocol,
  "openai-responses": openAIResponsesProtocol,
  anthropic: anthropicProtocol,
  gemini: geminiProtocol,
};

/** Does the task without a model: a script plays it behind a server on 127.0.0.1, for the same official clients. */
export async function startScripted(
  { api, start }: Run,
  script: readonly ScriptStep[],
  task: Pick<Task, "skills" | "prompt">,
): Promise<Outcome> {
  const server = await loopbackProvider(PROTOCOLS[api], scriptedModel(script));
  const baseURL = api.startsWith("openai") ? `${server.url}/v1` : server.url;
  try {
    return await start({ ...task, model: "scripted", connection: { apiKey: "none", baseURL } });
  } finally {
    await server.close();
  }
}
