import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import type { ScriptInput } from "../sources/memory.js";
import type { EntryOptions } from "./base-skill-resource.js";

/** A script of your own kind: extend it with what {@link BaseSkillScript.run} does. */
export abstract class BaseSkillScript implements ScriptInput {
  readonly name: string;
  readonly description: string | undefined;

  constructor({ name, description }: EntryOptions) {
    this.name = name;
    this.description = description;
  }

  /**
   * @param context the run context
   * @param args what the model sent
   * @returns what the script printed
   */
  abstract run(context?: unknown, args?: ScriptArguments, options?: ToolCallOptions): Promise<string>;
}
