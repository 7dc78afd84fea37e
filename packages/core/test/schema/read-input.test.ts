import { defineSkill, type InputSchema, type SkillFunction, SkillsToolset, type ToolResult } from "@skillplug/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { toolOf } from "../tools/call-tool.js";

/** Calls a script of a skill as a model does, and tells what its function received. */
async function call(
  schema: InputSchema | undefined,
  args: unknown,
  run: SkillFunction = (input) => ({ got: input }),
): Promise<ToolResult> {
  const script = { name: "forecast", function: run, ...(schema && { functionSchema: schema }) };
  const toolset = new SkillsToolset({
    skills: [{ name: "weather", description: "Forecasts.", content: "# W", scripts: [script] }],
  });
  const tool = await toolOf(toolset, "run_skill_script");
  return tool.execute({ skill_name: "weather", script_name: "forecast", args });
}

const json = {
  type: "object" as const,
  properties: {
    city: { type: "string", minLength: 2 },
    days: { type: "integer", default: 3 },
    at: { type: "object", properties: { hour: { type: "number", default: 12 } } },
  },
  required: ["city"],
  additionalProperties: false,
};
/** What a library of another maker looks like: it validates by itself and tells its JSON Schema. */
const standard = {
  "~standard": {
    version: 1,
    vendor: "ours",
    validate: async (value: object) =>
      "city" in value && typeof value.city === "string" && value.city.length > 1
        ? { value: { days: 3, ...value } }
        : { issues: [{ message: "expected a city", path: [{ key: "city" }] }] },
    jsonSchema: { input: () => json },
  },
};
const four = z.object({ city: z.string().min(2), days: z.number().int().default(3) });
const three = z3.object({ city: z3.string().min(2), days: z3.number().int().default(3) });
/** Zod 3 before it followed the standard. */
const early = { _def: three._def, safeParseAsync: (value: unknown) => three.safeParseAsync(value) };

describe.each<[string, InputSchema, string]>([
  ["Zod 4", four, "city: expected string, received number"],
  ["Zod 3", three, "city: Expected string, received number"],
  ["an early Zod 3", early, "city: Expected string, received number"],
  ["a Standard Schema", standard, "city: expected a city"],
  ["JSON Schema", json, 'city: Instance type "number" is invalid. Expected "string"'],
])("input described by %s", (_, schema, fault) => {
  test("A43: is what the function receives, with defaults", async () => {
    expect(JSON.parse((await call(schema, { city: "Oslo", days: 1 })).text)).toEqual({
      got: { city: "Oslo", days: 1 },
    });
    expect(JSON.parse((await call(schema, '{"city": "Oslo"}')).text)).toEqual({ got: { city: "Oslo", days: 3 } });
  });

  test("bad input 35: what the schema refuses names the field and what was expected, and nothing runs", async () => {
    let ran = 0;
    const answer = await call(schema, { city: 7 }, () => ++ran);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(answer.text).toContain(
      `Error: Invalid input for forecast: ${fault}. It takes city (string, required), days (`,
    );
    expect(answer.text).not.toMatch(/ZodError|\n\s+at /);
    expect(ran).toBe(0);
  });

  test("bad input 35: positional arguments are refused, with what to send instead", async () => {
    const answer = await call(schema, ["Oslo"]);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(answer.text).toMatch(/expected named arguments, an object such as .* It takes city \(string, required\)/);
  });
});

const optional = { type: "object" as const, properties: { city: { type: "string" } } };

test.each<[string, InputSchema]>([
  ["Zod 4", z.object({ city: z.string().optional() })],
  ["Zod 3", z3.object({ city: z3.string().optional() })],
  ["JSON Schema", optional],
])(
  "input described by %s: an empty list, null or nothing is no arguments, and a full list is refused",
  async (_, schema) => {
    for (const args of [[], "[]", null, undefined, {}]) {
      expect(await call(schema, args)).toMatchObject({ ok: true, text: '{"got":{}}' });
    }
    const answer = await call(schema, ["Oslo"]);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(answer.text).toContain('expected named arguments, an object such as {"name": "value"}, not a list');
  },
);

test("bad input 35: every fault of a JSON input is told, at its own field", async () => {
  const schema = {
    type: "object" as const,
    properties: {
      unit: { enum: ["c", "f"] },
      at: { type: "object", properties: { "a/b~1c": { type: "number" } } },
      list: { type: "array", items: { type: "string" } },
      ref: { $ref: "#/$defs/text" },
    },
    required: ["city"],
    additionalProperties: false,
    $defs: { text: { type: "string" } },
  };
  const { text } = await call(schema, { unit: "k", at: { "a/b~1c": "x" }, list: ["a", 1], ref: 1, more: 1 });
  const [faults = ""] = text.replace("Error: Invalid input for forecast: ", "").split(". It takes");
  expect(faults.split("; ")).toEqual([
    'Instance does not have required property "city"',
    'unit: Instance does not match any of ["c","f"]',
    'at.a/b~1c: Instance type "string" is invalid. Expected "number"',
    'list.1: Instance type "number" is invalid. Expected "string"',
    'ref: Instance type "number" is invalid. Expected "string"',
    'Property "more" is not one of the parameters',
  ]);
});

test("a function of a skill in code takes nothing as no arguments, whoever calls it", async () => {
  const [script] =
    defineSkill({
      name: "weather",
      description: "Forecasts.",
      scripts: [{ name: "forecast", input: optional, run: (input) => input }],
    }).scripts ?? [];
  for (const nothing of [undefined, null, []]) expect(await script?.function?.(nothing, {})).toEqual({});
});

/** An object and all that is in it, frozen: whoever writes into it gets an error. */
function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part);
  return Object.freeze(value);
}

test("a JSON Schema stays as it is, to its innermost part", async () => {
  const schema = deepFreeze(structuredClone(json));
  const answer = await call(schema, { city: "Oslo", at: { hour: 7 } });
  expect(answer).toMatchObject({ ok: true, text: '{"got":{"city":"Oslo","at":{"hour":7},"days":3}}' });
});

test("defaults are filled in, nested ones too, and each call gets its own", async () => {
  const schema = {
    type: "object" as const,
    properties: {
      at: { type: "object", properties: { hour: { type: "number", default: 12 } } },
      tags: { type: "array", default: ["a"] },
    },
  };
  const received: unknown[] = [];
  const run: SkillFunction = (input) => {
    received.push(structuredClone(input));
    if (typeof input === "object" && input && "tags" in input && Array.isArray(input.tags)) input.tags.push("b");
    return "done";
  };
  const skill = { name: "weather", description: "Forecasts.", content: "# W" };
  const scripts = [{ name: "forecast", function: run, functionSchema: schema }];
  const toolset = new SkillsToolset({ skills: [{ ...skill, scripts }] });
  await toolset.runSkillScript("weather", "forecast", { at: {} });
  await toolset.runSkillScript("weather", "forecast", { at: { hour: 7 } });
  expect(received).toEqual([
    { at: { hour: 12 }, tags: ["a"] },
    { at: { hour: 7 }, tags: ["a"] },
  ]);
});

// Up to draft 7 nothing beside a `$ref` counts, and in draft 4 `exclusiveMinimum` is true or false.
const city = { type: "object" as const, definitions: { text: { type: "string" } } };
const beside = { ...city, properties: { city: { $ref: "#/definitions/text", maxLength: 2 } } };
const above = { type: "object" as const, properties: { days: { type: "number", minimum: 0, exclusiveMinimum: true } } };

test.each([
  ["https://json-schema.org/draft/2020-12/schema", beside, { city: "Oslo" }, false],
  ["https://json-schema.org/draft/2019-09/schema", beside, { city: "Oslo" }, false],
  ["http://json-schema.org/draft-07/schema#", beside, { city: "Oslo" }, true],
  ["http://json-schema.org/draft-04/schema#", beside, { city: "Oslo" }, true],
  [undefined, beside, { city: "Oslo" }, false],
  ["http://json-schema.org/draft-04/schema#", above, { days: 1 }, true],
  ["http://json-schema.org/draft-04/schema#", above, { days: 0 }, false],
  ["http://json-schema.org/draft-07/schema#", above, { days: 1 }, false],
])(
  "a JSON Schema follows the draft that it names, 2020-12 where it names none: %s",
  async ($schema, schema, args, ok) => {
    const written = { ...($schema && { $schema }), ...schema };
    const answer = await call(written, args);
    expect(answer).toMatchObject(ok ? { ok } : { ok, error: { code: "invalid_input" } });
  },
);

test("bad input 35: a schema that cannot be shown still tells its faults", async () => {
  const answer = await call(z.object({ at: z.date() }), { at: "noon" });
  expect(answer).toMatchObject({
    ok: false,
    text: "Error: Invalid input for forecast: at: expected date, received string.",
    error: { code: "invalid_input" },
  });
});

test("an abort while the input is read keeps the function from being called", async () => {
  const aborter = new AbortController();
  const slow = z.object({
    city: z.string().refine(async () => {
      aborter.abort();
      return true;
    }),
  });
  let ran = 0;
  const scripts = [{ name: "forecast", functionSchema: slow, function: () => ++ran }];
  const toolset = new SkillsToolset({ skills: [{ name: "weather", description: "F.", content: "", scripts }] });
  const run = toolset.runSkillScript("weather", "forecast", { city: "Oslo" }, { signal: aborter.signal });
  await expect(run).rejects.toMatchObject({ code: "aborted" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toBe(0);
});

test("fields that are undefined are absent", async () => {
  const skill = defineSkill({
    name: "weather",
    description: "Forecasts.",
    scripts: [{ name: "forecast", input: json, run: (input) => input }],
  });
  const toolset = new SkillsToolset({ skills: [skill] });
  const args = { city: "Oslo", days: undefined };
  expect(JSON.parse(await toolset.runSkillScript("weather", "forecast", args))).toEqual({ city: "Oslo", days: 3 });
});

test("asynchronous refinements and transforms are waited for", async () => {
  const known = z.object({ city: z.string().refine(async (city) => city === "Oslo", "no such city") });
  expect(await call(known, { city: "Oslo" })).toMatchObject({ ok: true });
  expect((await call(known, { city: "Rome" })).text).toContain("city: no such city");
  const upper = z.object({ city: z.string().transform(async (city) => city.toUpperCase()) });
  expect((await call(upper, { city: "Oslo" })).text).toBe('{"got":{"city":"OSLO"}}');
});

test("a schema is applied once, however many toolsets a skill passes through", async () => {
  const input = z.object({ city: z.string().transform((city) => `${city}!`) });
  const skill = defineSkill({
    name: "weather",
    description: "Forecasts.",
    scripts: [{ name: "forecast", input, run: ({ city }) => city }],
  });
  const opened = await new SkillsToolset({ skills: [skill] }).getSkill("weather");
  const other = new SkillsToolset({ skills: opened ? [opened] : [] });
  expect(await other.runSkillScript("weather", "forecast", { city: "Oslo" })).toBe("Oslo!");
});

test("A42: the input of a resource is validated too", async () => {
  const resources = [{ name: "now.json", functionSchema: four, function: (input: unknown) => input }];
  const toolset = new SkillsToolset({ skills: [{ name: "weather", description: "F.", content: "", resources }] });
  const read = await toolOf(toolset, "read_skill_resource");
  const call = (args: unknown) => read.execute({ skill_name: "weather", resource_name: "now.json", args });
  expect(await call({ city: "Oslo" })).toMatchObject({ ok: true, text: '{"city":"Oslo","days":3}' });
  expect(await call({})).toMatchObject({ ok: false, error: { code: "invalid_input" } });
});

test("without a schema, the arguments arrive as they are", async () => {
  expect((await call(undefined, ["Oslo", "3"])).text).toBe('{"got":["Oslo","3"]}');
  expect((await call(undefined, { city: 1 })).text).toBe('{"got":{"city":1}}');
});

test("whatever a model sends gets an answer", async () => {
  for (const schema of [four, three, standard, json]) {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (args) => {
        const answer = await call(schema, args);
        const valid = four.safeParse(args).success;
        expect(answer.ok ? "ran" : answer.error.code).toMatch(valid ? /ran|invalid_input/ : /invalid_input/);
      }),
      { numRuns: 40 },
    );
  }
});

test("of a parameter that takes several types the first five are named, each once", async () => {
  const types = ["string", "string", "integer", "boolean", "array"].map((type) => ({ type }));
  const schema = (anyOf: readonly object[]) => ({
    type: "object" as const,
    properties: { value: { anyOf } },
    required: ["value"],
  });
  const named = "It takes value (string or integer or boolean or array, required).";
  expect((await call(schema(types), {})).text).toContain(named);
  expect((await call(schema([...types, { type: "null" }]), {})).text).toContain(named);
});
