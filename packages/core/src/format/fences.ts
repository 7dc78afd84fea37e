// Splits a SKILL.md at the fences of its front matter. Nothing is parsed here.

import { SkillValidationError } from "../base/errors.js";

/** How long a front matter may be, in characters; the longest of 9,771 public skills has 4,276. */
const MAX_FRONT_MATTER_LENGTH = 32 * 1024;

const OPENING = /^---([^\r\n]*)(?:\r?\n|$)/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;

/** The two parts of a SKILL.md. */
export interface FencedText {
  /** What stands between the two fences. */
  readonly yaml: string;
  /** Everything after the line of the closing fence, byte for byte. */
  readonly content: string;
}

/**
 * Splits the text of a SKILL.md.
 *
 * @throws SkillValidationError with the reason, when no front matter opens or closes as it must
 */
export function splitAtFences(file: string): FencedText {
  const text = file.startsWith("\uFEFF") ? file.slice(1) : file;
  const opening = OPENING.exec(text);
  if (!opening) throw missingFence(text);
  const language = opening[1]?.trim();
  if (language) {
    throw new SkillValidationError(
      `The front matter opens with "---${language}", but only plain YAML is read. Open it with a line that is exactly "---".`,
      { reason: "front-matter-language", line: 1 },
    );
  }
  const start = opening[0].length;
  const closing = CLOSING.exec(text.slice(start));
  if (!closing || closing.index > MAX_FRONT_MATTER_LENGTH) {
    const problem = closing
      ? `is longer than ${MAX_FRONT_MATTER_LENGTH} characters. Shorten it, or end it earlier`
      : "is not closed. End it, before the instructions,";
    throw new SkillValidationError(`The front matter ${problem} with a line that is exactly "---".`, {
      reason: "front-matter-unclosed",
      line: 1,
    });
  }
  const yaml = text.slice(start, start + closing.index);
  if (/^---/m.test(yaml)) {
    throw new SkillValidationError(
      'A line of the front matter begins with "---" but has more on it. Close it with a line that is exactly "---".',
      {
        reason: "front-matter-unclosed",
        line: 1,
      },
    );
  }
  if (yaml.includes("\0")) {
    throw new SkillValidationError("The front matter contains a NUL character. Save the file as UTF-8 text.", {
      reason: "encoding",
      line: 1,
    });
  }
  return { yaml, content: text.slice(start + closing.index + closing[0].length) };
}

function missingFence(text: string): SkillValidationError {
  const blankLines = /^\s*\n(?=---)/.exec(text);
  const hint = blankLines
    ? "Remove the blank lines before it."
    : 'Begin with "---", then name and description, then "---" again.';
  return new SkillValidationError(
    text.trim() === ""
      ? "The file is empty. A SKILL.md begins with YAML front matter."
      : `The file must start with YAML front matter on its first line. ${hint}`,
    { reason: "front-matter-missing", line: 1 },
  );
}
