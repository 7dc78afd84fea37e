// Resources as objects: the class to extend, and those for texts, functions and files.

import { readContainedFile } from "#platform";
import type { SkillFunction } from "../base/skill.js";
import { type ToolCallOptions, withContext } from "../base/tool.js";
import { asText, MAX_RESOURCE_BYTES, toContent } from "../files/resource-content.js";
import { checkedFunction } from "../schema/checked-function.js";
import type { InputOf, InputSchema } from "../schema/json-schema.js";
import { callFunction } from "../scripts/call-function.js";
import { FUNCTION_TIMEOUT_MS } from "../scripts/function-timeout.js";
import type { ResourceInput } from "../sources/memory.js";
import type { ReadFunction } from "./definition.js";

/** What every resource made in code has. */
export interface EntryOptions {
  /** The path inside the skill. */
  readonly name: string;
  readonly description?: string | undefined;
}

/** A resource of your own kind: extend it with what {@link BaseSkillResource.load} reads. */
export abstract class BaseSkillResource implements ResourceInput {
  readonly name: string;
  readonly description: string | undefined;

  constructor({ name, description }: EntryOptions) {
    this.name = name;
    this.description = description;
  }

  /**
   * @param context the run context
   * @param args the named arguments that the model sent
   */
  abstract load(
    context?: unknown,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<string>;
}

/** A resource that is a text or bytes. */
export class StaticSkillResource extends BaseSkillResource {
  readonly content: string | Uint8Array;

  constructor({ content, ...options }: EntryOptions & { readonly content: string | Uint8Array }) {
    super(options);
    this.content = content;
  }

  /** The text; of bytes that are none, their type and size. */
  override async load(): Promise<string> {
    return typeof this.content === "string" ? this.content : asText(toContent(this.name, this.content));
  }
}

/** A resource that is a function, called at each reading. */
export class CallableSkillResource<Schema = unknown> extends BaseSkillResource {
  readonly function: SkillFunction;
  readonly functionSchema: InputSchema | undefined;

  constructor({ input, read, ...options }: EntryOptions & ReadFunction<Schema>) {
    super(options);
    this.functionSchema = input as InputSchema | undefined;
    this.function = checkedFunction(this.name, this.functionSchema, (value, call) =>
      read(value as InputOf<Schema>, call),
    );
  }

  /** @throws SkillError `invalid_input` when the schema refuses the arguments, `function_failed` after a minute, or what the function throws */
  override async load(
    context?: unknown,
    args: Readonly<Record<string, unknown>> = {},
    options?: ToolCallOptions,
  ): Promise<string> {
    const call = withContext(options, context);
    return callFunction((own) => this.function(args, own), call, FUNCTION_TIMEOUT_MS);
  }
}

/** A resource that is a file below a folder, read at each reading. Needs Node. */
export class FileBasedSkillResource extends BaseSkillResource {
  readonly #directory: string;

  /** @param options `directory` is the folder below which the file `name` must really lie */
  constructor({ directory, ...options }: EntryOptions & { readonly directory: string }) {
    super(options);
    this.#directory = directory;
  }

  /**
   * The text; of a file that is none, its type and size.
   *
   * @throws SkillResourceLoadError when the file is missing, too large, no regular file, or lies elsewhere
   */
  override async load(_context?: unknown, _args?: unknown, { signal }: ToolCallOptions = {}): Promise<string> {
    const limits = { maxBytes: MAX_RESOURCE_BYTES, signal };
    return asText(toContent(this.name, await readContainedFile(this.#directory, this.name, limits)));
  }
}
