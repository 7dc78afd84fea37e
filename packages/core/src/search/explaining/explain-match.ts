// Explains a hit: the words of the request that each field has, and the best passage.

import { FIELDS, type Field } from "../ranking/term-index.js";
import { bestPassage, type SkillPassage, splitLines } from "./passage.js";

/** The words of a request that a field of a skill has, in the order of the request. */
export interface SkillMatch {
  readonly field: Field;
  /**
   * As the request has them, in lower case and without accents; also those whose stem or translation the skill has. Behind a word
   * that no skill has stand those that it is taken for: `spredsheet → spreadsheet`.
   */
  readonly words: readonly string[];
}

/** Why a skill was found. */
export interface SkillExplanation {
  /** The fields that have a word of the request: name, description, body. */
  readonly matches: readonly SkillMatch[];
  /** Absent where only the name or the description has a word of the request. */
  readonly passage?: SkillPassage | undefined;
}

/** A word of a request, and what it is found by. */
export interface SoughtWord {
  readonly word: string;
  /** Each term of the word, and the terms of each of its translations: a text that has all of one list has the word. */
  readonly ways: readonly (readonly string[])[];
  readonly weight: number;
}

/** A skill's texts. */
export interface ExplainedSkill extends Readonly<Record<Field, string>> {
  /** The line of SKILL.md with which the body begins, from 1. */
  readonly bodyLine: number;
}

/**
 * Tells which words of a request a skill has, in which fields, and the passage that has the most of them, the rare ones first.
 *
 * @param tokenize gives the terms of a text
 */
export function explainMatch(
  skill: ExplainedSkill,
  sought: readonly SoughtWord[],
  tokenize: (text: string) => readonly string[],
): SkillExplanation {
  const byFirstTerm = new Map<string, { readonly word: SoughtWord; readonly way: readonly string[] }[]>();
  for (const word of sought) {
    for (const way of word.ways) {
      const [first = ""] = way;
      byFirstTerm.set(first, [...(byFirstTerm.get(first) ?? []), { word, way }]);
    }
  }
  const wordsOf = (text: string): ReadonlySet<SoughtWord> => {
    const terms = new Set(tokenize(text));
    const begun = [...terms].flatMap((term) => byFirstTerm.get(term) ?? []);
    return new Set(begun.filter(({ way }) => way.every((term) => terms.has(term))).map(({ word }) => word));
  };
  const units = splitLines(skill.body, skill.bodyLine).map((unit) => ({ ...unit, words: wordsOf(unit.text) }));
  const found: Readonly<Record<Field, ReadonlySet<SoughtWord>>> = {
    name: wordsOf(skill.name),
    description: wordsOf(skill.description),
    body: new Set(units.flatMap(({ words }) => [...words])),
  };
  const matches = FIELDS.map((field) => ({
    field,
    words: sought.filter((word) => found[field].has(word)).map(({ word }) => word),
  }));
  return { matches: matches.filter(({ words }) => words.length > 0), passage: bestPassage(units) };
}
