/**
 * Reads, searches and runs Agent Skills behind five tools.
 *
 * @module core
 */

// A set of skills
export { type DiscoveryOptions, FileSystemDiscovery } from "./file-system-discovery.js";
export { DEFAULT_SKILL_FOLDERS, loadSkills } from "./load-skills.js";
export { SkillsToolset } from "./toolset.js";
export type { LoadOptions, SkillsToolsetOptions } from "./toolset-options.js";
export type { SkillsChange } from "./catalog/catalog.js";
export type { DuplicateRule } from "./catalog/choose-skills.js";
export type { ValidateMode } from "./catalog/load-catalog.js";
export type { SkillSearchHit } from "./operations/search-catalog.js";

// What a skill is
export type {
  FrontMatter,
  FrontMatterValue,
  ScriptArguments,
  Skill,
  SkillEntry,
  SkillFunction,
  SkillResource,
  SkillScript,
  SkillSummary,
} from "./base/skill.js";

// What a model is given
export {
  type ContentPart,
  type JsonObjectSchema,
  type SkillTool,
  type SkillTools,
  TOOL_NAMES,
  type ToolCallOptions,
  type ToolName,
  type ToolResult,
} from "./base/tool.js";
export { toAvailableSkillsXml } from "./prompt/available-skills-xml.js";
export { type CountTokens, countSkillTokens, estimateTokens, type SkillTokens } from "./prompt/tokens.js";

// Where skills come from
export { type DirectoryOptions, directory } from "#platform";
export { memory, type ResourceInput, type ScriptInput, type SkillInput } from "./sources/memory.js";
export type { SkillSource, SourceListing } from "./sources/source.js";

// Skills written in code
export { defineSkill } from "./code-skills/define-skill.js";
export type {
  ReadFunction,
  ResourceDefinition,
  RunFunction,
  Schemas,
  ScriptDefinition,
  SkillDefinition,
  SkillFields,
} from "./code-skills/definition.js";
export { SkillBuilder } from "./code-skills/skill-builder.js";
export {
  resource,
  type SkillMethod,
  type SkillMethodDecorator,
  script,
  skill,
  toSkill,
} from "./code-skills/decorators.js";
export {
  BaseSkillResource,
  CallableSkillResource,
  type EntryOptions,
  FileBasedSkillResource,
  StaticSkillResource,
} from "./code-skills/skill-resources.js";
export { BaseSkillScript, CallableSkillScript, FileBasedSkillScript } from "./code-skills/skill-scripts.js";
export type { InputOf, InputSchema } from "./schema/json-schema.js";

// Running scripts
export { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "#platform";
export type { ApprovalRequest } from "./base/approval-request.js";
export type { Approval, ApprovalBy } from "./operations/approval.js";
export type { ApprovalStore } from "./operations/approval-store.js";
export { CallableScriptExecutor, type ScriptFunction } from "./scripts/callable-executor.js";
export type { ScriptExecutor, ScriptRequest, ScriptResult } from "./scripts/executor.js";

// What happens
export type { SkillTrace } from "./events/channels.js";
export type {
  DeniedEvent,
  DiscoverEvent,
  LoadEvent,
  ReadEvent,
  RunEndEvent,
  RunStartEvent,
  SearchEvent,
  SkillEnding,
  SkillEvent,
  SkillEventDetails,
  SkillEventHandler,
  SkillOperation,
  SkillOutcome,
  WarningEvent,
} from "./events/event.js";
export type { EventLogger, Logger, WarningLogger } from "./events/logger.js";
export { createMetrics, type OperationMetrics, type SkillMetrics } from "./events/metrics.js";

// What went wrong
export type { Diagnostic } from "./base/diagnostics.js";
export {
  type EntryNotFoundOptions,
  SkillError,
  type SkillErrorCode,
  type SkillErrorOptions,
  SkillNotFoundError,
  SkillResourceLoadError,
  SkillResourceNotFoundError,
  SkillScriptExecutionError,
  SkillScriptNotFoundError,
  SkillValidationError,
} from "./base/errors.js";
