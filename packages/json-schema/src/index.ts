export * from "@skillplug/core";
export {
  type AnthropicContentBlock,
  type AnthropicResponse,
  type AnthropicTool,
  type AnthropicToolResult,
  runAnthropicToolCalls,
  toAnthropicTools,
} from "./anthropic.js";
export {
  type OpenAIChatCompletion,
  type OpenAIChatMessage,
  type OpenAIChatTool,
  type OpenAIChatToolMessage,
  runOpenAIChatToolCalls,
  toOpenAIChatTools,
} from "./openai-chat.js";
export { type JsonSchemaTool, toJsonSchemas } from "./to-json-schemas.js";
