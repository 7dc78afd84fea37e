// OpenAI's Chat Completions API: the tools' definitions, and the answers to calls.

import type { SkillTools } from "@skillplug/core";
import { runToolCalls, type ToolCallsOptions } from "./run-tool-calls.js";
import { type DefinitionOptions, type JsonSchemaTool, toJsonSchemas } from "./to-json-schemas.js";

/** A tool's definition for Chat Completions. Fits `OpenAI.ChatCompletionFunctionTool`. */
export type OpenAIChatTool = { type: "function"; function: JsonSchemaTool & { strict: boolean } };

/** What is read of an assistant's message. `OpenAI.ChatCompletionMessage` fits. */
export interface OpenAIChatMessage {
  readonly role: string;
  readonly tool_calls?:
    | readonly {
        readonly id: string;
        readonly type: string;
        readonly function?: { readonly name: string; readonly arguments: string } | undefined;
      }[]
    | null
    | undefined;
}

/** What is read of a completion. `OpenAI.ChatCompletion` fits. */
export interface OpenAIChatCompletion {
  readonly choices: readonly { readonly message: OpenAIChatMessage }[];
}

/** The answer to one call, a message of its own. Fits `OpenAI.ChatCompletionToolMessageParam`. */
export type OpenAIChatToolMessage = { role: "tool"; tool_call_id: string; content: string };

/**
 * The skill tools as the `tools` of a Chat Completions request, as they are now.
 *
 * Empty where there are no skills; the API refuses an empty `tools`, so leave the field out then.
 *
 * @param options `strict` is true by default
 */
export async function toOpenAIChatTools(
  skills: SkillTools,
  { strict = true }: DefinitionOptions = {},
): Promise<OpenAIChatTool[]> {
  const tools = await toJsonSchemas(skills, { strict });
  return tools.map((tool) => ({ type: "function", function: { ...tool, strict } }));
}

/**
 * Runs the calls of skill tools in a completion's first choice, or in one assistant message, all at once.
 *
 * @returns the answers in the order of the calls, to be pushed after the assistant's message together with those to your own tools
 */
export function runOpenAIChatToolCalls(
  skills: SkillTools,
  completionOrMessage: OpenAIChatCompletion | OpenAIChatMessage,
  options?: ToolCallsOptions,
): Promise<OpenAIChatToolMessage[]> {
  const message = "choices" in completionOrMessage ? completionOrMessage.choices[0]?.message : completionOrMessage;
  const calls = (message?.tool_calls ?? []).flatMap(({ id, function: called }) =>
    called ? [{ id, name: called.name, input: called.arguments }] : [],
  );
  return runToolCalls(
    skills,
    calls,
    ({ id }, result) => ({ role: "tool", tool_call_id: id, content: result.text }),
    options,
  );
}
