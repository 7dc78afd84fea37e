// What can be set about search: translations, embeddings, and the Orama database.

import type { AnyIndexStore, AnyOrama, IIndex, SorterConfig, Tokenizer } from "@orama/orama";
import type { Translate } from "./language/dictionary.js";

/**
 * Turns texts into vectors, one a text, in the order of the texts and all of one length. Texts of similar meaning have vectors of similar direction.
 */
export type Embed = (texts: string[]) => Promise<readonly Readonly<ArrayLike<number>>[]>;

/** What Orama's `create` is called with, unless {@link SearchEngineOptions.createDatabase} changes it. */
export interface SkillDatabaseDefaults {
  readonly schema: typeof SKILL_SCHEMA;
  /** Skills are sorted by their scores alone. */
  readonly sort: SorterConfig;
  readonly components: { readonly tokenizer: Tokenizer; readonly index: IIndex<AnyIndexStore> };
}

/** How search works, beyond its defaults. */
export interface SearchEngineOptions {
  /** What words are called in other languages, beside the built-in terms in Chinese and English. `false`: no translations, not even those. */
  readonly translate?: Translate | false | undefined;
  /**
   * Searches by meaning as well. The first search embeds the skills, once for each content; every search embeds its request.
   * When it fails, the search goes by words alone, with a warning. @default by words alone
   */
  readonly embed?: Embed | undefined;
  /**
   * Makes the Orama database in another way, such as with a tokenizer, components or plugins of your own:
   * `(defaults) => create({ ...defaults, components: { ...defaults.components, tokenizer } })`.
   */
  readonly createDatabase?: ((defaults: SkillDatabaseDefaults) => AnyOrama) | undefined;
}

/** The fields of a skill in the database, all of them text. */
export const SKILL_SCHEMA = {
  /** The skill's name. */
  id: "string",
  name: "string",
  description: "string",
  /** The instructions. */
  body: "string",
  /** Empty where the skill has none. */
  uri: "string",
} as const;
