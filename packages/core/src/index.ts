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
} from "./base/skill.js";
export {
  type ContentPart,
  type SkillTool,
  type SkillTools,
  TOOL_NAMES,
  type ToolName,
  type ToolResult,
} from "./base/tool.js";
export type { ToolCallOptions } from "./base/tool-call.js";
export type { DuplicateRule, SkillsChange, ValidateMode } from "./catalog/catalog.js";
export { BaseSkillResource, type EntryOptions } from "./code-skills/base-skill-resource.js";
export { BaseSkillScript } from "./code-skills/base-skill-script.js";
export { CallableSkillResource } from "./code-skills/callable-skill-resource.js";
export { CallableSkillScript } from "./code-skills/callable-skill-script.js";
export {
  resource,
  type SkillMethod,
  type SkillMethodDecorator,
  script,
  skill,
  toSkill,
} from "./code-skills/decorators.js";
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
export { FileBasedSkillResource } from "./code-skills/file-based-skill-resource.js";
export { FileBasedSkillScript } from "./code-skills/file-based-skill-script.js";
export { SkillBuilder } from "./code-skills/skill-builder.js";
export { StaticSkillResource } from "./code-skills/static-skill-resource.js";
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
export { type DiscoveryOptions, FileSystemDiscovery } from "./file-system-discovery.js";
export { type FrontMatterDocument, parseFrontMatter } from "./format/front-matter.js";
export { type ParsedSkill, parseSkill } from "./format/parse-skill.js";
export { type SerializableSkill, serializeSkill } from "./format/serialize-skill.js";
export {
  type ValidatableSkill,
  type ValidationOptions,
  type ValidationProfile,
  validateSkill,
} from "./format/validate-skill.js";
export type { YamlRepair } from "./format/yaml.js";
export { DEFAULT_SKILL_FOLDERS, loadSkills } from "./load-skills.js";
export type { Approval, ApprovalBy, ApprovalRequest } from "./operations/approval.js";
export type { SkillSearchHit } from "./operations/operations.js";
export { toAvailableSkillsXml } from "./prompt/available-skills-xml.js";
export { type CountTokens, countSkillTokens, estimateTokens, type SkillTokens } from "./prompt/tokens.js";
export type { InputOf, InputSchema, JsonObjectSchema } from "./schema/json-schema.js";
export { toStrictSchema } from "./schema/strict-schema.js";
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
export { memory, type ResourceInput, type ScriptInput, type SkillInput } from "./sources/memory.js";
export type { SkillSource, SourceListing } from "./sources/source.js";
export { sameNameError } from "./tools/same-name.js";
export { streamToolCall } from "./tools/stream-tool-call.js";
export { type LoadOptions, SkillsToolset, type SkillsToolsetOptions } from "./toolset.js";
