/**
 * Agent Skills as tools of the Vercel AI SDK.
 *
 * @module ai-sdk
 */
export * from "@skillplug/core";
export { describeApproval } from "@skillplug/core/adapter";
export { type AiSdkSkillTool, type AiSdkToolsOptions, toAiSdkTools } from "./to-ai-sdk-tools.js";
