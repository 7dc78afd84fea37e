// The scripted model for LangChain.
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { ToolDefinition } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  type InvalidToolCall,
  type ToolCall,
  ToolMessage,
} from "@langchain/core/messages";
import { makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import type { ModelReply, ScriptedModel, ToolAnswer } from "./scripted-model.js";

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: ToolDefinition[];
}

/**
 * The scripted model as a chat model of LangChain.
 *
 * Arguments are read as `@langchain/openai` reads them: what is no JSON becomes one of `invalid_tool_calls`, and when it is
 * streamed, LangChain itself completes it as well as it can. A conversation that providers refuse is refused.
 */
export class ScriptedChatModel extends BaseChatModel<CallOptions> {
  /** The messages of every request so far. */
  readonly prompts: BaseMessage[][] = [];
  readonly #script: ScriptedModel;

  constructor(script: ScriptedModel) {
    super({});
    this.#script = script;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(tools: BindToolsInput[], settings?: Partial<CallOptions>) {
    return this.withConfig({ ...settings, tools: tools.map((tool) => convertToOpenAITool(tool)) });
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const { text, calls } = await this.#reply(messages, options);
    return { generations: [{ text, message: new AIMessage({ content: text, ...readCalls(calls) }) }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, calls } = await this.#reply(messages, options);
    for (const message of [
      ...text.split(/(?<= )/).map((word) => new AIMessageChunk(word)),
      ...calls.flatMap(toChunks),
    ]) {
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await run?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  async #reply(messages: BaseMessage[], { tools = [] }: this["ParsedCallOptions"]): Promise<ModelReply> {
    this.prompts.push(messages);
    checkTurns(messages);
    return this.#script.reply({
      tools: tools.map(({ function: { name, description = "" } }) => ({ name, description })),
      answers: messages.filter((message) => ToolMessage.isInstance(message)).map(toAnswer),
    });
  }
}

function readCalls(calls: ModelReply["calls"]) {
  const tool_calls: ToolCall[] = [];
  const invalid_tool_calls: InvalidToolCall[] = [];
  for (const { id, name, arguments: json } of calls) {
    const raw = { id, type: "function", function: { name, arguments: json } };
    try {
      tool_calls.push(parseToolCall(raw, { returnId: true }));
    } catch (error) {
      invalid_tool_calls.push(makeInvalidToolCall(raw, String(error)));
    }
  }
  return { tool_calls, invalid_tool_calls };
}

/** The name first, then the arguments in two pieces. */
function toChunks({ id, name, arguments: json }: ModelReply["calls"][number], index: number): AIMessageChunk[] {
  const middle = Math.ceil(json.length / 2);
  const pieces = [{ id, name, args: "" }, { args: json.slice(0, middle) }, { args: json.slice(middle) }];
  return pieces.map((piece) => {
    const chunk = { ...piece, index, type: "tool_call_chunk" as const };
    return new AIMessageChunk({ content: "", tool_call_chunks: [chunk] });
  });
}

/** @throws Error where a provider answers 400: each call must be answered, once, before the next turn */
function checkTurns(messages: readonly BaseMessage[]): void {
  let open: string[] = [];
  for (const message of [...messages, undefined]) {
    if (ToolMessage.isInstance(message)) {
      const { tool_call_id: id } = message;
      if (!open.includes(id)) throw new Error(`The tool message ${id} answers no call of the turn before it.`);
      open = open.filter((other) => other !== id);
      continue;
    }
    if (open.length > 0) throw new Error(`These calls have no tool message: ${open.join(", ")}.`);
    if (AIMessage.isInstance(message)) open = (message.tool_calls ?? []).map(({ id = "" }) => id);
  }
}

function toAnswer(message: ToolMessage): ToolAnswer {
  const { name = "", text, status, contentBlocks } = message;
  return {
    name,
    text,
    isError: status === "error",
    media: contentBlocks.flatMap((block) =>
      (block.type === "image" || block.type === "file") && typeof block.data === "string"
        ? [{ mediaType: block.mimeType ?? "", data: block.data }]
        : [],
    ),
  };
}
