// Writes a skill as a SKILL.md, the inverse of parse-skill.ts.

import type { FrontMatter } from "../base/skill.js";
import { cleanText } from "../text/clean-text.js";
import { stringifyYaml } from "./yaml.js";

/** What {@link serializeSkill} needs of a skill; any `Skill` will do. */
export interface SerializableSkill {
  readonly name: string;
  readonly description: string;
  /** The instructions, in Markdown. */
  readonly content: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  /** The front matter's other fields. */
  readonly metadata?: FrontMatter | undefined;
}

/**
 * Writes a skill as the text of a SKILL.md. Parsing that text gives the same skill back: every field of the front matter
 * in its order, and the body byte for byte.
 */
export function serializeSkill(skill: SerializableSkill): string {
  const fields: Record<string, unknown> = { name: skill.name, description: skill.description };
  if (skill.license !== undefined) fields["license"] = skill.license;
  if (skill.compatibility !== undefined) fields["compatibility"] = skill.compatibility;
  const merged: Record<string, unknown> = { ...skill.metadata };
  for (const [field, value] of Object.entries(fields)) {
    if (!isSameText(merged[field], value)) merged[field] = value;
  }
  const ordered = "name" in (skill.metadata ?? {}) ? merged : { ...fields, ...merged };
  return `---\n${stringifyYaml(ordered)}---\n${skill.content}`;
}

/** The front matter may hold more white space than the cleaned field; then it stays as written. */
function isSameText(written: unknown, value: unknown): boolean {
  if (typeof written !== "string") return written === value;
  const visible = cleanText(written).text.trim();
  return [written, visible, visible.replace(/[\n\u2028\u2029]+/g, " ")].some((text) => text === value);
}
