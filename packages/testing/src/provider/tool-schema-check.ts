// What providers demand of a tool's name and JSON Schema.
import { demand, listAt } from "./bad-request.js";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const KEYWORDS = [
  ..."$schema type description title enum const default properties required additionalProperties items anyOf oneOf".split(
    " ",
  ),
  ..."minimum maximum minLength maxLength minItems maxItems pattern format".split(" "),
];
const NOT_STRICT = ["default", "oneOf", "minLength", "maxLength"];

/** Demands that a tool's name fits every provider, and that no other tool has it. */
export function checkToolName(name: unknown, path: string, names: Set<string>): asserts name is string {
  demand(typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name), path, "expected 1 to 64 of a-z A-Z 0-9 _ -");
  demand(!names.has(name), path, `tool names must be unique, ${name} stands twice`);
  names.add(name);
}

/** Demands well-formed JSON Schema of an object. `strict` adds what OpenAI's strict format asks for. */
export function checkToolSchema(schema: unknown, path: string, strict: boolean): void {
  demand(isObject(schema) && schema["type"] === "object", path, 'expected JSON Schema of type "object"');
  checkSchema(schema, path, strict);
}

function checkSchema(schema: unknown, path: string, strict: boolean): void {
  demand(isObject(schema), path, "expected a JSON Schema object");
  for (const keyword of Object.keys(schema)) {
    demand(KEYWORDS.includes(keyword), path, `unknown keyword ${keyword}`);
    demand(!strict || !NOT_STRICT.includes(keyword), path, `'${keyword}' is not permitted in strict mode`);
  }
  const types = [schema["type"] ?? []].flat();
  demand(
    types.every((type) => TYPES.includes(String(type))) && new Set(types).size === types.length,
    path,
    "invalid type",
  );
  demand(!strict || types.length > 0 || schema["anyOf"], path, "strict mode: a type or anyOf is required");
  if (types.includes("object")) checkObject(schema, path, strict);
  if (types.includes("array")) demand(isObject(schema["items"]), path, "array schema missing items");
  if (schema["items"] !== undefined) checkSchema(schema["items"], `${path}.items`, strict);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (schema[keyword] === undefined) continue;
    const alternatives = listAt(schema[keyword], `${path}.${keyword}`);
    alternatives.forEach((alternative, index) => void checkSchema(alternative, `${path}.${keyword}[${index}]`, strict));
    const forms = new Set(alternatives.map((alternative) => JSON.stringify(alternative)));
    demand(forms.size === alternatives.length, path, `${keyword} has the same alternative twice`);
  }
}

function checkObject(schema: Record<string, unknown>, path: string, strict: boolean): void {
  const properties = schema["properties"] ?? {};
  demand(isObject(properties), path, "properties must be an object");
  const names = Object.keys(properties);
  const required = schema["required"] ?? [];
  demand(Array.isArray(required) && required.every((name) => names.includes(name)), path, "required names no property");
  for (const name of names) checkSchema(properties[name], `${path}.properties.${name}`, strict);
  if (!strict) return;
  demand(schema["additionalProperties"] === false, path, "strict mode: additionalProperties must be false");
  const missing = names.filter((name) => !required.includes(name));
  demand(missing.length === 0, path, `strict mode: every property must be required, missing: ${missing.join(", ")}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
