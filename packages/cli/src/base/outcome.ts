// What every command returns: exit code, data for programs, text for people.

import type { ExitCode } from "./exit-codes.js";
import type { Page } from "./page.js";

/** What a command came to. Nothing is written before; `run` alone shows a script's output while it runs. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** What `--json` prints. */
  readonly data: unknown;
  /** What is printed without it, on stdout. Nothing when it is empty. */
  readonly text: (page: Page) => string | Promise<string>;
  /** What a person should know besides, on stderr, a line each. */
  readonly notes?: readonly string[] | undefined;
}
