// Makes a skill's fields and body of a SKILL.md, with warnings about what is not quite right.

import type { Diagnostic } from "../base/diagnostics.js";
import { SkillValidationError } from "../base/errors.js";
import { readInvocation, restriction } from "../base/invocation.js";
import { isRecord } from "../base/is-record.js";
import type { FrontMatter, FrontMatterValue, SkillSummary } from "../base/skill.js";
import { cleanText } from "../text/clean-text.js";
import { shownName } from "../text/shown-name.js";
import { type FrontMatterDocument, parseFrontMatter } from "./front-matter.js";
import { whyUnquoted } from "./yaml-advice.js";

/** A SKILL.md as data. */
export interface ParsedSkill
  extends Pick<SkillSummary, "name" | "description" | "license" | "compatibility" | "metadata" | "invocation"> {
  /** The Markdown body, byte for byte. */
  readonly content: string;
  /** What was accepted although it is not quite right. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the text of a SKILL.md.
 *
 * @throws SkillValidationError when there is no front matter, it is not a YAML map, or `name` or `description` is missing
 */
export async function parseSkill(text: string): Promise<ParsedSkill> {
  return toParsedSkill(await parseFrontMatter(text));
}

/** Makes a skill of a document whose front matter is parsed. */
export function toParsedSkill({ data, content, repairs, removed: removedBefore }: FrontMatterDocument): ParsedSkill {
  const metadata = keepTexts(data);
  const warnings: Diagnostic[] = repairs.map(({ field, line, value }) => ({
    code: "unquoted-value",
    severity: "warning",
    message: `The value of "${field}" is not valid YAML as it stands, ${whyUnquoted(value)}. It was read as one text; put it in quotes, and write '"' inside of them as '\\"'.`,
    line,
  }));
  if (removedBefore > 0) warnings.push(hiddenCharacters("front matter", removedBefore));
  const required = (field: "name" | "description"): string => {
    const { text: visible, removed } = cleanText(requiredText(metadata, field));
    if (removed > 0) warnings.push(hiddenCharacters(field, removed));
    const text = (field === "name" ? visible.replace(/[\n\u2028\u2029]+/g, " ") : visible).trim();
    if (text === "") throw missing(metadata, field);
    return text;
  };
  const { invocation, warnings: unclear } = readInvocation(metadata);
  warnings.push(...unclear);
  return {
    name: checkUsableName(required("name")),
    description: required("description"),
    license: textOf(metadata["license"]),
    compatibility: textOf(metadata["compatibility"]),
    metadata,
    invocation: restriction(invocation),
    content,
    warnings,
  };
}

function hiddenCharacters(where: string, count: number): Diagnostic {
  return {
    code: "hidden-characters",
    severity: "warning",
    message: `The ${where} holds ${count} control or invisible characters; they were left out.`,
  };
}

const TEXT_FIELDS = new Set(["name", "description", "license", "compatibility", "version"]);

/** Numbers and booleans in the fields that are texts by definition become strings. */
function keepTexts(data: FrontMatter): FrontMatter {
  return mapValues(data, (value, field) => {
    if (field === "metadata" && isMap(value)) return mapValues(value, (item) => textOf(item) ?? item);
    return TEXT_FIELDS.has(field) ? (textOf(value) ?? value) : value;
  });
}

/** The map itself where no value changes, as in nearly every skill. */
function mapValues(
  map: FrontMatter,
  change: (value: FrontMatterValue, field: string) => FrontMatterValue,
): FrontMatter {
  const isKept = (field: string): boolean => change(map[field] ?? null, field) === map[field];
  if (Object.keys(map).every(isKept)) return map;
  const entries = Object.entries(map).map(([field, value]) => [field, change(value, field)]);
  return Object.freeze(Object.assign(Object.create(null), Object.fromEntries(entries)));
}

function isMap(value: FrontMatterValue): value is FrontMatter {
  return isRecord(value);
}

function textOf(value: FrontMatterValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function requiredText(metadata: FrontMatter, field: "name" | "description"): string {
  const value = metadata[field];
  if (value === undefined || value === null) throw missing(metadata, field);
  const text = textOf(value);
  if (text === undefined) {
    const found = Array.isArray(value) ? "a list" : "a map";
    throw new SkillValidationError(`The field "${field}" must be a text, but it is ${found}.`, {
      reason: "field-type",
    });
  }
  return text;
}

function missing(metadata: FrontMatter, field: string): SkillValidationError {
  const found = Object.keys(metadata).find((other) => other !== field && other.toLowerCase() === field);
  const advice =
    found === undefined
      ? `Add "${field}: …" to the front matter.`
      : `There is "${found}": fields are written in lower case. Write "${field}: …" in its place.`;
  return new SkillValidationError(`The field "${field}" is missing or empty. ${advice}`, {
    reason: `${field}-missing`,
  });
}

/** A name is a key in tool calls and never a path, but one that could be taken for a way out of a folder is not used. */
function checkUsableName(name: string): string {
  if (/\\|(?:^|\/)\.{0,2}(?:\/|$)/.test(name)) {
    throw new SkillValidationError(
      `Invalid skill name: ${shownName(name)}. A name is not a path; use letters, digits and hyphens.`,
      {
        reason: "invalid-name",
      },
    );
  }
  return name;
}
