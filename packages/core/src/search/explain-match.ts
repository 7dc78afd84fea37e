import { FIELDS, type Field } from "./term-index.js";

/** The words of a request that a field of a skill has, in the order of the request. */
export interface SkillMatch {
  readonly field: Field;
  /** As the request has them, in lower case and without accents; also those whose stem or translation the skill has. */
  readonly words: readonly string[];
}

/** The lines of a skill's instructions that have the most of what a request asks for. */
export interface SkillPassage {
  readonly text: string;
  /** Lines of SKILL.md, from 1, the front matter counted. */
  readonly startLine: number;
  readonly endLine: number;
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
  /** The terms of the word and of its translations. */
  readonly terms: ReadonlySet<string>;
  readonly weight: number;
}

/** A skill's texts. */
export interface ExplainedSkill extends Readonly<Record<Field, string>> {
  /** The line of SKILL.md with which the body begins, from 1. */
  readonly bodyLine: number;
}

/** A line, or a sentence of a long one, with the words of the request that it has. */
interface Unit {
  readonly line: number;
  readonly text: string;
  readonly words: ReadonlySet<SoughtWord>;
}

/** In UTF-16 units. A longer line is a paragraph, of which only sentences are shown. */
const MAX_LINE_LENGTH = 200;

/** Lines or sentences. */
const MAX_PASSAGE_LENGTH = 3;

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
  const byTerm = new Map<string, SoughtWord[]>();
  for (const word of sought) {
    for (const term of word.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), word]);
  }
  const wordsOf = (text: string) => new Set(tokenize(text).flatMap((term) => byTerm.get(term) ?? []));
  const units = unitsOf(skill).map((unit) => ({ ...unit, words: wordsOf(unit.text) }));
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

function unitsOf({ body, bodyLine }: ExplainedSkill): Omit<Unit, "words">[] {
  return body.split("\n").flatMap((text, position) => {
    const parts = text.length > MAX_LINE_LENGTH ? text.split(/(?<=[.!?]\s|[。！？；])/) : [text];
    return parts.map((part) => ({ line: bodyLine + position, text: part.trim() })).filter((unit) => unit.text !== "");
  });
}

/** Of the runs of lines whose words weigh the most, the shortest and then the first. */
function bestPassage(units: readonly Unit[]): SkillPassage | undefined {
  let best: readonly Unit[] = [];
  let most = -1; // a word can weigh 0: what is found by its characters alone is no word of any skill
  for (let length = 1; length <= MAX_PASSAGE_LENGTH; length++) {
    for (let start = 0; start + length <= units.length; start++) {
      const run = units.slice(start, start + length);
      const weight = weightOf(run);
      if (weight > most && run.some(({ words }) => words.size > 0)) [best, most] = [run, weight];
    }
  }
  const [first, last] = [best[0], best.at(-1)];
  if (!first || !last) return undefined;
  return { text: joinUnits(best), startLine: first.line, endLine: last.line };
}

function weightOf(run: readonly Unit[]): number {
  return [...new Set(run.flatMap(({ words }) => [...words]))].reduce((sum, { weight }) => sum + weight, 0);
}

function joinUnits(run: readonly Unit[]): string {
  return run.reduce((joined, { text, line }, position) => {
    if (position === 0) return text;
    return `${joined}${run[position - 1]?.line === line ? " " : "\n"}${text}`;
  }, "");
}
