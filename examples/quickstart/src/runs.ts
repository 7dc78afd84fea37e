import type { Run } from "./run.js";

/** Every adapter, and for raw calls the clients of three providers. A framework is loaded when its turn comes. */
export const RUNS: readonly Run[] = [
  {
    name: "AI SDK",
    uses: "generateText with toAiSdkTools",
    adapter: "ai-sdk",
    api: "openai-responses",
    start: async (task) => (await import("./with-ai-sdk.js")).runWithAiSdk(task),
  },
  {
    name: "LangChain",
    uses: "createAgent with skillsMiddleware",
    adapter: "langchain",
    api: "openai-chat",
    start: async (task) => (await import("./with-langchain.js")).runWithLangChain(task),
  },
  {
    name: "OpenAI Agents",
    uses: "Agent with toOpenAIAgentsTools",
    adapter: "openai-agents",
    api: "openai-responses",
    start: async (task) => (await import("./with-openai-agents.js")).runWithOpenAIAgents(task),
  },
  {
    name: "OpenAI client",
    uses: "chat.completions.create with toOpenAIChatTools and runOpenAIChatToolCalls",
    adapter: "json-schema",
    api: "openai-chat",
    start: async (task) => (await import("./with-raw-api.js")).runWithOpenAI(task),
  },
  {
    name: "Anthropic client",
    uses: "messages.create with toAnthropicTools and runAnthropicToolCalls",
    adapter: "json-schema",
    api: "anthropic",
    start: async (task) => (await import("./with-raw-api.js")).runWithAnthropic(task),
  },
  {
    name: "Gemini client",
    uses: "models.generateContent with toGeminiTools and runGeminiToolCalls",
    adapter: "json-schema",
    api: "gemini",
    start: async (task) => (await import("./with-raw-api.js")).runWithGemini(task),
  },
];
