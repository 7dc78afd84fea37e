/**
 * Agent Skills as function definitions for raw model APIs, and answers to their tool calls.
 *
 * @module json-schema
 */
export * from "@skillplug/core";
export { type ApprovedCallOptions, describeApproval } from "@skillplug/core/adapter";
export {
  type AnthropicContentBlock,
  type AnthropicResponse,
  type AnthropicTool,
  type AnthropicToolResult,
  runAnthropicToolCalls,
  toAnthropicTools,
} from "./anthropic.js";
export {
  type GeminiCandidate,
  type GeminiFunctionDeclaration,
  type GeminiFunctionResponse,
  type GeminiMedia,
  type GeminiPart,
  type GeminiResponse,
  type GeminiTool,
  runGeminiToolCalls,
  toGeminiTools,
} from "./gemini.js";
export {
  type OpenAIChatCompletion,
  type OpenAIChatMessage,
  type OpenAIChatTool,
  type OpenAIChatToolMessage,
  runOpenAIChatToolCalls,
  toOpenAIChatTools,
} from "./openai-chat.js";
export {
  type OpenAIResponsesContent,
  type OpenAIResponsesResponse,
  type OpenAIResponsesTool,
  type OpenAIResponsesToolOutput,
  runOpenAIResponsesToolCalls,
  toOpenAIResponsesTools,
} from "./openai-responses.js";
export type { ToolCallsOptions } from "./run-tool-calls.js";
export { type DefinitionOptions, type JsonSchemaTool, toJsonSchemas } from "./to-json-schemas.js";
