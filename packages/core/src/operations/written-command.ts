// A command line that was sent as the name of a script, as instructions write it.

import { splitWords } from "../scripts/split-words.js";

/** What starts a file, with the options that say nothing to the file itself. */
const RUNNER =
  /^(?:python[\d.]*|py|node|bash|sh|zsh|ruby|perl|php|tsx|deno run|bun(?: run)?|uv run(?: --script)?(?: python[\d.]*)?|npx (?:-y )?tsx|source)\s+(?!-)/;

/** Longer ones are no command that anybody wrote, in characters. */
const MAX_COMMAND = 4_096;

/** A script and its arguments, as a command line names them. */
export interface WrittenCommand {
  readonly script: string;
  readonly args: readonly string[];
}

/**
 * Reads `python scripts/x.py report.csv`; `undefined` for what names a file alone.
 *
 * @param hasFile whether the skill has a file that a word may mean
 */
export function readCommand(name: string, hasFile: (path: string) => boolean): WrittenCommand | undefined {
  if (name.length > MAX_COMMAND || !/\s/.test(name.trim())) return undefined;
  const rest = name.trim().replace(RUNNER, "");
  const [script = "", ...args] = splitWords(rest);
  return rest !== name.trim() || hasFile(script) ? { script, args } : undefined;
}
