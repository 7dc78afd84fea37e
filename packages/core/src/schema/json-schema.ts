// Converts an input schema of any supported library to plain JSON Schema. Loads Zod.

import { z } from "zod/v4";
import { zodToJsonSchema } from "zod-to-json-schema";
import { SkillError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import type { JsonObjectSchema } from "../base/tool.js";

/**
 * The schema of a function's input: JSON Schema of an object, a Zod schema of version 4 or 3, or one of any library that gives
 * its JSON Schema by Standard Schema.
 *
 * @see https://standardschema.dev/json-schema
 */
export type InputSchema = JsonObjectSchema | { readonly "~standard": object } | { readonly _def: object };

/**
 * What a function receives once its schema has read the input: the schema's own type, or named values of any kind where the
 * schema has no static type, as JSON Schema.
 *
 * @typeParam Otherwise the type where there is no schema
 */
export type InputOf<Schema, Otherwise = Readonly<Record<string, unknown>>> = unknown extends Schema
  ? Otherwise
  : Schema extends { readonly "~standard": { readonly types?: { readonly output: infer Output } | undefined } }
    ? Output
    : Schema extends { readonly _output: infer Output }
      ? Output
      : Readonly<Record<string, unknown>>;

/**
 * The plain JSON Schema of an input.
 *
 * @throws SkillError `invalid_option` when it is not the schema of an object, or cannot be converted to JSON Schema
 */
export function toJsonObjectSchema(schema: InputSchema): JsonObjectSchema {
  const { $schema: _, ...described } = convert(schema);
  const { type, properties = {} } = described;
  if (type !== "object" || !isRecord(properties)) throw notAnObject(`its type is ${JSON.stringify(type)}`);
  const plain: JsonObjectSchema["properties"] = {};
  for (const [name, property] of Object.entries(properties)) plain[name] = isRecord(property) ? { ...property } : {};
  return { ...described, type, properties: plain };
}

function convert(schema: InputSchema): Readonly<Record<string, unknown>> {
  // Zod ignores keys that it does not know, but a model should not send any.
  if (isZod4(schema)) return { ...convertZod4(schema), additionalProperties: false };
  if (isZod3(schema)) return { ...zodToJsonSchema(schema, { $refStrategy: "none" }), additionalProperties: false };
  const standard = "~standard" in schema ? schema["~standard"] : undefined;
  if (isRecord(standard) && isRecord(standard["jsonSchema"]) && typeof standard["jsonSchema"]["input"] === "function") {
    const told: unknown = standard["jsonSchema"]["input"]({ target: "draft-2020-12" });
    if (isRecord(told)) return told;
  }
  if ("type" in schema) return schema;
  throw notAnObject("it does not tell its JSON Schema");
}

/** As it is before defaults are filled in: a field that has one may be left out. */
function convertZod4(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(schema, {
    io: "input",
    // Says only that keys are texts, which some providers refuse to read.
    override: ({ jsonSchema }) => void delete jsonSchema.propertyNames,
  });
}

function isZod4(schema: object): schema is z.ZodType {
  return "_zod" in schema;
}

function isZod3(schema: object): schema is Parameters<typeof zodToJsonSchema>[0] {
  return "_def" in schema && isRecord(schema._def) && "typeName" in schema._def;
}

function notAnObject(why: string): SkillError {
  const expected = "Give JSON Schema of type object, a Zod object, or a schema with `~standard.jsonSchema`.";
  return new SkillError("invalid_option", `An input schema must describe an object, but ${why}. ${expected}`);
}
