/**
 * Reads, searches and runs Agent Skills behind five tools.
 *
 * @module core
 */
export {
  type DirectoryOptions,
  directory,
  type LocalExecutorOptions,
  LocalScriptExecutor,
  localExecutor,
} from "#platform";
export type { Approval, ApprovalBy, ApprovalRequest } from "./approval.js";
export { toAvailableSkillsXml } from "./available-skills-xml.js";
export type { DuplicateRule, SkillsChange, ValidateMode } from "./catalog.js";
export { BaseSkillResource, type EntryOptions } from "./define/base-skill-resource.js";
export { BaseSkillScript } from "./define/base-skill-script.js";
export { CallableSkillResource } from "./define/callable-skill-resource.js";
export { CallableSkillScript } from "./define/callable-skill-script.js";
export { resource, type SkillMethod, type SkillMethodDecorator, script, skill, toSkill } from "./define/decorators.js";
export { defineSkill } from "./define/define-skill.js";
export type {
  ReadFunction,
  ResourceDefinition,
  RunFunction,
  Schemas,
  ScriptDefinition,
  SkillDefinition,
  SkillFields,
} from "./define/definition.js";
export { FileBasedSkillResource } from "./define/file-based-skill-resource.js";
export { FileBasedSkillScript } from "./define/file-based-skill-script.js";
export { SkillBuilder } from "./define/skill-builder.js";
export { StaticSkillResource } from "./define/static-skill-resource.js";
export type { Diagnostic } from "./diagnostics.js";
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
} from "./errors.js";
export type { SkillTrace } from "./events/channels.js";
export type { EventLogger, Logger, WarningLogger } from "./events/logger.js";
export { createMetrics, type OperationMetrics, type SkillMetrics } from "./events/metrics.js";
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
} from "./events.js";
export { type DiscoveryOptions, FileSystemDiscovery } from "./file-system-discovery.js";
export { type FrontMatterDocument, parseFrontMatter } from "./front-matter.js";
export type { InputOf, InputSchema, JsonObjectSchema } from "./json-schema.js";
export { DEFAULT_SKILL_FOLDERS, loadSkills } from "./load-skills.js";
export { type ParsedSkill, parseSkill } from "./parse-skill.js";
export { CallableScriptExecutor, type ScriptFunction } from "./scripts/callable-executor.js";
export type { ScriptExecutor, ScriptRequest, ScriptResult } from "./scripts/executor.js";
export type { SkillExplanation, SkillMatch } from "./search/explaining/explain-match.js";
export type { SkillPassage } from "./search/explaining/passage.js";
export type { Translate } from "./search/language/dictionary.js";
export {
  OramaSearchManager,
  type RankedSkill,
  type SearchableSkill,
  type SkillSearchOptions,
} from "./search/orama-search-manager.js";
export type { Embed, SearchEngineOptions, SkillDatabaseDefaults } from "./search/search-engine.js";
export type { FieldBoost, SkillDocument } from "./search/skill-database.js";
export { type SerializableSkill, serializeSkill } from "./serialize-skill.js";
export {
  type FrontMatter,
  type FrontMatterValue,
  MAX_DESCRIPTION_LENGTH,
  MAX_SKILL_NAME_LENGTH,
  normalizeSkillName,
  RESERVED_WORDS,
  type ScriptArguments,
  SKILL_NAME_PATTERN,
  type Skill,
  type SkillEntry,
  type SkillFunction,
  type SkillResource,
  type SkillScript,
  type SkillSummary,
} from "./skill.js";
export type { SkillSearchHit } from "./skill-access.js";
export { memory, type ResourceInput, type ScriptInput, type SkillInput } from "./sources/memory.js";
export type { SkillSource, SourceListing } from "./sources/source.js";
export { toStrictSchema } from "./strict-schema.js";
export { type CountTokens, countSkillTokens, estimateTokens, type SkillTokens } from "./tokens.js";
export type { ToolCallOptions } from "./tool-call.js";
export { sameNameError } from "./tools/same-name.js";
export { streamToolCall } from "./tools/stream-tool-call.js";
export {
  type ContentPart,
  type SkillTool,
  type SkillTools,
  TOOL_NAMES,
  type ToolName,
  type ToolResult,
} from "./tools/tool.js";
export { type LoadOptions, SkillsToolset, type SkillsToolsetOptions } from "./toolset.js";
export {
  type ValidatableSkill,
  type ValidationOptions,
  type ValidationProfile,
  validateSkill,
} from "./validate-skill.js";
export type { YamlRepair } from "./yaml.js";
