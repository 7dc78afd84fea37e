// The shapes in which a skill is written in code: fields, resources, scripts and their functions.

import type { FrontMatter, ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { InputOf, InputSchema } from "../schema/json-schema.js";

/** Refuses what is no schema. As a constraint on `Schema` it would also refuse definitions without one. */
type SchemaOnly<Schema> = Schema & (Schema extends InputSchema ? unknown : InputSchema);

/** A function that stands for a resource. */
export interface ReadFunction<Schema> {
  /** The schema of what `read` takes: shown to the model, and every input is validated by it. */
  readonly input?: SchemaOnly<Schema> | undefined;
  /**
   * @param input what the schema makes of the named arguments; the arguments as they came where there is no schema
   * @param options the call's signal and run context
   * @returns a text, or what is shown as JSON
   */
  readonly read: (input: InputOf<Schema>, options: ToolCallOptions) => unknown;
}

/** A function that stands for a script. */
export interface RunFunction<Schema> {
  /** The schema of what `run` takes: shown to the model, and every input is validated by it. */
  readonly input?: SchemaOnly<Schema> | undefined;
  /**
   * @param input what the schema makes of the named arguments; the arguments as they came where there is no schema
   * @param options the call's signal, run context, and where to print to while it runs
   * @returns a text, what is shown as JSON, or an async iterable of texts
   */
  readonly run: (input: InputOf<Schema, ScriptArguments>, options: ToolCallOptions) => unknown;
}

/** A resource as a person writes it: either its `content`, or a function that is called at each reading. */
export interface ResourceDefinition<Schema = unknown> extends Partial<ReadFunction<Schema>> {
  /** The path inside the skill. In a record, the key when absent. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly content?: string | Uint8Array | undefined;
}

/** A script as a person writes it: either a function, or the text of a program as `content`. */
export interface ScriptDefinition<Schema = unknown> extends Partial<RunFunction<Schema>> {
  /** The path inside the skill. In a record, the key when absent. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** A program; the extension of its name or its first line tells the interpreter. */
  readonly content?: string | Uint8Array | undefined;
}

/** The schemas of several definitions, which stand in a list or by their names; `unknown` where a definition has none. */
export type Schemas = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The fields of a skill made in code, apart from its resources and scripts. */
export interface SkillFields {
  /** Lower-case letters, digits and hyphens; capitals and `_` are changed to fit. */
  readonly name: string;
  /** What the skill does and when to use it: all that a model sees of it at first. 1 to 1,024 characters. */
  readonly description: string;
  /** The instructions, in Markdown. @default "" */
  readonly content?: string | undefined;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  /** Further fields of the front matter. */
  readonly metadata?: FrontMatter | undefined;
}

/** A skill as a person writes it. */
export interface SkillDefinition<Resources extends Schemas = Schemas, Scripts extends Schemas = Schemas>
  extends SkillFields {
  readonly resources?: { readonly [Name in keyof Resources]: ResourceDefinition<Resources[Name]> } | undefined;
  readonly scripts?: { readonly [Name in keyof Scripts]: ScriptDefinition<Scripts[Name]> } | undefined;
}
