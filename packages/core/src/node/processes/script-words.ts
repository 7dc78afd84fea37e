// The arguments of a script as words that a process can be started with.

import { SkillScriptExecutionError } from "../../base/errors.js";
import type { ScriptArguments } from "../../base/skill.js";
import { toCommandLine } from "../../scripts/arguments.js";

/** The longest word that Linux takes, in bytes. What all together may have depends on the machine, and is told at the start. */
const MAX_LINUX_WORD_BYTES = 131_071;

/**
 * The words of the arguments, refused before anybody is asked about what can never start.
 *
 * @throws SkillScriptExecutionError `script_not_started`
 */
export function toWords(args: ScriptArguments | undefined): string[] {
  const words = toCommandLine(args);
  for (const word of words) {
    if (word.includes("\0"))
      throw refused("hold a NUL character, which no command line can. Leave it out, or write the data into a file");
    if (process.platform === "linux" && Buffer.byteLength(word) > MAX_LINUX_WORD_BYTES)
      throw refused(
        `hold a word of more than ${MAX_LINUX_WORD_BYTES.toLocaleString("en")} bytes, the most that a command line takes. Write the data into a file`,
      );
  }
  return words;
}

function refused(why: string): SkillScriptExecutionError {
  return new SkillScriptExecutionError(`The script's args ${why} and send its path.`, { code: "script_not_started" });
}
