// Parses the front matter of a SKILL.md: by the fast path where that can, otherwise by the YAML parser.

import { loadMatter } from "#matter";
import { SkillValidationError } from "../base/errors.js";
import type { FrontMatter } from "../base/skill.js";
import { splitAtFences } from "./fences.js";
import { parsePlainYaml } from "./plain-yaml.js";
import type { YamlRepair } from "./repair-yaml.js";
import { removeUnprintable } from "./unprintable.js";
import { parseYaml } from "./yaml.js";
import type { Matter } from "./yaml-only.js";

/** How many line ends may stand in a row, with nothing but white space between them. */
const MAX_BLANK_LINES = 200;

const LONG_SPACE = new RegExp(`\\s{${MAX_BLANK_LINES},}`, "g");

/** A text split into its front matter, parsed, and what follows it. */
export interface FrontMatterDocument {
  readonly data: FrontMatter;
  /** Everything after the line of the closing fence, byte for byte. */
  readonly content: string;
  /** Values that were read although they are not valid YAML; lines count from the start of the text. */
  readonly repairs: readonly YamlRepair[];
  /** How many characters that YAML does not allow were left out before it was read. */
  readonly removed: number;
}

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

/** {@link parseFrontMatter} without the fast path: every front matter goes through `matter`. */
export function parseFrontMatterWith(matter: Matter, text: string): FrontMatterDocument {
  const { yaml, content } = splitAtFences(text);
  const printable = removeUnprintable(yaml);
  refuseBlankLines(printable.text);
  let repairs: readonly YamlRepair[] = [];
  const data = matter(`---\n${printable.text}\n---\n`, (source) => {
    const parsed = parseYaml(source);
    repairs = parsed.repairs;
    return parsed.data;
  });
  return { data, content, repairs, removed: printable.removed };
}

/** gray-matter takes time quadratic in such lines: 32 kB of them freeze the process for two seconds. No author means them. */
function refuseBlankLines(yaml: string): void {
  for (const { 0: space, index } of yaml.matchAll(LONG_SPACE)) {
    const lines = space.match(/[\n\r\u2028\u2029]/g)?.length ?? 0;
    if (lines <= MAX_BLANK_LINES) continue;
    const line = yaml.slice(0, index).split("\n").length + 1;
    throw new SkillValidationError(
      `The front matter has more than ${MAX_BLANK_LINES} blank lines in a row. Remove them, or move the text into a file of the skill.`,
      { reason: "front-matter-too-large", line },
    );
  }
}
