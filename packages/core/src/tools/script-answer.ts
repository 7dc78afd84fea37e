// The text of a script's output, or of its failure, as an answer within its bound.

import { cleanText } from "../text/clean-text.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_ANSWER, MAX_KEPT_ANSWER } from "../text/limits.js";
import { headAndTail, type KeptAnswers } from "./kept-answers.js";

/** Makes answers of texts that scripts and functions wrote. */
export interface ScriptAnswers {
  /** What a model is told of the text: all of it, or its beginning, its end and how to read the rest. */
  answer(text: string): string;
  /** The text as a program gets it: without what cannot be seen, and within a bound. */
  output(text: string): string;
}

/** @param kept where long texts are kept to be read on; `undefined` where no tool could read them */
export function createScriptAnswers(kept: KeptAnswers | undefined): ScriptAnswers {
  return {
    answer(text) {
      const visible = escapeOwnTags(output(text));
      if (visible.length <= MAX_SCRIPT_ANSWER) return visible;
      const name = kept?.keep(visible);
      const how = (from: number) =>
        name === undefined
          ? ""
          : `; to read on, call read_skill_resource with the same skill_name, resource_name "${name}" and offset ${from}`;
      const between = (leftOut: number, from: number) =>
        `\n[… ${leftOut} of ${visible.length} characters left out${how(from)} …]\n`;
      return headAndTail(visible, MAX_SCRIPT_ANSWER, between);
    },
    output,
  };
}

/** What stands before a failure is part of the answer. */
const MAX_SCRIPT_ANSWER = MAX_ANSWER - "Error: ".length;

/** Only so much is ever kept, and only that is cleaned: a function can return any amount. */
function output(text: string): string {
  return cleanText(headAndTail(text, MAX_KEPT_ANSWER, (leftOut) => `\n[… ${leftOut} characters left out …]\n`)).text;
}
