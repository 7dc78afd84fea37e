import { loadSkills, memory } from "@skillplug/core";
import { expect, test } from "vitest";
import { toOpenAIChatTools } from "../src/index.js";
import { toStrictSchema } from "../src/strict-schema.js";

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

test("the definitions of core's five tools change nothing but what strict asks for", async () => {
  const skills = await loadSkills(memory([skill]));
  const strict = await toOpenAIChatTools(skills);
  const plain = await toOpenAIChatTools(skills, { strict: false });
  const originals = await skills.getTools();
  expect(plain.map((tool) => tool.function)).toEqual(
    originals.map(({ name, description, inputSchema: parameters }) => ({
      name,
      description,
      parameters,
      strict: false,
    })),
  );
  expect(strict).toHaveLength(5);
  const run = strict.find((tool) => tool.function.name === "run_skill_script");
  expect(run?.function.parameters.required).toEqual(["skill_name", "script_name", "args"]);
  expect(run?.function.parameters.properties["args"]?.["anyOf"]).toEqual([
    { type: "array", items: { type: "string" } },
    { type: "string" },
    { type: "null" },
  ]);
});
