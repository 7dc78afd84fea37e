// Validates by plain JSON Schema; schemas of libraries validate by themselves, in read-input.ts.

import type { SchemaDraft } from "@cfworker/json-schema";
import { SkillError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import type { JsonObjectSchema } from "../base/tool.js";

/**
 * What a validation came to, as a Standard Schema tells it: with `issues` the input is refused, otherwise `value` is the input.
 *
 * @see https://standardschema.dev
 */
export interface Validation {
  readonly value?: unknown;
  readonly issues?: readonly InputIssue[] | undefined;
}

/** One fault of an input, and the way to its field. */
export interface InputIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** How long all patterns of a schema may be together, in characters: none can be stopped while the engine compiles it. */
const MAX_PATTERNS = 16_000;

/** How many faults an answer tells. */
const MAX_ISSUES = 20;

/**
 * Makes the validation by JSON Schema, once the defaults of absent fields are filled in.
 *
 * @param written the schema as it was given, which may tell its draft; 2020-12 otherwise
 * @throws SkillError `invalid_option` when its patterns have more than 16,000 characters
 */
export async function jsonValidation(
  written: object,
  schema: JsonObjectSchema,
): Promise<(input: object) => Validation> {
  checkPatterns(schema);
  const { Validator } = await import("@cfworker/json-schema");
  let validator: InstanceType<typeof Validator> | undefined;
  return (input) => {
    // The validator writes into the schema.
    validator ??= new Validator(structuredClone(schema), draftOf(written), false);
    return validateJson(validator, schema, input);
  };
}

function checkPatterns(schema: JsonObjectSchema): void {
  let length = 0;
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") length += value.length;
    if (key === "patternProperties" && isRecord(value)) length += Object.keys(value).join("").length;
    return value;
  });
  if (length <= MAX_PATTERNS) return;
  const message = `The schema's patterns have ${length} characters together; at most ${MAX_PATTERNS} are used. List what is allowed as an enum, or check it in the function.`;
  throw new SkillError("invalid_option", message);
}

function validateJson(validator: JsonValidator, schema: JsonObjectSchema, input: object): Validation {
  // As JSON: without the fields that are undefined, which JSON Schema does not know.
  const value = withDefaults(schema, JSON.parse(JSON.stringify(input)));
  const { valid, errors } = validator.validate(value);
  if (valid) return { value };
  const isCause = ({ keyword, keywordLocation }: (typeof errors)[number]) =>
    keyword !== "false" && !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`));
  const issues = firstOf(errors, isCause, MAX_ISSUES).map(({ instanceLocation, error }) => ({
    message: error.replace("does not match additional properties schema", "is not one of the parameters"),
    path: instanceLocation.split("/").slice(1).map(fromPointer),
  }));
  return { issues };
}

type JsonValidator = Pick<InstanceType<typeof import("@cfworker/json-schema").Validator>, "validate">;

/** Each of them costs a walk over all, and an input can have a fault in each of its fields. */
function firstOf<T>(all: readonly T[], isWanted: (one: T) => boolean, most: number): T[] {
  const found: T[] = [];
  for (const one of all) {
    if (found.length === most) break;
    if (isWanted(one)) found.push(one);
  }
  return found;
}

function withDefaults(schema: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const { properties } = schema;
  if (!isRecord(properties) || !isRecord(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property)) continue;
    if (Object.hasOwn(filled, name)) filled[name] = withDefaults(property, filled[name]);
    else if ("default" in property) filled[name] = structuredClone(property["default"]);
  }
  return filled;
}

/** The validator knows no difference between 2019-09 and 2020-12. */
function draftOf(schema: object): SchemaDraft {
  const [, draft] = /draft-0([47])\b/.exec("$schema" in schema ? String(schema.$schema) : "") ?? [];
  return draft === "4" || draft === "7" ? draft : "2020-12";
}

/** @see https://www.rfc-editor.org/rfc/rfc6901 */
function fromPointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
