// Anthropic's Messages API: the tools' definitions, and the answers to calls.

import type { ContentPart, JsonObjectSchema, SkillTools, ToolResult } from "@skillplug/core";
import { runToolCalls, type ToolCallsOptions, toParts } from "./run-tool-calls.js";
import { type DefinitionOptions, toJsonSchemas } from "./to-json-schemas.js";

/** A tool's definition for the Messages API. Fits `Anthropic.Tool`. */
export type AnthropicTool = { name: string; description: string; input_schema: JsonObjectSchema; strict?: true };

/** What is read of a response. `Anthropic.Message` fits. */
export interface AnthropicResponse {
  readonly content: readonly {
    readonly type: string;
    readonly id?: string | undefined;
    readonly name?: string | undefined;
    readonly input?: unknown;
  }[];
}

type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** One part of an answer. Fits what `Anthropic.ToolResultBlockParam` takes. */
export type AnthropicContentBlock =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: AnthropicImageType; data: string } }
  | { type: "document"; source: { type: "base64"; media_type: "application/pdf"; data: string } };

/** The answer to one call, a block of the next user message. Fits `Anthropic.ToolResultBlockParam`. */
export type AnthropicToolResult = {
  type: "tool_result";
  tool_use_id: string;
  content: string | AnthropicContentBlock[];
  is_error: boolean;
};

/**
 * The skill tools as the `tools` of a Messages request, as they are now.
 *
 * @param options `strict` is false by default, since not every model takes it
 */
export async function toAnthropicTools(
  skills: SkillTools,
  { strict = false }: DefinitionOptions = {},
): Promise<AnthropicTool[]> {
  const tools = await toJsonSchemas(skills, { strict });
  return tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters, ...(strict && { strict }) }));
}

/**
 * Runs the calls of skill tools in a response, all at once.
 *
 * @returns the answers in the order of the calls, for the user message that follows. Answers to calls of your own tools go
 * into the same message, and everything else in it after them.
 */
export function runAnthropicToolCalls(
  skills: SkillTools,
  response: AnthropicResponse,
  options?: ToolCallsOptions,
): Promise<AnthropicToolResult[]> {
  const calls = response.content.flatMap(({ type, id, name, input }) =>
    type === "tool_use" && id !== undefined && name !== undefined ? [{ id, name, input }] : [],
  );
  const toAnswer = ({ id }: { id: string }, result: ToolResult): AnthropicToolResult => {
    const content = toParts(result, toBlock) ?? result.text;
    return { type: "tool_result", tool_use_id: id, content, is_error: !result.ok };
  };
  return runToolCalls(skills, calls, toAnswer, options);
}

function toBlock(part: ContentPart): AnthropicContentBlock | undefined {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, data } = part;
  if (isImageType(mediaType)) return { type: "image", source: { type: "base64", media_type: mediaType, data } };
  if (mediaType !== "application/pdf") return undefined;
  return { type: "document", source: { type: "base64", media_type: mediaType, data } };
}

function isImageType(mediaType: string): mediaType is AnthropicImageType {
  return /^image\/(jpeg|png|gif|webp)$/.test(mediaType);
}
