import type Anthropic from "@anthropic-ai/sdk";
import type {
  Content,
  FunctionResponsePart,
  GenerateContentConfig,
  GenerateContentResponse,
  Part,
  Tool,
} from "@google/genai";
import type { SkillTools } from "@skillplug/core";
import type OpenAI from "openai";
import type { ParsedResponse } from "openai/resources/responses/responses";
import { expectTypeOf, test } from "vitest";
import type {
  AnthropicResponse,
  AnthropicTool,
  AnthropicToolResult,
  GeminiFunctionResponse,
  GeminiMedia,
  GeminiResponse,
  GeminiTool,
  OpenAIChatCompletion,
  OpenAIChatMessage,
  OpenAIChatTool,
  OpenAIChatToolMessage,
  OpenAIResponsesContent,
  OpenAIResponsesResponse,
  OpenAIResponsesTool,
  OpenAIResponsesToolOutput,
  runOpenAIChatToolCalls,
} from "../src/index.js";

// The types of the official clients fit both ways without a cast.

test("Anthropic", () => {
  expectTypeOf<AnthropicTool>().toExtend<Anthropic.Tool>();
  expectTypeOf<AnthropicToolResult>().toExtend<Anthropic.ToolResultBlockParam>();
  expectTypeOf<AnthropicToolResult[]>().toExtend<Anthropic.MessageParam["content"]>();
  expectTypeOf<Anthropic.Message>().toExtend<AnthropicResponse>();
  expectTypeOf<Anthropic.Beta.BetaMessage>().toExtend<AnthropicResponse>();
});

test("Gemini", () => {
  expectTypeOf<GeminiTool>().toExtend<Tool>();
  expectTypeOf<GeminiTool[]>().toExtend<NonNullable<GenerateContentConfig["tools"]>>();
  expectTypeOf<GeminiMedia>().toExtend<FunctionResponsePart>();
  expectTypeOf<GeminiFunctionResponse>().toExtend<Part>();
  expectTypeOf<GeminiFunctionResponse[]>().toExtend<Content["parts"]>();
  expectTypeOf<GenerateContentResponse>().toExtend<GeminiResponse>();
});

test("OpenAI Chat Completions", () => {
  expectTypeOf<OpenAIChatTool>().toExtend<OpenAI.ChatCompletionTool>();
  expectTypeOf<OpenAIChatToolMessage>().toExtend<OpenAI.ChatCompletionMessageParam>();
  expectTypeOf<OpenAI.ChatCompletion>().toExtend<OpenAIChatCompletion>();
  expectTypeOf<OpenAI.ChatCompletionMessage>().toExtend<OpenAIChatMessage>();
  expectTypeOf<OpenAI.ChatCompletionAssistantMessageParam>().toExtend<OpenAIChatMessage>();
  expectTypeOf<SkillTools>().toExtend<Parameters<typeof runOpenAIChatToolCalls>[0]>();
});

test("OpenAI Responses", () => {
  expectTypeOf<OpenAIResponsesTool>().toExtend<OpenAI.Responses.FunctionTool>();
  expectTypeOf<OpenAIResponsesContent>().toExtend<OpenAI.Responses.ResponseFunctionCallOutputItem>();
  expectTypeOf<OpenAIResponsesToolOutput>().toExtend<OpenAI.Responses.ResponseInputItem>();
  expectTypeOf<OpenAIResponsesToolOutput[]>().toExtend<OpenAI.Responses.ResponseInput>();
  expectTypeOf<OpenAI.Responses.Response>().toExtend<OpenAIResponsesResponse>();
  expectTypeOf<ParsedResponse<null>>().toExtend<OpenAIResponsesResponse>();
});
