// What a person or a policy decides about: one run of one script.

import type { ScriptArguments } from "./script-arguments.js";

/** What a person or a policy decides about: one run of one script. A yes is of exactly this, and of nothing that it becomes later. */
export interface ApprovalRequest {
  readonly skillName: string;
  /** The path inside the skill's folder. */
  readonly scriptName: string;
  /** A frozen copy: what the caller does to its own arguments from now on changes nothing that runs. */
  readonly args?: ScriptArguments | undefined;
  /** Whether the skill's scripts would run without approval by default: its source is trusted, and it was not handed on by an untrusted one. */
  readonly trusted: boolean;
  /** The id of the skill's source, such as the path of its folder. */
  readonly source: string;
  /**
   * SHA-256 of the skill's whole tree in hexadecimal: the paths, sizes and contents of its files, whether they may be executed,
   * where its symlinks lead, and the names of its functions.
   */
  readonly digest: string;
  /**
   * The words of the command that will run: interpreter, options, the script by its path inside the skill's folder, arguments.
   * `undefined` for a function, and where the executor does not tell.
   */
  readonly commandLine?: readonly string[] | undefined;
  /** The folder in which it runs: an absolute path. `undefined` for a function of the program. */
  readonly workFolder?: string | undefined;
  /** What it reads from its standard input; `undefined` where that is empty. */
  readonly stdin?: string | undefined;
  /** The framework's run context. */
  readonly context?: unknown;
}
