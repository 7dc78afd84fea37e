// The terms by which a word of a request is looked up.

import type { European } from "../language/european.js";
import type { SkillTokenizer, WordLanguage } from "../language/tokenizer.js";
import { fold } from "../language/words.js";

/** The words of a run, each by its terms in the languages in which it is looked up: a skill that has any of them has the word. */
export type FormsOf = (run: string) => readonly (readonly string[])[];

/** In UTF-16 units. */
const MIN_LOAN_STEM = 4;

/**
 * Stems in English, in the languages of the skills and in that of the request.
 *
 * @param own the language of the request, where its words show one that is not English
 */
export function createWordForms(
  tokenizer: SkillTokenizer,
  own: European | undefined,
  ofSkills: readonly WordLanguage[],
): FormsOf {
  return (run) => {
    const terms = tokenizer.termsOf(undefined, run);
    if (terms.length !== 1 || (ofSkills.length === 0 && !own)) return terms.map((term) => [term]);
    const forms = new Set(terms);
    for (const language of ofSkills) {
      for (const form of tokenizer.termsOf(language, run)) if (language === own || isLoan(form, run)) forms.add(form);
    }
    // What looks alike in both languages, such as "configurar" and "configure", meets in the stem.
    if (own) for (const form of tokenizer.termsOf(own, run)) forms.add(withoutLanguage(form));
    return [[...forms]];
  };
}

/** Whether a word of one language may be meant by a stem of another: short stems are alike by chance, such as that of "comes". */
function isLoan(form: string, run: string): boolean {
  const stem = withoutLanguage(form);
  return stem.length >= MIN_LOAN_STEM || stem === fold(run);
}

function withoutLanguage(term: string): string {
  return term.slice(term.indexOf(" ") + 1);
}
