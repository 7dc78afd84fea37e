// Takes a line for a shell apart: the commands in it, and what only a shell does. Libraries for that read the placeholders of
// instructions, such as `<name>`, as redirections.

import { splitRawWords, unquoteWord } from "./split-words.js";

/** A line for a shell. */
export interface ShellLine {
  /** The words of each command, without quotes. */
  readonly commands: readonly (readonly string[])[];
  /** What is written beside the words of the commands: redirections and comments. */
  readonly forShell: readonly string[];
}

/** What stands between two commands, or behind the last. */
const OPERATOR = /^(?:&&?|\|\|?|\|&|;)$/;

/** `>`, `2>&1`, `>>out.txt`, `<`, `<in.txt`; no placeholder such as `<name>`. */
const REDIRECTION = /^(?:\d?>|&>|<(?![^<>]*>$))/;

/** One behind which the file's name is a word of its own. */
const OPEN_REDIRECTION = /^(?:\d?>>?|&>|<{1,3})$/;

/** Reads quotes and backslashes, and no more of a shell's language than instructions use in one line. */
export function readShellLine(line: string): ShellLine {
  const commands: string[][] = [[]];
  const forShell: string[] = [];
  const words = splitRawWords(line);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word.startsWith("#")) {
      forShell.push(words.slice(at).join(" "));
      break;
    }
    if (OPERATOR.test(word)) commands.push([]);
    else if (REDIRECTION.test(word)) {
      const target = OPEN_REDIRECTION.test(word) ? words[++at] : undefined;
      forShell.push([word, ...(target === undefined ? [] : [target])].join(" "));
    } else if (/[^\\];$/.test(word)) {
      commands.at(-1)?.push(unquoteWord(word.slice(0, -1)));
      commands.push([]);
    } else commands.at(-1)?.push(unquoteWord(word));
  }
  return { commands: commands.filter((command) => command.length > 0), forShell };
}
