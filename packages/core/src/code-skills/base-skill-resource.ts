import type { ToolCallOptions } from "../base/tool-call.js";
import type { ResourceInput } from "../sources/memory.js";

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
