import { localExecutor } from "#platform";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import { outputOf } from "../operations/run-script.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import type { EntryOptions } from "./base-skill-resource.js";
import { BaseSkillScript } from "./base-skill-script.js";

/** A script that is a file below a folder, run as the program's own: its skill is trusted. */
export class FileBasedSkillScript extends BaseSkillScript {
  readonly #directory: string;
  readonly #executor: ScriptExecutor;

  /**
   * @param options `directory` is the absolute path of the folder in which the file `name` lies and runs; `executor` is
   *   {@link localExecutor} by default
   */
  constructor(options: EntryOptions & { readonly directory: string; readonly executor?: ScriptExecutor | undefined }) {
    super(options);
    this.#directory = options.directory;
    this.#executor = options.executor ?? localExecutor();
  }

  /** @throws SkillScriptExecutionError when it fails, with its exit code and what it printed */
  override async run(context?: unknown, args?: ScriptArguments, options: ToolCallOptions = {}): Promise<string> {
    const request = { skillName: "", scriptName: this.name, directory: this.#directory, args };
    return outputOf(await this.#executor.execute(request, { ...options, context: context ?? options.context }));
  }
}
