// A loopback server for each API, for programs of pages.
import { anthropicProtocol } from "../provider/anthropic-protocol.js";
import { geminiProtocol } from "../provider/gemini-protocol.js";
import { loopbackProvider } from "../provider/loopback-provider.js";
import { openAIChatProtocol } from "../provider/openai-chat-protocol.js";
import { openAIResponsesProtocol } from "../provider/openai-responses-protocol.js";
import { snippetModel } from "./snippet-model.js";

/** Servers on this machine that stand for the providers while snippets run. */
export interface SnippetServers {
  /** The environment in which the official clients find them, for one program: OpenAI's two APIs share a variable. */
  environmentFor(code: string): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a server for each API. All play {@link snippetModel}. */
export async function snippetServers(): Promise<SnippetServers> {
  const [chat, responses, anthropic, gemini] = await Promise.all([
    loopbackProvider(openAIChatProtocol, snippetModel),
    loopbackProvider(openAIResponsesProtocol, snippetModel),
    loopbackProvider(anthropicProtocol, snippetModel),
    loopbackProvider(geminiProtocol, snippetModel),
  ]);
  return {
    environmentFor: (code) => ({
      OPENAI_BASE_URL: `${/\bresponses\.|@openai\/agents/.test(code) ? responses.url : chat.url}/v1`,
      OPENAI_API_KEY: "none",
      ANTHROPIC_BASE_URL: anthropic.url,
      ANTHROPIC_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: gemini.url,
      GEMINI_API_KEY: "none",
      OPENAI_AGENTS_DISABLE_TRACING: "1",
    }),
    async close() {
      await Promise.all([chat, responses, anthropic, gemini].map((server) => server.close()));
    },
  };
}
