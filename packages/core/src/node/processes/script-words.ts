// The arguments of a script as words that a process can be started with.

import { SkillScriptExecutionError } from "../../base/errors.js";
import type { ScriptArguments } from "../../base/skill.js";
import { toCommandLine } from "../../scripts/arguments.js";

/** The longest word that Linux takes, in bytes. What all together may have depends on the machine, and is told at the start. */
const MAX_LINUX_WORD_BYTES = 131_071;

/**
 * The words of the arguments, refused before anybody is asked about what can never start.
 *
 * @param folder the skill's folder, in place of `$SKILL_DIR` at the beginning of a word; left as it is when absent
 * @throws SkillScriptExecutionError `script_not_started`
 */
export function toWords(args: ScriptArguments | undefined, folder?: string): string[] {
  const words = toCommandLine(args).map((word) => (folder === undefined ? word : inFolder(word, folder)));
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

/** How the skill's folder is named in a word, or behind the `=` of an option: no shell reads the words of a script. */
const SKILL_FOLDER = /^(-{1,2}[\w-]+=)?\$(?:(?:CLAUDE_)?SKILL_DIR|\{(?:CLAUDE_)?SKILL_DIR\})(?=\/|$)/;

function inFolder(word: string, folder: string): string {
  return word.replace(SKILL_FOLDER, (_, option: string | undefined) => `${option ?? ""}${folder}`);
}

function refused(why: string): SkillScriptExecutionError {
  return new SkillScriptExecutionError(`The script's args ${why} and send its path.`, { code: "script_not_started" });
}
