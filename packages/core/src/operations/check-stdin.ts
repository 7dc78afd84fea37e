// What a script may be given on its standard input.

import { SkillError } from "../base/errors.js";

/** In characters: as much as the input of a tool call may have. */
const MAX_STDIN = 1_000_000;

/** @throws SkillError `invalid_input` for what is no text, and for one of more than 1,000,000 characters */
export function checkStdin(stdin: unknown): string | undefined {
  if (stdin === undefined) return undefined;
  if (typeof stdin !== "string")
    throw refused(`is of type ${stdin === null ? "null" : typeof stdin}, and must be a text`);
  if (stdin.length <= MAX_STDIN) return stdin;
  throw refused(
    `has ${stdin.length} characters, and at most ${MAX_STDIN} are taken. Write the data into a file and send its path`,
  );
}

function refused(why: string): SkillError {
  return new SkillError("invalid_input", `The script's stdin ${why}.`);
}
