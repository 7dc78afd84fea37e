/**
 * Agent Skills as tools of the Vercel AI SDK.
 *
 * @module ai-sdk
 */
export * from "@skillplug/core";
export { type AiSdkSkillTool, type AiSdkToolsOptions, toAiSdkTools } from "./to-ai-sdk-tools.js";
