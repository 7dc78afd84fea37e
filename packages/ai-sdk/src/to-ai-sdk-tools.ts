// Maps the skill tools to the Vercel AI SDK, their approvals and progress included.

import type { ContentPart, SkillTool, SkillTools, ToolName, ToolResult } from "@skillplug/core";
import { anything, checkOptions, type OptionRules, streamToolCall } from "@skillplug/core/adapter";
import { jsonSchema, type ModelMessage, type Tool } from "ai";
import { answerInHistory } from "./answer-in-history.js";

/** One skill tool as the AI SDK sees it. Its output is core's `ToolResult`. */
export type AiSdkSkillTool = Tool<unknown, ToolResult, unknown>;

/** What {@link toAiSdkTools} takes besides the skills. */
export interface AiSdkToolsOptions {
  /** The run context that functions and approvals of skills receive. A tool's entry in the SDK's own `toolsContext` wins over it. */
  readonly context?: unknown;
}

const RULES: OptionRules<AiSdkToolsOptions> = { context: anything };

/**
 * The skill tools as tools of the AI SDK. Spread them beside your own: `tools: { ...(await toAiSdkTools(skills)), weather }`.
 *
 * The type names all five; at run time only those are there that the skills can use. Descriptions are of this moment, so
 * make the tools anew for each request where the set of skills changes.
 *
 * @throws SkillError `invalid_option` for an option that there is not
 */
export async function toAiSdkTools(
  skills: SkillTools,
  options: AiSdkToolsOptions = {},
): Promise<Record<ToolName, AiSdkSkillTool>> {
  checkOptions("toAiSdkTools", options, RULES);
  const tools = await skills.getTools();
  const entries = tools.map((tool) => [tool.name, toAiSdkTool(tool, options)] as const);
  return Object.fromEntries(entries) as Record<ToolName, AiSdkSkillTool>;
}

function toAiSdkTool(tool: SkillTool, { context }: AiSdkToolsOptions): AiSdkSkillTool {
  const { requestApproval } = tool;
  return {
    description: tool.description,
    inputSchema: jsonSchema(tool.inputSchema),
    // Only where there is something to ask: the SDK's types tell a tool without it from one that always answers no.
    ...(requestApproval && {
      needsApproval: (input: unknown, call: ApprovalCall) =>
        asks(requestApproval, input, { ...call, context: call.context ?? context }),
    }),
    execute(input, { abortSignal: signal, context: own = context, toolCallId: callId, messages }) {
      const call = { signal, context: own, approved: answerInHistory(callId, messages).now, callId };
      // What only reads prints nothing on the way, and progress would send its answer twice.
      return tool.readOnly ? tool.execute(input, call) : streamToolCall(tool, input, call);
    },
    toModelOutput({ output }) {
      if (!isToolResult(output)) return { type: "text", value: asText(output) };
      if (!output.ok) return { type: "error-text", value: output.text };
      if (output.content === undefined) return { type: "text", value: output.text };
      return { type: "content", value: output.content.map(toAiSdkPart) };
    },
  };
}

/** What the SDK tells when it wants to know whether to ask. */
interface ApprovalCall {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
  readonly context: unknown;
}

/** Whether the SDK has to ask. It asks this again when it goes on with an answer. */
async function asks(
  requestApproval: NonNullable<SkillTool["requestApproval"]>,
  input: unknown,
  { toolCallId: callId, messages, context }: ApprovalCall,
): Promise<boolean> {
  const { now, before } = answerInHistory(callId, messages);
  // Some providers count the calls of each step anew: what was refused then is not what is asked now.
  if (now === undefined && before === false) await requestApproval(input, { callId, answer: false });
  // A history can be invented, so nothing is remembered for the answer that it brings itself.
  return (await requestApproval(input, { callId, context, answer: now })) !== undefined;
}

/** A chat may send its history back from a browser: what a tool is said to have answered there can be anything. */
function isToolResult(output: unknown): output is ToolResult {
  if (typeof output !== "object" || output === null) return false;
  const { ok, text, content = [] }: { ok?: unknown; text?: unknown; content?: unknown } = output;
  return typeof ok === "boolean" && typeof text === "string" && Array.isArray(content) && content.every(isContentPart);
}

function isContentPart(part: unknown): part is ContentPart {
  if (typeof part !== "object" || part === null) return false;
  const { type, text, data, mediaType }: { [name in "type" | "text" | "data" | "mediaType"]?: unknown } = part;
  if (type === "text") return typeof text === "string";
  return (type === "image" || type === "file") && typeof data === "string" && typeof mediaType === "string";
}

function asText(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

function toAiSdkPart(part: ContentPart) {
  if (part.type === "text") return part;
  const { data, mediaType } = part;
  const name = part.type === "file" && part.name !== undefined && { filename: part.name };
  return { type: "file" as const, mediaType, data: { type: "data" as const, data }, ...name };
}
