import { defineSkill, type InputSchema, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { runBriefly, TookTooLong } from "../../src/schema/run-briefly.js";

const EVIL = "^(a+)+$";
const hostile = `${"a".repeat(40)}!`;
const forEver = () => new RegExp(EVIL).test(hostile);

test("what a function returns is returned, and what it throws is thrown", () => {
  const error = new Error("no");
  expect(runBriefly(() => 3)).toBe(3);
  expect(runBriefly(() => undefined)).toBeUndefined();
  const fails = () =>
    runBriefly(() => {
      throw error;
    });
  expect(fails).toThrow(error);
});

test("what takes too long is stopped, and the next runs", () => {
  expect(() => runBriefly(forEver)).toThrow(TookTooLong);
  expect(runBriefly(() => 4)).toBe(4);
});

test("a call within another counts to it, and does not end its time", () => {
  expect(runBriefly(() => runBriefly(() => 4))).toBe(4);
  expect(() => runBriefly(() => runBriefly(forEver))).toThrow(TookTooLong);
  expect(() =>
    runBriefly(() => {
      runBriefly(() => 4);
      forEver();
    }),
  ).toThrow(TookTooLong);
});

const schemaOf = (property: Record<string, unknown>): InputSchema => ({
  type: "object",
  properties: { text: property },
});
const byKey = { type: "object", properties: {}, patternProperties: { [EVIL]: {} } } as const;
const listOf = (length: number) => Array.from({ length }, (_, index) => index);

test.each<[string, InputSchema, unknown]>([
  ["a pattern of JSON Schema", schemaOf({ type: "string", pattern: EVIL }), hostile],
  ["a pattern of a key", byKey, hostile],
  ["a list whose items must differ", schemaOf({ type: "array", uniqueItems: true }), listOf(200_000)],
  ["a pattern of Zod", z.object({ text: z.string().regex(new RegExp(EVIL)) }), hostile],
  ["a rule of Zod", z.object({ text: z.string().refine((text) => new RegExp(EVIL).test(text)) }), hostile],
])("an input on which %s takes for ever is refused, and the function is not called", async (_, input, text) => {
  let calls = 0;
  const run = () => {
    calls += 1;
  };
  const skill = defineSkill({ name: "a", description: "Does a", scripts: [{ name: "go", input, run }] });
  const toolset = new SkillsToolset({ skills: [skill] });
  const args = text === hostile ? { text, [hostile]: 1 } : { text };
  await expect(toolset.runSkillScript("a", "go", args)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("Invalid input for go: it took too long to check; send shorter texts"),
  });
  expect(calls).toBe(0);
});

test("an input that nests too deep to be checked is refused", async () => {
  let deep: unknown = [];
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const skill = defineSkill({
    name: "a",
    description: "Does a",
    resources: [{ name: "go", input: schemaOf({}), read: () => "read" }],
  });
  await expect(
    new SkillsToolset({ skills: [skill] }).readSkillResource("a", "go", { text: deep }),
  ).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("it nests too deep"),
  });
});

test("of a hundred faults twenty are told, and of a hundred parameters fifty", async () => {
  const properties = Object.fromEntries(listOf(100).map((index) => [`p${index}`, { type: "string" }]));
  const input: InputSchema = { type: "object", properties };
  const skill = defineSkill({ name: "a", description: "Does a", scripts: [{ name: "go", input, run: () => "ran" }] });
  const args = Object.fromEntries(listOf(100).map((index) => [`p${index}`, index]));
  const message = await new SkillsToolset({ skills: [skill] }).runSkillScript("a", "go", args).catch(String);
  expect(message).toContain("p19: ");
  expect(message).not.toContain("p20: ");
  expect(message).toContain("p49 (string), and 50 more.");
});

test("of what was wrong an error tells 2,000 characters", async () => {
  const input = { type: "object", properties: {}, additionalProperties: false } as const;
  const skill = defineSkill({ name: "a", description: "Does a", scripts: [{ name: "go", input, run: () => "ran" }] });
  const told = (length: number) =>
    new SkillsToolset({ skills: [skill] }).runSkillScript("a", "go", { ["k".repeat(length)]: 1 }).catch(String);
  const rest =
    (await told(1)).length - "SkillError: Invalid input for go: ".length - ". It takes no parameters.".length - 1;
  expect(await told(2_000 - rest)).not.toContain("…");
  expect(await told(2_001 - rest)).toContain("….");
});
