// What to send in place of a command line.

import { SkillScriptNotFoundError } from "../base/errors.js";
import type { SkillEntry } from "../base/skill.js";
import { MAX_MESSAGE, MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";
import type { WrittenCommand } from "./written-command.js";

/** Whether there is more than the file, which would be lost. */
export function saysMore({ args, undone }: WrittenCommand): boolean {
  return args.length + undone.options.length + undone.variables.length + undone.forShell.length > 0;
}

/** The error for a line that says more than the file. */
export function wholeCommand(
  name: string,
  { name: script }: SkillEntry,
  command: WrittenCommand,
): SkillScriptNotFoundError {
  const call = JSON.stringify({ script_name: shownLine(script, MAX_SHOWN_PATH), args: command.args });
  const sentences = [
    "It is a command line",
    ...sentencesOf(command),
    `Send the file and its arguments apart, as in ${shownLine(call, MAX_MESSAGE)}`,
  ];
  return new SkillScriptNotFoundError(name, { available: [script], advice: `${sentences.join(". ")}.` });
}

/** What of the line is not done. */
function sentencesOf({ undone: { options, variables, forShell } }: WrittenCommand): readonly string[] {
  const shown = (texts: readonly string[]) => texts.map((text) => `\`${shownLine(text, MAX_SHOWN_PATH)}\``).join(", ");
  return [
    ...(options.length > 0 ? [`${shown(options)} is not done here: a call runs the file itself`] : []),
    ...(variables.length > 0
      ? [`A call sets no variables (${shown(variables)}): the program does that loads the skills (env of its executor)`]
      : []),
    ...(forShell.length > 0
      ? [`No shell reads it: leave out ${shown(forShell)}. The answer has what is printed, and stdin is what is read`]
      : []),
  ];
}
