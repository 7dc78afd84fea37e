export type { Diagnostic } from "./diagnostics.js";
export {
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
export type { JsonObjectSchema } from "./json-schema.js";
export type { ScriptExecutor, ScriptRequest, ScriptResult } from "./scripts/executor.js";
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
export type { SkillSource, SourceListing } from "./sources/source.js";
export type { ToolCallOptions } from "./tool-call.js";
export {
  type ContentPart,
  type SkillTool,
  type SkillTools,
  TOOL_NAMES,
  type ToolName,
  type ToolResult,
} from "./tools/tool.js";
