// In which folder a script runs, and what it reads: from the options of `skillplug run`.

import { readFile, stat } from "node:fs/promises";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import type { Terminal } from "../base/terminal.js";

/** More than core takes, so that core says what is too much. In bytes. */
const MAX_INPUT_BYTES = 8_000_000;

/** @throws CliError when there is no such folder */
export async function folderOf(cwd: string | undefined): Promise<string> {
  if (cwd === undefined) return process.cwd();
  const status = await stat(cwd).catch(() => undefined);
  if (status?.isDirectory()) return cwd;
  throw new CliError(`--cwd ${cwd} is no folder.`, EXIT.usage, { code: "invalid_option" });
}

/** @throws CliError for a file that cannot be read, and where nothing is piped in */
export async function inputOf(
  file: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text =
    file === "-" ? await terminal.input(signal, MAX_INPUT_BYTES) : await readFile(file, "utf8").catch(unreadable);
  if (text !== undefined) return text;
  const fix = "Pipe something in, as in `cat data.json | skillplug run … --stdin -`, or name a file.";
  throw new CliError("--stdin - reads what is piped in, and here is a terminal.", EXIT.usage, {
    code: "invalid_option",
    fix,
  });
}

function unreadable(error: unknown): never {
  throw new CliError(`--stdin: ${error instanceof Error ? error.message : error}`, EXIT.usage, {
    code: "invalid_option",
  });
}
