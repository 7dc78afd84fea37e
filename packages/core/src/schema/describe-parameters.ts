// The parameters of a schema in words, for error messages that a model reads.

import type { JsonObjectSchema } from "../base/tool.js";

/** One sentence that names the parameters with their types, and which of them are required. */
export function describeParameters({ properties, required = [] }: JsonObjectSchema): string {
  const parameters = Object.entries(properties).map(([name, { type = "value" }]) => {
    return `${name} (${String(type)}${required.includes(name) ? ", required" : ""})`;
  });
  return parameters.length > 0 ? `It takes ${parameters.join(", ")}.` : "It takes no parameters.";
}
