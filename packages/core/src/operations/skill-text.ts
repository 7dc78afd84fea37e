// Reads the instructions of a listed skill. Its front matter is that of the last listing.

import { MAX_SKILL_FILE_BYTES, SKILL_FILE } from "../base/skill.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import { decodeSkillText } from "../files/decode-text.js";
import { splitAtFences } from "../format/fences.js";
import { readFile } from "./read-file.js";

/** The instructions in a SKILL.md. */
export interface SkillText {
  readonly content: string;
  /** The line of SKILL.md with which they begin, from 1. */
  readonly contentLine: number;
}

/**
 * Reads the instructions of a listed skill, as they are now. The fields of its front matter are those of the listing, so that
 * only its fences are looked for: a field that has broken since then is reported by the next listing, and no load fails by it.
 *
 * @throws SkillValidationError when there is no front matter any more
 */
export async function readSkillText(entry: CatalogEntry): Promise<SkillText> {
  const bytes = await readFile(entry, SKILL_FILE, { maxBytes: MAX_SKILL_FILE_BYTES });
  const text = decodeSkillText(bytes);
  const { content } = splitAtFences(text);
  const contentLine = text.slice(0, text.length - content.length).split("\n").length;
  return { content, contentLine };
}
