// How tools read their input: JSON text, `null` for absent, and aliases of parameters are accepted.

import { z } from "zod/v4";
import { messageOf, SkillError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import type { JsonObjectSchema, ToolName } from "../base/tool.js";
import { describeParameters } from "../schema/describe-parameters.js";
import { toJsonObjectSchema } from "../schema/json-schema.js";
import { MAX_INPUT, MAX_INPUT_FIELDS, MAX_NAMED_PROBLEMS } from "../text/limits.js";
import { shownName } from "../text/shown-name.js";

/** The input of one tool: its schema, what the model is shown of it, and how it is read. */
export interface ToolInput<T> {
  readonly jsonSchema: JsonObjectSchema;
  /** @throws SkillError `invalid_input`, with what was expected */
  parse(input: unknown): T;
}

/**
 * Makes the input of a tool from its parameters.
 *
 * @param aliases other names of a parameter that models use, not shown to them
 */
export function toolInput<Shape extends z.ZodRawShape>(
  tool: ToolName,
  shape: Shape,
  aliases: Readonly<Record<string, string>> = {},
): ToolInput<z.output<z.ZodObject<Shape>>> {
  const schema = z.strictObject(shape);
  const jsonSchema = toJsonObjectSchema(schema);
  const refused = (problem: string) =>
    new SkillError("invalid_input", `Invalid input for ${tool}: ${problem}. ${describeParameters(jsonSchema)}`);
  const parse = (input: unknown): z.output<z.ZodObject<Shape>> => {
    const fields = present(readObject(input, refused), aliases);
    const result = schema.safeParse(fields);
    if (result.success) return result.data;
    throw refused(result.error.issues.slice(0, MAX_NAMED_PROBLEMS).map(describeIssue).join("; "));
  };
  return { jsonSchema, parse };
}

/**
 * A parameter that is shown to models as one of several schemas, and that the tool reads by itself: where half a million items
 * are of a wrong type, Zod makes an issue of each, which takes it a third of a second.
 */
export function unchecked(anyOf: readonly object[], description: string): z.ZodOptional<z.ZodUnknown> {
  return z.unknown().meta({ description, anyOf }).optional();
}

type Refused = (problem: string) => SkillError;

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return unknownFields(issue.keys);
  const field = issue.path.join(".");
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return `${field} is missing`;
  return `${field} ${issue.message.replace("Invalid input: ", "")}`.trim();
}

function unknownFields(names: readonly string[]): string {
  const more = names.length - MAX_NAMED_PROBLEMS;
  const named = names.slice(0, MAX_NAMED_PROBLEMS).map((name) => `"${shownName(name)}"`);
  return `Unrecognized key${names.length === 1 ? "" : "s"}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Models send the arguments as an object or as its JSON text, and nothing at all when there is nothing to say. */
function readObject(input: unknown, refused: Refused): Readonly<Record<string, unknown>> {
  if (typeof input === "string" && input.length > MAX_INPUT) throw tooLong(refused);
  const value = typeof input === "string" ? parseJson(input.trim() || "null", refused) : input;
  if (value === null || value === undefined) return {};
  if (!isRecord(value)) throw refused(`expected a JSON object, got ${kindOf(value)}`);
  checkSize(value, refused);
  return value;
}

/**
 * Before anything looks at each field: a validator takes a tenth of a second for as many unknown ones as a megabyte holds. Of
 * what is text, the fields' own is measured; nothing deeper is looked at.
 */
function checkSize(fields: Readonly<Record<string, unknown>>, refused: Refused): void {
  let [count, length] = [0, 0];
  for (const name in fields) {
    count += 1;
    if (count > MAX_INPUT_FIELDS) throw refused(`it has more than ${MAX_INPUT_FIELDS} fields`);
    const value = fields[name];
    length += name.length + (typeof value === "string" ? value.length : 0);
  }
  if (length > MAX_INPUT) throw tooLong(refused);
}

function tooLong(refused: Refused): SkillError {
  return refused(`it is longer than ${MAX_INPUT} characters: send less, and put large data into a file`);
}

function parseJson(text: string, refused: Refused): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`the arguments are not valid JSON (${messageOf(error)}): send them again as one JSON object`);
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

/** Without the fields that say nothing: `null`, and numbers that JSON cannot hold. */
function present(
  fields: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  // A field can have any name, `__proto__` too.
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "number" && !Number.isFinite(value)) continue;
    const target = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (target === undefined) result[name] = value;
    else result[target] ??= value;
  }
  return result;
}
