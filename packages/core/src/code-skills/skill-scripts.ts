// Scripts as objects: the class to extend, and those for functions and files.

import { absoluteFolder, localExecutor } from "#platform";
import type { ScriptArguments, SkillFunction } from "../base/skill.js";
import { type ToolCallOptions, withContext } from "../base/tool.js";
import { checkedFunction } from "../schema/checked-function.js";
import type { InputOf, InputSchema } from "../schema/json-schema.js";
import { CallableScriptExecutor } from "../scripts/callable-executor.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import { declareOwnLimits } from "../scripts/own-limits.js";
import { outputOf } from "../scripts/script-result.js";
import type { ScriptInput } from "../sources/memory.js";
import type { RunFunction } from "./definition.js";
import type { EntryOptions } from "./skill-resources.js";

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
  override async run(context?: unknown, args: ScriptArguments = {}, options?: ToolCallOptions): Promise<string> {
    const call = withContext(options, context);
    const executor = new CallableScriptExecutor((_, own) => this.function(args, own));
    return outputOf(await executor.execute({ skillName: "", scriptName: this.name, args }, call));
  }
}

/** A script that is a file below a folder, run as the program's own: its skill is trusted. */
export class FileBasedSkillScript extends BaseSkillScript {
  readonly #directory: string;
  readonly #executor: ScriptExecutor;

  /**
   * @param options `directory` is the absolute path of the folder in which the file `name` lies, and runs where the call names no
   *   work folder; `executor` is {@link localExecutor} by default
   */
  constructor(options: EntryOptions & { readonly directory: string; readonly executor?: ScriptExecutor | undefined }) {
    super(options);
    this.#directory = options.directory;
    this.#executor = options.executor ?? localExecutor();
  }

  /** @throws SkillScriptExecutionError when it fails, with its exit code and what it printed */
  override async run(context?: unknown, args?: ScriptArguments, options?: ToolCallOptions): Promise<string> {
    const { stdin, workFolder } = options ?? {};
    const request = {
      ...{ skillName: "", scriptName: this.name, directory: this.#directory, args, stdin },
      ...(workFolder !== undefined && { workFolder: await absoluteFolder(workFolder) }),
    };
    return outputOf(await this.#executor.execute(request, withContext(options, context)));
  }
}
declareOwnLimits(FileBasedSkillScript.prototype.run);
