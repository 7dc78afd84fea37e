/**
 * Agent Skills as tools of the OpenAI Agents SDK.
 *
 * @module openai-agents
 */
export * from "@skillplug/core";
export { describeApproval } from "@skillplug/core/adapter";
export {
  type OpenAIAgentsSkillTool,
  type OpenAIAgentsToolsOptions,
  toOpenAIAgentsTools,
} from "./to-openai-agents-tools.js";
