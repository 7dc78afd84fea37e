export * from "@skillplug/core";
export { type AiSdkSkillTool, type AiSdkToolsOptions, toAiSdkTools } from "./to-ai-sdk-tools.js";
