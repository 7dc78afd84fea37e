import {
  defineSkill,
  loadSkills,
  memory,
  type ScriptArguments,
  SkillBuilder,
  type SkillInput,
  SkillsToolset,
} from "@skillplug/core";
import { parseSkill, serializeSkill } from "@skillplug/core/format";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod/v3";

const base = { name: "weather", description: "Forecasts." };
const toolsetOf = (...skills: SkillInput[]) => new SkillsToolset({ skills });
test("the input of each function has the type of its schema, in a list and in a record", () => {
  const json = { type: "object" as const, properties: { city: { type: "string" } } };
  type Named = Readonly<Record<string, unknown>>;
  defineSkill({
    ...base,
    scripts: [
      {
        name: "a",
        input: z.object({ n: z.number().default(1) }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      {
        name: "b",
        input: z3.object({ n: z3.number() }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      {
        name: "c",
        input: mini.object({ n: mini.number() }),
        run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      },
      { name: "d", input: json, run: (input) => expectTypeOf(input).toEqualTypeOf<Named>() },
      {
        name: "e",
        input: { type: "object", properties: {} },
        run: (input) => expectTypeOf(input).toEqualTypeOf<Named>(),
      },
      { name: "f", run: (input) => expectTypeOf(input).toEqualTypeOf<ScriptArguments>() },
      { name: "g.py", content: "print(1)" },
    ],
    resources: {
      a: { input: z.object({ n: z.number() }), read: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>() },
      b: { read: (input) => expectTypeOf(input).toEqualTypeOf<Named>() },
      c: { content: "text" },
    },
  });
  new SkillBuilder("a").script({
    name: "a",
    input: z.object({ n: z.number() }),
    run: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
  });
  // @ts-expect-error: a number is no schema
  defineSkill({ ...base, scripts: [{ name: "a", input: 5, run: () => "" }] });
  // @ts-expect-error: nor is the schema of a list
  defineSkill({ ...base, scripts: [{ name: "a", input: { type: "array" }, run: () => "" }] });
});

test("A44: in a record the key is the name, unless the definition has its own", async () => {
  const skill = defineSkill({
    ...base,
    scripts: { "scripts/a": { content: "" }, b: { name: "other", content: "", description: "d" } },
    resources: {
      c: { read: () => "", description: "of a function" },
      d: { content: "", description: "of a text" },
    },
  });
  expect(skill.scripts).toEqual([
    { name: "scripts/a", content: "" },
    { name: "other", content: "", description: "d" },
  ]);
  expect(skill.resources).toMatchObject([
    { name: "c", description: "of a function" },
    { name: "d", description: "of a text" },
  ]);
  const called = defineSkill({ ...base, scripts: { now: { run: () => "", description: "of a function" } } });
  expect(called.scripts).toMatchObject([{ name: "now", description: "of a function" }]);
});

test("A44: a defined skill is normalised, frozen, and fits a toolset, a source and loadSkills", async () => {
  const skill = defineSkill({ name: "My_Weather", description: "Forecasts.", content: "# W" });
  expect(skill).toMatchObject({ name: "my-weather", content: "# W", resources: [], scripts: [] });
  expect(Object.isFrozen(skill)).toBe(true);
  expect(await toolsetOf(skill).listSkills()).toEqual({ "my-weather": "Forecasts." });
  expect(await (await loadSkills(memory([skill]))).listSkills()).toEqual({ "my-weather": "Forecasts." });
});

test("A44: what is wrong in a skill is told where it is written", () => {
  expect(() => defineSkill({ name: "my skill", description: "d" })).toThrow("Invalid skill name: my skill");
  expect(() => new SkillBuilder("a".repeat(65)).description("d").build()).toThrow("at most 64");
  expect(() => new SkillBuilder("a").build()).toThrow("The skill a has no description");
  expect(() => defineSkill({ name: "a", description: "d".repeat(1025) })).toThrow("at most 1024");
  expect(() => defineSkill({ name: "a", description: " \n" })).toThrow("The skill a has no description");
  expect(() => defineSkill({ ...base, compatibility: "c".repeat(501) })).toThrow(
    expect.objectContaining({ code: "invalid_skill", reason: "compatibility-too-long" }),
  );
  expect(() => defineSkill({ ...base, compatibility: "c".repeat(500) })).not.toThrow();
  expect(() => defineSkill({ name: "claude-a", description: "d" })).not.toThrow();
  expect(() => defineSkill({ ...base, scripts: [{ run: () => "" }] })).toThrow("A script has no name");
  expect(() => defineSkill({ ...base, scripts: { a: {} } })).toThrow("The script a needs either content or run");
  expect(() => defineSkill({ ...base, scripts: { a: { content: "", run: () => "" } } })).toThrow(
    "The script a needs either content or run",
  );
  expect(() => defineSkill({ ...base, resources: { a: {} } })).toThrow("The resource a needs either content or read");
  expect(() => defineSkill({ ...base, resources: { a: { content: "", read: () => "" } } })).toThrow(
    "either content or read",
  );
  expect(() => defineSkill({ ...base, resources: [{ content: "" }] })).toThrow("A resource has no name");
  expect(() => new SkillBuilder("a").script(() => "")).toThrow("A script has no name");
  const twice = [
    { name: "a", run: () => "" },
    { name: "a", run: () => "" },
  ];
  expect(() => defineSkill({ ...base, scripts: twice })).toThrow(
    expect.objectContaining({ code: "invalid_option", message: "The skill weather has two scripts named a." }),
  );
  const files = twice.map(({ name }) => ({ name, content: "" }));
  expect(() => defineSkill({ ...base, resources: files })).toThrow("The skill weather has two resources named a.");
  expect(() =>
    defineSkill({ ...base, scripts: [{ name: "a", content: "" }], resources: [files[0] ?? {}] }),
  ).not.toThrow();
});

test("a defined skill survives being written as a SKILL.md and read again", async () => {
  const line = fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() === text);
  const name = fc.stringMatching(/^[a-z0-9]{1,10}(-[a-z0-9]{1,10}){0,2}$/);
  await fc.assert(
    fc.asyncProperty(name, line, fc.string(), line, async (name, description, content, license) => {
      const skill = defineSkill({ name, description, content, license });
      expect(await parseSkill(serializeSkill(skill))).toMatchObject({ name, description, content, license });
    }),
  );
});
