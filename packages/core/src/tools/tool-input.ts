// How tools read their input: JSON text, `null` for absent, and aliases of parameters are accepted.

import { z } from "zod";
import { messageOf, SkillError } from "../base/errors.js";
import type { JsonObjectSchema, ToolName } from "../base/tool.js";
import { describeParameters } from "../schema/describe-parameters.js";
import { toJsonObjectSchema } from "../schema/json-schema.js";
import { MAX_INPUT, MAX_NAMED_PROBLEMS } from "../text/limits.js";
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
  const parse = (input: unknown): z.output<z.ZodObject<Shape>> => {
    const fields = present(readObject(tool, input), aliases);
    const result = schema.safeParse(fields);
    if (result.success) return result.data;
    const problems = result.error.issues.slice(0, MAX_NAMED_PROBLEMS).map(describeIssue);
    throw invalid(tool, `${problems.join("; ")}. ${describeParameters(jsonSchema)}`);
  };
  return { jsonSchema, parse };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") {
    return `${issue.path.join(".")} ${issue.message.replace("Invalid input: ", "")}`.trim();
  }
  const more = issue.keys.length - MAX_NAMED_PROBLEMS;
  const named = issue.keys.slice(0, MAX_NAMED_PROBLEMS).map((key) => `"${shownName(key)}"`);
  return `Unrecognized key${issue.keys.length === 1 ? "" : "s"}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Models send the arguments as an object or as its JSON text, and nothing at all when there is nothing to say. */
function readObject(tool: ToolName, input: unknown): object {
  if (input === null || input === undefined || input === "") return {};
  if (lengthOf(input) > MAX_INPUT) {
    throw invalid(tool, `it is longer than ${MAX_INPUT} characters. Send less; put large data into a file.`);
  }
  const value = typeof input === "string" ? parseJson(tool, input) : input;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalid(tool, `expected a JSON object, got ${Array.isArray(value) ? "a list" : typeof value}.`);
}

/** What of an input is text: all of it before it is parsed, afterwards its own fields. Nothing deeper is looked at. */
function lengthOf(input: unknown): number {
  if (typeof input === "string") return input.length;
  if (typeof input !== "object" || input === null) return 0;
  let length = 0;
  for (const value of Object.values(input)) if (typeof value === "string") length += value.length;
  return length;
}

function parseJson(tool: ToolName, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(tool, `the arguments are not valid JSON (${messageOf(error)}). Send them again as one JSON object.`);
  }
}

/** Without the fields that say nothing: `null`, and numbers that JSON cannot hold. */
function present(fields: object, aliases: Readonly<Record<string, string>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "number" && !Number.isFinite(value)) continue;
    const target = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (target === undefined) result[name] = value;
    else result[target] ??= value;
  }
  return result;
}

function invalid(tool: ToolName, problem: string): SkillError {
  return new SkillError("invalid_input", `Invalid input for ${tool}: ${problem}`);
}
