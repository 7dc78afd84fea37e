// The parameters of a schema in words, for error messages that a model reads.

import type { JsonObjectSchema } from "../base/tool.js";

/** How many parameters a message names. */
const MAX_PARAMETERS = 50;

/** One sentence that names the parameters with their types, and which of them are required. */
export function describeParameters({ properties, required = [] }: JsonObjectSchema): string {
  const all = Object.entries(properties);
  const parameters = all.slice(0, MAX_PARAMETERS).map(([name, { type = "value" }]) => {
    return `${name} (${String(type)}${required.includes(name) ? ", required" : ""})`;
  });
  if (all.length > MAX_PARAMETERS) parameters.push(`and ${all.length - MAX_PARAMETERS} more`);
  return parameters.length > 0 ? `It takes ${parameters.join(", ")}.` : "It takes no parameters.";
}
