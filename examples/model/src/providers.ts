import { anthropicProtocol } from "@skillplug/testing/provider/anthropic-protocol";
import { geminiProtocol } from "@skillplug/testing/provider/gemini-protocol";
import { openAIChatProtocol } from "@skillplug/testing/provider/openai-chat-protocol";
import { openAIResponsesProtocol } from "@skillplug/testing/provider/openai-responses-protocol";
import type { ProviderProtocol } from "@skillplug/testing/provider/provider-protocol";

/** How the official client of a provider finds its server and its key. */
interface Provider {
  readonly protocol: ProviderProtocol;
  /** A model's name, for the help. */
  readonly exampleModel: string;
  /** The variables that may hold the key; the client reads the first that is set. */
  readonly keys: readonly [string, ...string[]];
  /** The variable that holds the server's address. */
  readonly address: string;
  /** What the address ends with. */
  readonly path: string;
}

const openAI = {
  exampleModel: "gpt-5-mini",
  keys: ["OPENAI_API_KEY"],
  address: "OPENAI_BASE_URL",
  path: "/v1",
} as const;

/** The APIs that the examples speak. */
export const PROVIDERS = {
  "openai-chat": { ...openAI, protocol: openAIChatProtocol },
  "openai-responses": { ...openAI, protocol: openAIResponsesProtocol },
  anthropic: {
    protocol: anthropicProtocol,
    exampleModel: "claude-haiku-4-5",
    keys: ["ANTHROPIC_API_KEY"],
    address: "ANTHROPIC_BASE_URL",
    path: "",
  },
  gemini: {
    protocol: geminiProtocol,
    exampleModel: "gemini-2.5-flash",
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    address: "GOOGLE_GEMINI_BASE_URL",
    path: "",
  },
} satisfies Record<string, Provider>;

/** One of the APIs that the examples speak. */
export type ProviderName = keyof typeof PROVIDERS;

/** What would lead a client past the server on this machine. */
const DETOURS = [
  ...["OPENAI_API_BASE", "ANTHROPIC_AUTH_TOKEN", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
  ...["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"],
];

/** Points the provider's client, which is created later in this process, at a server of ours. */
export function useServer({ keys, address, path }: Provider, url: string): void {
  for (const name of DETOURS) delete process.env[name];
  process.env[keys[0]] = "none";
  process.env[address] = url + path;
}
