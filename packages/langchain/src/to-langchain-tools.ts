// Maps the skill tools to tools of LangChain and LangGraph.

import { type ContentBlock, ToolMessage } from "@langchain/core/messages";
import { type DynamicStructuredTool, tool as defineTool, type ToolRunnableConfig } from "@langchain/core/tools";
import type { JsonObjectSchema, SkillTool, SkillTools, ToolName, ToolResult } from "@skillplug/core";
import { aBoolean, anything, checkOptions, type OptionRules } from "@skillplug/core/adapter";
import { currentTask, questionId } from "./graph-task.js";
import { isAnsweredIn } from "./refused-calls.js";

/** One skill tool as LangChain sees it. A tool call is answered with a message, any other input with that message's content. */
export type LangChainSkillTool = DynamicStructuredTool<JsonObjectSchema, unknown, unknown, Answer>;

type Answer = string | ContentBlock[] | ToolMessage;

/** How the skill tools behave in LangChain. */
export interface LangChainToolsOptions {
  /** The run context that functions and approvals of skills receive. LangChain's own `context` wins over it. */
  readonly context?: unknown;
  /** Whether images reach the model. OpenAI's Chat Completions API refuses them in the answers of tools. @default true */
  readonly images?: boolean | undefined;
}

/** What each of {@link LangChainToolsOptions} may be. */
export const RULES: OptionRules<LangChainToolsOptions> = { context: anything, images: aBoolean };

/** What a running script prints, as `streamMode: "custom"` passes it on. */
export interface SkillToolProgress {
  readonly tool: ToolName;
  readonly toolCallId: string | undefined;
  /** What was printed since the chunk before. */
  readonly output: string;
}

/** What LangChain needs to know of a skill tool. */
export type MappedSkillTool = Pick<SkillTool, "name" | "description" | "inputSchema" | "execute">;

type Config = ToolRunnableConfig & { readonly writer?: ((chunk: SkillToolProgress) => void) | null };

/** Accepts any input, so that core words what is wrong with it: LangChain's own answer shows the model a stack trace. */
const ANYTHING = { properties: {} } as JsonObjectSchema;

/** The type says at least one, as TypeScript needs it for `tools: [...skillTools, mine]`; without skills there is none. */
type SkillToolList = [LangChainSkillTool, ...LangChainSkillTool[]];

/**
 * The skill tools as tools of LangChain, for `createAgent`, `ToolNode` and `model.bindTools`.
 *
 * Only those are there that the skills can use. Descriptions are of this moment, so make the tools anew where the set of
 * skills changes, or use `skillsMiddleware`.
 *
 * @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take
 */
export async function toLangChainTools(
  skills: SkillTools,
  options: LangChainToolsOptions = {},
): Promise<SkillToolList> {
  checkOptions("toLangChainTools", options, RULES);
  const tools = await skills.getTools();
  return tools.map((tool) => toLangChainTool(tool, options)) as SkillToolList;
}

/** The tool, which answers a failure with a message of status `error` and throws nothing. */
export function toLangChainTool(
  skillTool: MappedSkillTool,
  { context: always, images = true }: LangChainToolsOptions,
): LangChainSkillTool {
  const { name, description, inputSchema: schema } = skillTool;
  const answer = async (input: unknown, { toolCall, signal, context = always, writer }: Config) => {
    const toolCallId = toolCall?.id;
    const onOutput = (output: string) => writer?.({ tool: name, toolCallId, output });
    // LangChain asks ahead of a tool and tells it nothing of that: what counts is what the rule has remembered of the answer.
    const task = currentTask();
    const approved = toolCallId !== undefined && isAnsweredIn(task?.input, toolCallId) ? false : undefined;
    const call = { signal, context, onOutput, approved, callId: questionId(task, toolCallId) };
    const result = await skillTool.execute(input, call);
    const content = toContent(result, images);
    if (toolCallId === undefined) return content;
    const status = result.ok ? ("success" as const) : ("error" as const);
    return new ToolMessage({ name, tool_call_id: toolCallId, content, status, artifact: result });
  };
  const shown = defineTool(answer, { name, description, schema });
  const accepting = defineTool(answer, { name, description, schema: ANYTHING });
  return Object.assign(shown, { call: accepting.call.bind(accepting) });
}

/** Files stay text: provider packages refuse most of them in the answers of tools, or send their base64 as text. */
function toContent(result: ToolResult, withImages: boolean): string | ContentBlock[] {
  const parts = withImages && result.ok ? (result.content ?? []) : [];
  const images = parts.filter((part) => part.type === "image");
  if (images.length === 0) return result.text;
  const blocks = images.map(({ data, mediaType: mimeType }) => ({ type: "image", data, mimeType }));
  return [{ type: "text", text: result.text }, ...blocks];
}
