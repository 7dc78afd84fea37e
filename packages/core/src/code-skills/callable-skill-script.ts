import type { ScriptArguments, SkillFunction } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import { outputOf } from "../operations/run-script.js";
import { checkedFunction } from "../schema/checked-function.js";
import type { InputOf, InputSchema } from "../schema/json-schema.js";
import { CallableScriptExecutor } from "../scripts/callable-executor.js";
import type { EntryOptions } from "./base-skill-resource.js";
import { BaseSkillScript } from "./base-skill-script.js";
import type { RunFunction } from "./definition.js";

/** A script that is a function. */
export class CallableSkillScript<Schema = unknown> extends BaseSkillScript {
  readonly function: SkillFunction;
  readonly functionSchema: InputSchema | undefined;

  constructor({ input, run, ...options }: EntryOptions & RunFunction<Schema>) {
    super(options);
    this.functionSchema = input as InputSchema | undefined;
    this.function = checkedFunction(this.name, this.functionSchema, (value, call) =>
      run(value as InputOf<Schema, ScriptArguments>, call),
    );
  }

  /**
   * @throws SkillError `invalid_input` when the schema refuses the arguments
   * @throws SkillScriptExecutionError when the function throws
   */
  override async run(context?: unknown, args: ScriptArguments = {}, options: ToolCallOptions = {}): Promise<string> {
    const call = { ...options, context: context ?? options.context };
    const executor = new CallableScriptExecutor(() => this.function(args, call));
    return outputOf(await executor.execute({ skillName: "", scriptName: this.name, directory: "", args }, call));
  }
}
