// The text of a script's output, or of its failure, as an answer within its bound.

import type { AnswerBudget } from "../prompt/answer-budget.js";
import type { ScriptResult } from "../scripts/executor.js";
import { cleanText } from "../text/clean-text.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_ANSWER, MAX_KEPT_ANSWER } from "../text/limits.js";
import { headAndTail, type KeptAnswers } from "./kept-answers.js";
import { notesOf } from "./run-notes.js";

/** Makes answers of texts that scripts and functions wrote. */
export interface ScriptAnswers {
  /** What a model is told of the text: all of it, or its beginning, its end and how to read the rest. */
  answer(text: string): string;
  /** What a model is told of a script that came to its end. */
  report(result: ScriptResult): string;
  /** The text as a program gets it: without what cannot be seen, and no longer than an answer, beside which it may be sent. */
  output(text: string): string;
}

/**
 * @param kept where long texts are kept to be read on; `undefined` where no tool could read them
 * @param budget what an answer may cost
 */
export function createScriptAnswers(kept: KeptAnswers | undefined, budget: AnswerBudget): ScriptAnswers {
  const visible = (text: string) => escapeOwnTags(clean(text));
  return {
    answer(text) {
      const { shorten } = shortener(visible(text), kept);
      return budget.fit((most) => ({ text: shorten(most) }), MAX_SCRIPT_ANSWER).text;
    },
    report(result) {
      const [stdout, stderr] = [visible(result.stdout).trim(), visible(result.stderr).trim()];
      const lead = result.exitCode === 0 ? "" : `Script exited with code ${result.exitCode}, and printed:\n`;
      const notesWithin = (most: number) =>
        notesOf(result, most)
          .map((note) => `\n\n${note}`)
          .join("");
      const [printed, errors] = [shortener(stdout || NOTHING, kept), shortener(stderr, kept)];
      const write = (most: number): string => {
        const notes = notesWithin(Math.floor(most * NOTES_SHARE));
        const room = most - lead.length - notes.length;
        if (stderr === "") return `${lead}${printed.shorten(room)}${notes}`;
        const label = stdout === "" ? `${NOTHING}\nstderr:\n` : "\n\nstderr:\n";
        const left = room - label.length;
        const told = errors.shorten(Math.max(Math.floor(most * STDERR_SHARE), left - stdout.length));
        return `${lead}${stdout && printed.shorten(left - told.length)}${label}${told}${notes}`;
      };
      return budget.fit((most) => ({ text: write(most) }), MAX_SCRIPT_ANSWER).text;
    },
    output: (text) => headAndTail(clean(text), MAX_ANSWER, leftOutOf),
  };
}

/** Cuts a text in its middle. What is cut is kept once, however often it is cut anew. */
function shortener(text: string, kept: KeptAnswers | undefined) {
  let name: string | undefined;
  const between = (leftOut: number, from: number): string => {
    name ??= kept?.keep(text);
    const how =
      name === undefined
        ? ""
        : `; to read on, call read_skill_resource with the same skill_name, resource_name "${name}" and offset ${from}`;
    return `\n[… ${leftOut} of ${text.length} characters left out${how} …]\n`;
  };
  return { shorten: (most: number) => headAndTail(text, Math.max(most, LEAST), between) };
}

/** No output is cut further beside what else stands in an answer, in characters. */
const LEAST = 400;

const NOTHING = "The script succeeded and printed nothing.";

/** Which part of an answer stderr may have in any case beside a long output. */
const STDERR_SHARE = 0.2;

/** Which part of an answer what is told besides the output may have. */
const NOTES_SHARE = 0.5;

/** What stands before a failure is part of the answer. */
const MAX_SCRIPT_ANSWER = MAX_ANSWER - "Error: ".length;

/** Only so much is ever kept, and only that is cleaned: a function can return any amount. */
function clean(text: string): string {
  return cleanText(headAndTail(text, MAX_KEPT_ANSWER, leftOutOf)).text;
}

function leftOutOf(leftOut: number): string {
  return `\n[… ${leftOut} characters left out …]\n`;
}
