// An error for the person at the terminal: message, exit code, and what to do.

import type { ExitCode } from "./exit-codes.js";

/** What ends a command with a message for its user. `fix` says what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly fix: string | undefined;

  constructor(message: string, exitCode: ExitCode, { code, fix }: { code: string; fix?: string | undefined }) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.fix = fix;
  }
}
