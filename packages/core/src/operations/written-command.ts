// A command line that was sent as the name of a script, as instructions write it.

import { splitWords } from "../scripts/split-words.js";

/** What starts a file. */
const RUNNER =
  /^(?:python[\d.]*|py|node|bash|sh|zsh|ruby|perl|php|tsx|deno run|bun(?: run)?|uv run(?: python[\d.]*)?|npx (?:-y )?tsx|source)\s+/;

/** Options behind which no file follows, but a module or code. */
const NO_FILE = new Set(["-m", "-c"]);

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
  const words = splitWords(rest);
  const at = words[0]?.startsWith("-") ? behindOptions(words, hasFile) : 0;
  const [script, ...args] = words.slice(at);
  if (at < 0 || script === undefined) return undefined;
  return rest !== name.trim() || hasFile(script) ? { script, args } : undefined;
}

/** Where the file stands behind options of what starts it, which can have values: -1 where none can be told. */
function behindOptions(words: readonly string[], hasFile: (path: string) => boolean): number {
  const at = words.findIndex(hasFile);
  return words.slice(0, at).some((word) => NO_FILE.has(word)) ? -1 : at;
}
