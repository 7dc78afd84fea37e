import type { SkillFunction } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import { checkedFunction } from "../schema/checked-function.js";
import type { InputOf, InputSchema } from "../schema/json-schema.js";
import { callFunction } from "../scripts/call-function.js";
import { BaseSkillResource, type EntryOptions } from "./base-skill-resource.js";
import type { ReadFunction } from "./definition.js";

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

  /** @throws SkillError `invalid_input` when the schema refuses the arguments, or what the function throws */
  override async load(
    context?: unknown,
    args: Readonly<Record<string, unknown>> = {},
    options: ToolCallOptions = {},
  ): Promise<string> {
    return callFunction(() => this.function(args, { ...options, context: context ?? options.context }), options);
  }
}
