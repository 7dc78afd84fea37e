/**
 * Agent Skills as tools and a middleware of LangChain.
 *
 * @module langchain
 */
export * from "@skillplug/core";
export { describeApproval } from "@skillplug/core/adapter";
export { type SkillsMiddleware, skillsMiddleware } from "./skills-middleware.js";
export { type InterruptRule, toInterruptOn } from "./to-interrupt-on.js";
export {
  type LangChainSkillTool,
  type LangChainToolsOptions,
  type SkillToolProgress,
  toLangChainTools,
} from "./to-langchain-tools.js";
