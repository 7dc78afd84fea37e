export * from "@skillplug/core";
export {
  type OpenAIAgentsSkillTool,
  type OpenAIAgentsToolsOptions,
  toOpenAIAgentsTools,
} from "./to-openai-agents-tools.js";
