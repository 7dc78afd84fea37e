import { expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { loadSkills, memory, SkillsToolset } from "../../src/index.js";
import { type InputSchema, toJsonObjectSchema } from "../../src/schema/json-schema.js";

const expected = {
  type: "object",
  properties: {
    city: { type: "string", description: "Where" },
    days: { type: "number", default: 3 },
    units: { type: "string", enum: ["metric", "imperial"] },
  },
  required: ["city"],
  additionalProperties: false,
};

test("F08: a schema of Zod 4 is told by Zod, one of Zod 3 by zod-to-json-schema, and both alike", () => {
  const four = z.object({
    city: z.string().describe("Where"),
    days: z.number().default(3),
    units: z.enum(["metric", "imperial"]).optional(),
  });
  const three = z3.object({
    city: z3.string().describe("Where"),
    days: z3.number().default(3),
    units: z3.enum(["metric", "imperial"]).optional(),
  });
  expect(toJsonObjectSchema(four)).toEqual(expected);
  expect(toJsonObjectSchema(three)).toEqual(expected);
});

test("a schema of Zod is told as it is before defaults are filled in, and without what some providers cannot read", () => {
  const four = z.object({ at: z.string().transform(Number), tags: z.record(z.string(), z.number()) });
  expect(toJsonObjectSchema(four)).toEqual({
    type: "object",
    properties: { at: { type: "string" }, tags: { type: "object", additionalProperties: { type: "number" } } },
    required: ["at", "tags"],
    additionalProperties: false,
  });
  const place = z3.object({ city: z3.string() });
  const { properties } = toJsonObjectSchema(z3.object({ from: place, to: place }));
  expect(properties["to"]).toEqual(properties["from"]);
});

test("JSON Schema stays as it is, but for $schema", () => {
  const schema = { ...expected, type: "object" as const, $defs: { a: { type: "string" } } };
  const written = { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema };
  expect(toJsonObjectSchema(written)).toEqual(schema);
});

test("a library that tells its JSON Schema by the standard is asked for the input's", () => {
  const standard = {
    "~standard": {
      version: 1,
      vendor: "ours",
      jsonSchema: {
        input: ({ target }: { readonly target: string }) => (target === "draft-2020-12" ? expected : {}),
        output: () => ({ type: "null" }),
      },
    },
  };
  expect(toJsonObjectSchema(standard)).toEqual(expected);
});

test.each<[string, InputSchema]>([
  ["a text", z.string()],
  ["a text of Zod 3", z3.string()],
  ["a schema that tells nothing", { "~standard": { version: 1, vendor: "mute" } }],
])("%s is refused with what is expected", (_, schema) => {
  expect(() => toJsonObjectSchema(schema)).toThrow(/must describe an object.*Give JSON Schema of type object/);
});

test("a function's Zod schema is shown to the model as JSON Schema", async () => {
  const forecast = { name: "forecast", functionSchema: z3.object({ city: z3.string() }), function: () => "sun" };
  const toolset = new SkillsToolset({
    skills: [{ name: "weather", description: "Forecasts.", content: "# W", scripts: [forecast] }],
  });
  expect(await toolset.loadSkill("weather")).toContain(
    'forecast Parameters: {"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}',
  );
});

test("a schema that cannot be shown is a warning, and the script can be run all the same", async () => {
  const functionSchema = z.object({ at: z.date().optional() });
  const scripts = [{ name: "forecast", functionSchema, function: () => "sun" }];
  const toolset = await loadSkills(memory([{ name: "weather", description: "Forecasts.", content: "# W", scripts }]));
  expect(await toolset.getDiagnostics()).toMatchObject([
    { code: "input-schema", severity: "warning", skill: "weather", location: "weather/forecast" },
  ]);
  expect(await toolset.runSkillScript("weather", "forecast")).toBe("sun");
});
