import { loadSkills, memory } from "@skillplug/core";
import { expect, test } from "vitest";
import { toStrictSchema } from "../../src/schema/strict-schema.js";

const skill = {
  name: "account",
  description: "Knows whose account it is.",
  content: "Run whoami.",
  scripts: [{ name: "whoami", function: () => "me" }],
  resources: [{ name: "NOTES.md", content: "Notes." }],
};

test("every property is required, and what was optional is nullable", () => {
  const schema = {
    type: "object" as const,
    properties: { query: { type: "string", description: "What" }, limit: { type: "number", default: 5 } },
    required: ["query"],
  };
  expect(toStrictSchema(schema)).toEqual({
    type: "object",
    properties: { query: { type: "string", description: "What" }, limit: { type: ["number", "null"] } },
    required: ["query", "limit"],
    additionalProperties: false,
  });
});

test("of the keywords those stay that strict formats take", () => {
  const kept = {
    type: "number",
    description: "How many",
    enum: [1, 2],
    const: 1,
    minimum: 0,
    maximum: 9,
    pattern: "x",
  };
  const schema = { ...kept, default: 1, minLength: 1, format: "date", title: "Count" };
  expect(toStrictSchema({ type: "object", properties: { count: schema }, required: ["count"] }).properties).toEqual({
    count: kept,
  });
});

test("an object with free keys gives way to the string beside it, or becomes one", () => {
  const free = { type: "object", additionalProperties: {} };
  const list = { type: "array", items: { type: "string", minLength: 1 } };
  const properties = { both: { anyOf: [list, free, { type: "string" }] }, alone: free, pair: { anyOf: [list, free] } };
  expect(toStrictSchema({ type: "object", properties, required: ["alone"] }).properties).toEqual({
    both: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }, { type: "null" }] },
    alone: { type: "string" },
    pair: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }, { type: "null" }] },
  });
});

test("the five tools lose nothing but what strict has no form for", async () => {
  const tools = await (await loadSkills(memory([skill]))).getTools();
  expect(tools).toHaveLength(5);
  for (const { inputSchema } of tools) {
    const strict = toStrictSchema(inputSchema);
    expect(strict.required).toEqual(Object.keys(inputSchema.properties));
    for (const [name, { description }] of Object.entries(inputSchema.properties))
      expect(strict.properties[name]).toMatchObject({ description });
  }
  const run = tools.find(({ name }) => name === "run_skill_script");
  expect(run && toStrictSchema(run.inputSchema).properties["args"]?.["anyOf"]).toEqual([
    { type: "array", items: { type: "string" } },
    { type: "string" },
    { type: "null" },
  ]);
});
