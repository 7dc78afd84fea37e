import { loadMatter } from "#matter";
import { SkillValidationError } from "../base/errors.js";
import type { FrontMatter } from "../base/skill.js";
import { removeUnprintable } from "./clean-text.js";
import { parsePlainYaml } from "./plain-yaml.js";
import { parseYaml, type YamlRepair } from "./yaml.js";

/** How long a front matter may be, in characters; the longest of 9,771 public skills has 4,276. */
const MAX_FRONT_MATTER_LENGTH = 32 * 1024;

/** A text taken apart at its front matter. */
export interface FrontMatterDocument {
  readonly data: FrontMatter;
  /** Everything after the line of the closing fence, byte for byte. */
  readonly content: string;
  /** Values that were read although they are not valid YAML; lines count from the start of the text. */
  readonly repairs: readonly YamlRepair[];
  /** How many characters that YAML does not allow were left out before it was read. */
  readonly removed: number;
}

/** Turns a block with its fences into data by way of the YAML parser, which it hands all that stands between the two `---`. */
export type Matter = (block: string, parse: (yaml: string) => FrontMatter) => FrontMatter;

/**
 * Reads the YAML front matter of a SKILL.md. Never runs code: other languages than YAML are refused.
 *
 * @throws SkillValidationError with a reason and, where it helps, a line
 */
export async function parseFrontMatter(text: string): Promise<FrontMatterDocument> {
  const { yaml, content } = splitAtFences(text);
  const data = parsePlainYaml(yaml);
  return data ? { data, content, repairs: [], removed: 0 } : parseFrontMatterWith(await loadMatter(), text);
}

/** {@link parseFrontMatter} by the library alone. */
export function parseFrontMatterWith(matter: Matter, text: string): FrontMatterDocument {
  const { yaml, content } = splitAtFences(text);
  const printable = removeUnprintable(yaml);
  let repairs: readonly YamlRepair[] = [];
  const data = matter(`---\n${printable.text}\n---\n`, (source) => {
    const parsed = parseYaml(source);
    repairs = parsed.repairs;
    return parsed.data;
  });
  return { data, content, repairs, removed: printable.removed };
}

const OPENING = /^---([^\r\n]*)(?:\r?\n|$)/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;

function splitAtFences(file: string): { yaml: string; content: string } {
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
    throw new SkillValidationError(
      `The front matter is not closed within ${MAX_FRONT_MATTER_LENGTH} characters. End it with a line that is exactly "---".`,
      { reason: "front-matter-unclosed", line: 1 },
    );
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
