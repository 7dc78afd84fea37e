// OpenAI's Responses API: the tools' definitions, and the answers to calls.

import type { ContentPart, SkillTools, ToolResult } from "@skillplug/core";
import { runToolCalls, type ToolCallsOptions, toParts } from "./run-tool-calls.js";
import { type DefinitionOptions, type JsonSchemaTool, toJsonSchemas } from "./to-json-schemas.js";

/** A tool's definition for the Responses API. Fits `OpenAI.Responses.FunctionTool`. */
export type OpenAIResponsesTool = JsonSchemaTool & { type: "function"; strict: boolean };

/** What is read of a response. `OpenAI.Responses.Response` fits. */
export interface OpenAIResponsesResponse {
  readonly output: readonly {
    readonly type: string;
    readonly call_id?: string | null | undefined;
    readonly name?: string | null | undefined;
    readonly arguments?: unknown;
  }[];
}

/** One part of an answer. Fits `OpenAI.Responses.ResponseFunctionCallOutputItem`. */
export type OpenAIResponsesContent =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string }
  | { type: "input_file"; filename: string; file_data: string };

/** The answer to one call, an item of the next `input`. Fits `OpenAI.Responses.ResponseInputItem`. */
export type OpenAIResponsesToolOutput = {
  type: "function_call_output";
  call_id: string;
  output: string | OpenAIResponsesContent[];
};

/**
 * The skill tools as the `tools` of a Responses request, as they are now.
 *
 * @param options `strict` is true by default
 */
export async function toOpenAIResponsesTools(
  skills: SkillTools,
  { strict = true }: DefinitionOptions = {},
): Promise<OpenAIResponsesTool[]> {
  const tools = await toJsonSchemas(skills, { strict });
  return tools.map((tool) => ({ type: "function", ...tool, strict }));
}

/**
 * Runs the calls of skill tools in a response, all at once.
 *
 * @returns the answers in the order of the calls, for the next `input` together with those to your own tools: with
 * `previous_response_id` alone, without it after the response's own output
 */
export function runOpenAIResponsesToolCalls(
  skills: SkillTools,
  response: OpenAIResponsesResponse,
  options?: ToolCallsOptions,
): Promise<OpenAIResponsesToolOutput[]> {
  const calls = response.output.flatMap(({ type, call_id: id, name, arguments: input }) =>
    type === "function_call" && id && name ? [{ id, name, input }] : [],
  );
  const toAnswer = ({ id }: { id: string }, result: ToolResult): OpenAIResponsesToolOutput => {
    return { type: "function_call_output", call_id: id, output: toParts(result, toContent) ?? result.text };
  };
  return runToolCalls(skills, calls, toAnswer, options);
}

function toContent(part: ContentPart): OpenAIResponsesContent | undefined {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const url = `data:${part.mediaType};base64,${part.data}`;
  if (/^image\/(jpeg|png|gif|webp)$/.test(part.mediaType)) return { type: "input_image", image_url: url };
  if (part.type !== "file" || part.mediaType !== "application/pdf") return undefined;
  return { type: "input_file", filename: part.name ?? "file.pdf", file_data: url };
}
