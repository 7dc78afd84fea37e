/**
 * A SKILL.md as text and as data: parsing, writing and validating, without a set of skills.
 *
 * @module core/format
 */
export {
  MAX_DESCRIPTION_LENGTH,
  MAX_SKILL_NAME_LENGTH,
  normalizeSkillName,
  RESERVED_WORDS,
  SKILL_NAME_PATTERN,
} from "../base/skill.js";
export { type FrontMatterDocument, parseFrontMatter } from "./front-matter.js";
export { type ParsedSkill, parseSkill } from "./parse-skill.js";
export type { YamlRepair } from "./repair-yaml.js";
export { type SerializableSkill, serializeSkill } from "./serialize-skill.js";
export {
  type ValidatableSkill,
  type ValidationOptions,
  type ValidationProfile,
  validateSkill,
} from "./validate-skill.js";
