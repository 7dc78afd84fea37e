// The text of a script's output, or of its failure, as an answer within its bound.

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
  /** The text as a program gets it: without what cannot be seen, and within a bound. */
  output(text: string): string;
}

/** @param kept where long texts are kept to be read on; `undefined` where no tool could read them */
export function createScriptAnswers(kept: KeptAnswers | undefined): ScriptAnswers {
  const fit = (visible: string, most: number) => {
    if (visible.length <= most) return visible;
    const name = kept?.keep(visible);
    const how = (from: number) =>
      name === undefined
        ? ""
        : `; to read on, call read_skill_resource with the same skill_name, resource_name "${name}" and offset ${from}`;
    const between = (leftOut: number, from: number) =>
      `\n[… ${leftOut} of ${visible.length} characters left out${how(from)} …]\n`;
    return headAndTail(visible, most, between);
  };
  return {
    answer: (text) => fit(escapeOwnTags(output(text)), MAX_SCRIPT_ANSWER),
    report(result) {
      const visible = (text: string) => escapeOwnTags(output(text).trim());
      const [stdout, stderr] = [visible(result.stdout), visible(result.stderr)];
      const lead = result.exitCode === 0 ? "" : `Script exited with code ${result.exitCode}, and printed:\n`;
      const notes = notesOf(result)
        .map((note) => `\n\n${note}`)
        .join("");
      const room = MAX_SCRIPT_ANSWER - lead.length - notes.length;
      if (stderr === "") return `${lead}${fit(stdout || NOTHING, room)}${notes}`;
      const label = stdout === "" ? `${NOTHING}\nstderr:\n` : "\n\nstderr:\n";
      const errors = fit(stderr, Math.max(MAX_STDERR, room - label.length - stdout.length));
      return `${lead}${fit(stdout, room - label.length - errors.length)}${label}${errors}${notes}`;
    },
    output,
  };
}

const NOTHING = "The script succeeded and printed nothing.";

/** How much of stderr is told in any case beside a long output, in characters. */
const MAX_STDERR = 10_000;

/** What stands before a failure is part of the answer. */
const MAX_SCRIPT_ANSWER = MAX_ANSWER - "Error: ".length;

/** Only so much is ever kept, and only that is cleaned: a function can return any amount. */
function output(text: string): string {
  return cleanText(headAndTail(text, MAX_KEPT_ANSWER, (leftOut) => `\n[… ${leftOut} characters left out …]\n`)).text;
}
