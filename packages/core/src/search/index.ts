/**
 * Search by itself: the index over skills of your own, and what its options take.
 *
 * @module core/search
 */
export type { SkillExplanation, SkillMatch } from "./explaining/explain-match.js";
export type { SkillPassage } from "./explaining/passage.js";
export type { Translate } from "./language/dictionary.js";
export {
  OramaSearchManager,
  type RankedSkill,
  type SearchableSkill,
  type SkillSearchOptions,
} from "./orama-search-manager.js";
export type { Embed, SearchEngineOptions, SkillDatabaseDefaults } from "./search-engine.js";
export type { FieldBoost, SkillDocument } from "./skill-database.js";
