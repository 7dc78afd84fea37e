import { handWrittenTool, skillsOf } from "@skillplug/testing";
import { expect, test } from "vitest";
import { toJsonSchemas } from "../src/index.js";

test("a definition is the tool's name, description and schema, and nothing else", async () => {
  const tool = handWrittenTool();
  const { name, description, inputSchema: parameters } = tool;
  expect(await toJsonSchemas(skillsOf(tool))).toEqual([{ name, description, parameters }]);
  expect(await toJsonSchemas(skillsOf())).toEqual([]);
});

test("strict schemas where they are asked for", async () => {
  const inputSchema = { type: "object" as const, properties: { limit: { type: "number" } } };
  const [definition] = await toJsonSchemas(skillsOf(handWrittenTool({ inputSchema })), { strict: true });
  expect(definition?.parameters).toEqual({
    type: "object",
    properties: { limit: { type: ["number", "null"] } },
    required: ["limit"],
    additionalProperties: false,
  });
});
