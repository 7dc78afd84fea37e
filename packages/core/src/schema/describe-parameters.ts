// The parameters of a schema in words, for error messages that a model reads.

import { isRecord } from "../base/is-record.js";
import type { JsonObjectSchema } from "../base/tool.js";

/** How many parameters a message names. */
const MAX_PARAMETERS = 50;
/** How many types of one parameter. */
const MAX_TYPES = 5;

/** One sentence that names the parameters with their types, and which of them are required. */
export function describeParameters({ properties, required = [] }: JsonObjectSchema): string {
  const all = Object.entries(properties);
  const parameters = all.slice(0, MAX_PARAMETERS).map(([name, schema]) => {
    return `${name} (${typeOf(schema)}${required.includes(name) ? ", required" : ""})`;
  });
  if (all.length > MAX_PARAMETERS) parameters.push(`and ${all.length - MAX_PARAMETERS} more`);
  return parameters.length > 0 ? `It takes ${parameters.join(", ")}.` : "It takes no parameters.";
}

/** The type that a schema has, or those of which it takes any. */
function typeOf({ type, anyOf }: Readonly<Record<string, unknown>>): string {
  if (type !== undefined) return String(type);
  if (!Array.isArray(anyOf)) return "value";
  const types = anyOf.slice(0, MAX_TYPES).map((schema) => (isRecord(schema) ? typeOf(schema) : "value"));
  return [...new Set(types)].join(" or ");
}
