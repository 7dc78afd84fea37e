// Finds the best passage of a skill's instructions for a request.

/** The lines of a skill's instructions that have the most of what a request asks for. */
export interface SkillPassage {
  readonly text: string;
  /** Lines of SKILL.md, from 1, the front matter counted. */
  readonly startLine: number;
  readonly endLine: number;
}

/** A line that is not empty, or a sentence of a long one. */
export interface PassageLine {
  readonly line: number;
  readonly text: string;
}

/** A word of the request, by what it weighs. */
interface WeightedWord {
  readonly weight: number;
}

/** In UTF-16 units. A longer line is a paragraph, of which only sentences are shown. */
const MAX_LINE_LENGTH = 200;

/** Between the sentences of a paragraph. */
const SENTENCE_END = /(?<=[.!?]\s|[。！？；])/;

/** Pieces of what is longer than any sentence, such as a table in one line: it is cut between its words. */
const PIECES = /.{1,400}(?=\s|$)|.{1,400}/gsu;

/** Lines or sentences. */
const MAX_PASSAGE_LENGTH = 3;

/** How much more a longer passage has to have to be better than a shorter one. */
const WORTH_A_LINE = 1.25;

/** The lines of a body, from the line of SKILL.md with which it begins. */
export function splitLines(body: string, firstLine: number): PassageLine[] {
  return body.split("\n").flatMap((text, position) => {
    const isLong = text.length > MAX_LINE_LENGTH;
    const parts = isLong ? text.split(SENTENCE_END).flatMap((sentence) => sentence.match(PIECES) ?? []) : [text];
    return parts.map((part) => ({ line: firstLine + position, text: part.trim() })).filter((part) => part.text !== "");
  });
}

/** Of the runs of lines whose words weigh the most, the first. A longer one has to be a quarter better than the best shorter one. */
export function bestPassage(
  lines: readonly (PassageLine & { readonly words: ReadonlySet<WeightedWord> })[],
): SkillPassage | undefined {
  let best: readonly PassageLine[] = [];
  let most = -1; // a word can weigh 0: one that is found by its bigrams alone is a term of no skill
  for (let length = 1; length <= MAX_PASSAGE_LENGTH; length++) {
    let least = length === 1 ? most : most * WORTH_A_LINE;
    for (let start = 0; start + length <= lines.length; start++) {
      const run = lines.slice(start, start + length);
      const words = new Set(run.flatMap((line) => [...line.words]));
      const weight = [...words].reduce((sum, word) => sum + word.weight, 0);
      if (words.size > 0 && weight > least) [best, most, least] = [run, weight, weight];
    }
  }
  const [first, last] = [best[0], best.at(-1)];
  return first && last && { text: join(best), startLine: first.line, endLine: last.line };
}

function join(run: readonly PassageLine[]): string {
  return run.reduce((joined, { text, line }, position) => {
    if (position === 0) return text;
    return `${joined}${run[position - 1]?.line === line ? " " : "\n"}${text}`;
  }, "");
}
