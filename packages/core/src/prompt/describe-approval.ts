// The question that a person is asked before a script runs: all that the approval is of, with nothing hidden.

import type { ApprovalRequest } from "../base/approval-request.js";

/** How much of one name or word is shown, in characters. */
const MAX_WORD_LENGTH = 1_000;

/** How much of a command line, of a function's arguments or of the standard input is shown, in characters. */
const MAX_COMMAND_LENGTH = 8_000;

/** How much of the digest is shown: enough to compare two by eye. */
const DIGEST_LENGTH = 16;

/** What a reader cannot see, or takes for a plain space: controls, formats, tags, variation selectors, odd spaces, a blank. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u2800]|(?! )\p{Zs}/gu;

/** What stands without quotes and means itself. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * What would run, a line each: the skill, its source and digest, the script, the command line with every argument, the folder that it
 * runs in, and what it reads from its standard input. What is
 * not plain stands in quotes as JSON has them, hidden characters as their escapes; what is too long is cut, and says so.
 */
export function describeApproval(request: ApprovalRequest): string {
  const { skillName, scriptName, source, trusted, digest, commandLine, args, workFolder, stdin } = request;
  const command = commandLine
    ? `command: ${joinWords(commandLine)}`
    : `function, with the arguments: ${json(args ?? {})}`;
  return [
    `skill: ${quoteWord(skillName)}`,
    `source: ${quoteWord(source)} (${trusted ? "trusted" : "not trusted"})`,
    `digest: sha256 ${digest.slice(0, DIGEST_LENGTH)}`,
    `script: ${quoteWord(scriptName)}`,
    command,
    ...(workFolder === undefined ? [] : [`work folder: ${quoteWord(workFolder)}`]),
    ...(stdin === undefined ? [] : [`standard input: ${json(stdin)}`]),
  ].join("\n");
}

function json(value: unknown): string {
  return cut(escapeHidden(JSON.stringify(value)), MAX_COMMAND_LENGTH);
}

function joinWords(words: readonly string[]): string {
  let line = "";
  for (const [index, word] of words.entries()) {
    const next = `${line}${line && " "}${quoteWord(word)}`;
    if (index > 0 && next.length > MAX_COMMAND_LENGTH) {
      const length = words.join(" ").length;
      return `${line} … (${words.length - index} more of ${words.length} words are not shown; all have ${length} characters)`;
    }
    line = next;
  }
  return line;
}

function quoteWord(word: string): string {
  return PLAIN.test(word) && word.length <= MAX_WORD_LENGTH ? word : quoteCut(word);
}

function quoteCut(word: string): string {
  const shown = escapeHidden(JSON.stringify(word.slice(0, MAX_WORD_LENGTH)));
  return word.length <= MAX_WORD_LENGTH
    ? shown
    : `${shown}… (the first ${MAX_WORD_LENGTH} of ${word.length} characters)`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (the first ${length} of ${text.length} characters)`;
}

function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
