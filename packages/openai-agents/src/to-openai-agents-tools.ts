// Maps the skill tools to function tools of the OpenAI Agents SDK.

import { type FunctionTool, tool } from "@openai/agents";
import type { JsonObjectSchema, SkillTool, SkillTools } from "@skillplug/core";
import { aBoolean, checkOptions, type OptionRules, toStrictSchema } from "@skillplug/core/adapter";
import { checkToolName } from "./check-tool-name.js";
import { decisionAbout } from "./decision-about.js";
import { type ToolOutput, toToolOutput } from "./to-tool-output.js";

/** One skill tool as the Agents SDK sees it. Without the one optional property that would tie it to agents of one context type. */
export type OpenAIAgentsSkillTool = Omit<FunctionTool<unknown, ToolParameters, ToolOutput>, "customDataExtractor">;

/** What {@link toOpenAIAgentsTools} takes besides the skills. */
export interface OpenAIAgentsToolsOptions {
  /**
   * Whether the API holds the model to the schema: named script arguments then come as a JSON string. Switch it off for
   * servers without strict mode. @default true
   */
  readonly strict?: boolean | undefined;
}

const RULES: OptionRules<OpenAIAgentsToolsOptions> = { strict: aBoolean };

type ToolParameters = ReturnType<typeof toParameters>["parameters"];

/**
 * The skill tools as function tools of the OpenAI Agents SDK, as they are now. Put them beside your own:
 * `tools: [...(await toOpenAIAgentsTools(skills)), weather]`.
 *
 * A run rejects with a SkillError `invalid_option`, before the model is asked, when the agent has another tool of the same name.
 *
 * @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take
 */
export async function toOpenAIAgentsTools(
  skills: SkillTools,
  options: OpenAIAgentsToolsOptions = {},
): Promise<OpenAIAgentsSkillTool[]> {
  checkOptions("toOpenAIAgentsTools", options, RULES);
  const tools = await skills.getTools();
  return tools.map((skillTool) => toFunctionTool(skillTool, options));
}

function toFunctionTool(skillTool: SkillTool, { strict = true }: OpenAIAgentsToolsOptions) {
  const { name, description, requestApproval } = skillTool;
  return tool<ToolParameters, unknown, ToolOutput>({
    name,
    description,
    ...toParameters(skillTool.inputSchema, strict),
    // False where nobody is ever asked: where a function decides, the SDK asks a person about broken JSON as well.
    needsApproval:
      requestApproval !== undefined &&
      (async (run, input, callId) => {
        // Resumed, the SDK asks again. A state can be altered, so nothing is remembered for the answer that it brings itself.
        const answer = callId === undefined ? undefined : decisionAbout(run, name, callId);
        const call = { callId, context: run.context, answer };
        return (await requestApproval(input, call)) !== undefined;
      }),
    async isEnabled({ agent, runContext }) {
      await checkToolName(name, agent, runContext);
      return true;
    },
    async execute(input, run, details) {
      const callId = details?.toolCall?.callId;
      const approved = callId === undefined ? undefined : decisionAbout(run, name, callId);
      const call = { signal: details?.signal, context: run?.context, approved, callId };
      return toToolOutput(await skillTool.execute(input, call));
    },
  });
}

function toParameters(schema: JsonObjectSchema, strict: boolean) {
  const { type, properties, required = [] } = strict ? toStrictSchema(schema) : schema;
  // The SDK's types tie `additionalProperties` to `strict`. What the model adds, the tool refuses in either case.
  return strict
    ? { strict, parameters: { type, properties, required, additionalProperties: false as const } }
    : { strict, parameters: { type, properties, required, additionalProperties: true as const } };
}
