// What a listing keeps of one SKILL.md: its fields and a hash of it.

import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import type { Diagnostic } from "../../base/diagnostics.js";
import { decodeSkillText } from "../../files/decode-text.js";
import { parseFrontMatter } from "../../format/front-matter.js";
import { type ParsedSkill, toParsedSkill } from "../../format/parse-skill.js";

/** What is kept of a SKILL.md: all but the instructions, which are read at each load. */
export interface ListedFile {
  readonly fields: Omit<ParsedSkill, "content" | "warnings"> & { readonly revision: string };
  readonly warnings: readonly Diagnostic[];
}

/**
 * Parses the front matter of a SKILL.md.
 *
 * @throws SkillValidationError when it is no SKILL.md
 */
export async function interpret(bytes: Uint8Array): Promise<ListedFile> {
  const { content: _, warnings, ...fields } = toParsedSkill(await parseFrontMatter(decodeFrontMatter(bytes)));
  return { fields: { ...fields, revision: hash("sha1", bytes, "base64") }, warnings };
}

const CLOSING_FENCE = /\n---[ \t]*\r?\n/;

/** The text up to the end of the front matter: a field cut out of a longer string would keep all of that string in memory. */
function decodeFrontMatter(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const closing = isUtf8(file) && !file.includes(0) ? CLOSING_FENCE.exec(file.toString("latin1")) : null;
  return decodeSkillText(closing ? file.subarray(0, closing.index + closing[0].length) : file);
}
