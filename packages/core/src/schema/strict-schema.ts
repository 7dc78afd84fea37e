// JSON Schema for OpenAI's strict mode.

import { isRecord } from "../base/is-record.js";
import type { JsonObjectSchema } from "../base/tool.js";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The keywords that strict mode takes everywhere. What the others ask for, the tool itself still checks.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs/supported-schemas
 */
const STRICT_KEYWORDS = new Set(["type", "description", "enum", "const", "pattern", "minimum", "maximum"]);

/**
 * The same input as strict mode accepts it: every property required, the optional ones nullable, no additional ones.
 *
 * An object with free keys has no strict form. It becomes a string that holds it as JSON, unless a string is offered beside it.
 */
export function toStrictSchema({ properties, required = [] }: JsonObjectSchema): JsonObjectSchema {
  const strictProperties = Object.entries(properties).map(([name, property]): [string, Record<string, unknown>] => {
    const strict = toStrict(property);
    return [name, required.includes(name) ? strict : toNullable(strict)];
  });
  return {
    type: "object",
    properties: Object.fromEntries(strictProperties),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function toStrict(schema: Schema): Record<string, unknown> {
  const strict = Object.fromEntries(Object.entries(schema).filter(([keyword]) => STRICT_KEYWORDS.has(keyword)));
  if (isRecord(schema["items"])) strict["items"] = toStrict(schema["items"]);
  if (Array.isArray(schema["anyOf"])) {
    const alternatives = schema["anyOf"].filter(isRecord);
    const hasString = alternatives.some(({ type }) => type === "string");
    strict["anyOf"] = alternatives.filter(({ type }) => type !== "object" || !hasString).map(toStrict);
  }
  if (schema["type"] === "object") strict["type"] = "string";
  return strict;
}

function toNullable(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  return { ...schema, type: [type, "null"] };
}
