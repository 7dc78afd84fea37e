// Skills by method chaining.

import type { FrontMatter } from "../base/skill.js";
import type { ResourceInput, ScriptInput, SkillInput } from "../sources/memory.js";
import { assembleSkill, toResourceInput, toScriptInput } from "./assemble-skill.js";
import type { ReadFunction, ResourceDefinition, RunFunction, ScriptDefinition, SkillFields } from "./definition.js";
import { BaseSkillResource } from "./skill-resources.js";
import { BaseSkillScript } from "./skill-scripts.js";

/** A builder of a skill. Every step changes the builder and returns it; {@link SkillBuilder.build} makes the skill. */
export class SkillBuilder {
  #fields: SkillFields;
  readonly #resources: ResourceInput[] = [];
  readonly #scripts: ScriptInput[] = [];

  /** @param name lower-case letters, digits and hyphens; capitals and `_` are changed to fit */
  constructor(name: string) {
    this.#fields = { name, description: "" };
  }

  /** What the skill does and when to use it. 1 to 1,024 characters. */
  description(description: string): this {
    return this.#set({ description });
  }

  /** The instructions, in Markdown. */
  content(content: string): this {
    return this.#set({ content });
  }

  /** The licence's name, or the file that holds it. */
  license(license: string): this {
    return this.#set({ license });
  }

  /** What the skill needs of its surroundings. Up to 500 characters. */
  compatibility(compatibility: string): this {
    return this.#set({ compatibility });
  }

  /** Further fields of the front matter; those of an earlier call stay. */
  metadata(metadata: FrontMatter): this {
    return this.#set({ metadata: { ...this.#fields.metadata, ...metadata } });
  }

  /**
   * A resource: its definition, an object of one of the resource classes, or a function that has a name.
   *
   * @throws SkillError `invalid_option` when it has no name, or not exactly one of `content` and `read`
   */
  resource<Schema>(definition: ResourceDefinition<Schema>): this;
  resource(resource: BaseSkillResource | ReadFunction<unknown>["read"]): this;
  resource(resource: ResourceDefinition | BaseSkillResource | ReadFunction<unknown>["read"]): this {
    if (typeof resource === "function") return this.resource({ name: resource.name, read: resource });
    this.#resources.push(resource instanceof BaseSkillResource ? resource : toResourceInput(resource));
    return this;
  }

  /**
   * A script: its definition, an object of one of the script classes, or a function that has a name.
   *
   * @throws SkillError `invalid_option` when it has no name, or not exactly one of `content` and `run`
   */
  script<Schema>(definition: ScriptDefinition<Schema>): this;
  script(script: BaseSkillScript | RunFunction<unknown>["run"]): this;
  script(script: ScriptDefinition | BaseSkillScript | RunFunction<unknown>["run"]): this {
    if (typeof script === "function") return this.script({ name: script.name, run: script });
    this.#scripts.push(script instanceof BaseSkillScript ? script : toScriptInput(script));
    return this;
  }

  /**
   * The skill as it is now; later steps do not change it.
   *
   * @throws SkillValidationError for a name or a description that breaks a rule of the format
   * @throws SkillError `invalid_option` when two resources or two scripts have the same name
   */
  build(): SkillInput {
    return assembleSkill(this.#fields, this.#resources, this.#scripts);
  }

  #set(fields: Partial<SkillFields>): this {
    this.#fields = { ...this.#fields, ...fields };
    return this;
  }
}
