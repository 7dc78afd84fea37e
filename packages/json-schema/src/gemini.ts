// Google's Gemini API: the tools' definitions, and the answers to calls.

import type { ContentPart, JsonObjectSchema, SkillTools, ToolResult } from "@skillplug/core";
import { runToolCalls, type ToolCallsOptions, toParts } from "./run-tool-calls.js";
import { toJsonSchemas } from "./to-json-schemas.js";

/** One function's definition. Fits `FunctionDeclaration` of `@google/genai`. */
export type GeminiFunctionDeclaration = { name: string; description: string; parametersJsonSchema: JsonObjectSchema };

/** What stands in a request's `config.tools`. Fits `Tool` of `@google/genai`. */
export type GeminiTool = { functionDeclarations: GeminiFunctionDeclaration[] };

/** What is read of a model's part. */
export interface GeminiPart {
  readonly functionCall?:
    | { readonly id?: string | undefined; readonly name?: string | undefined; readonly args?: unknown }
    | undefined;
}

/** What is read of a candidate. */
export interface GeminiCandidate {
  readonly content?: { readonly parts?: readonly GeminiPart[] | undefined } | undefined;
}

/** What is read of a response. `GenerateContentResponse` of `@google/genai` fits. */
export interface GeminiResponse {
  readonly candidates?: readonly GeminiCandidate[] | undefined;
  /** The model, such as `gemini-3-pro`. Only from Gemini 3 on, answers may hold images and files. */
  readonly modelVersion?: string | undefined;
}

/** An image or a file in an answer. Fits `FunctionResponsePart` of `@google/genai`. `data` is base64. */
export type GeminiMedia = { inlineData: { mimeType: string; data: string } };

/** The answer to one call, a part of the next user content. Fits `Part` of `@google/genai`. */
export type GeminiFunctionResponse = {
  functionResponse: {
    /** As in the call: absent where the call has none. */
    id?: string;
    name: string;
    response: { output: string } | { error: string };
    parts?: GeminiMedia[];
  };
};

/** The skill tools as the `tools` of a request's config, as they are now. Empty where there are no skills. */
export async function toGeminiTools(skills: SkillTools): Promise<GeminiTool[]> {
  const functionDeclarations = (await toJsonSchemas(skills)).map(({ parameters, ...tool }) => {
    return { ...tool, parametersJsonSchema: parameters };
  });
  return functionDeclarations.length > 0 ? [{ functionDeclarations }] : [];
}

/**
 * Runs the calls of skill tools in a response's first candidate, all at once.
 *
 * @returns the answers in the order of the calls, for the user content that follows. Answers to calls of your own functions go
 * into the same content: the API wants as many answers as there were calls.
 */
export function runGeminiToolCalls(
  skills: SkillTools,
  response: GeminiResponse,
  options?: ToolCallsOptions,
): Promise<GeminiFunctionResponse[]> {
  const calls = (response.candidates?.[0]?.content?.parts ?? []).flatMap(({ functionCall: call }) =>
    call?.name === undefined ? [] : [{ id: call.id, name: call.name, input: call.args }],
  );
  const toAnswer = ({ id, name }: (typeof calls)[number], result: ToolResult): GeminiFunctionResponse => {
    const answer = { name, response: result.ok ? { output: result.text } : { error: result.text } };
    const parts = takesMedia(response) ? toParts(result, toMedia)?.flat() : undefined;
    return { functionResponse: { ...(id !== undefined && { id }), ...answer, ...(parts?.length && { parts }) } };
  };
  return runToolCalls(skills, calls, toAnswer, options);
}

/** Earlier models refuse the whole request that has media in an answer. */
function takesMedia({ modelVersion = "" }: GeminiResponse): boolean {
  return Number(/^gemini-(\d+)/.exec(modelVersion)?.[1] ?? 0) >= 3;
}

/** None for a text: the answer's own text holds it. */
function toMedia(part: ContentPart): GeminiMedia[] | undefined {
  if (part.type === "text") return [];
  const { mediaType: mimeType, data } = part;
  return /^(image\/(jpeg|png|webp)|application\/pdf)$/.test(mimeType)
    ? [{ inlineData: { mimeType, data } }]
    : undefined;
}
