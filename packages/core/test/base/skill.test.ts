import {
  type Skill,
  SkillError,
  SkillNotFoundError,
  type SkillResource,
  SkillResourceNotFoundError,
  type SkillScript,
  SkillScriptNotFoundError,
  SkillsToolset,
  type SkillsToolsetOptions,
  SkillValidationError,
} from "@skillplug/core";
import { normalizeSkillName } from "@skillplug/core/format";
import type { SkillDocument } from "@skillplug/core/search";
import { expect, expectTypeOf, test } from "vitest";

test("A02: a name is lower-cased, underscores become hyphens, and the result is checked", () => {
  expect(normalizeSkillName("My_Skill")).toBe("my-skill");
  expect(normalizeSkillName("a".repeat(64))).toHaveLength(64);
  for (const name of ["a__b", "-a", "a-", "a b", "", "ä", "a".repeat(65)]) {
    expect(() => normalizeSkillName(name)).toThrow(SkillValidationError);
    expect(() => normalizeSkillName(name)).toThrow(`Invalid skill name: ${name}`);
  }
});

test("A03: the error classes and their messages", () => {
  expect(new SkillNotFoundError("x").message).toBe("Skill 'x' not found");
  expect(new SkillResourceNotFoundError("x").message).toBe("Resource 'x' not found");
  expect(new SkillScriptNotFoundError("x").message).toBe("Script 'x' not found");
  const error = new SkillValidationError("bad");
  expect(error).toBeInstanceOf(SkillError);
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.reason]).toEqual(["SkillValidationError", "invalid_skill", "invalid-skill"]);
});

test("errors are recognised across copies of the package", () => {
  const fromAnotherCopy = Object.assign(new Error("x"), { [Symbol.for("skillplug.error")]: true });
  expect(SkillError.isInstance(fromAnotherCopy)).toBe(true);
  expect(SkillError.isInstance(new Error("x"))).toBe(false);
  expect(SkillError.isInstance(null)).toBe(false);
});

test("A04: the shape of a skill", () => {
  expectTypeOf<Pick<Skill, "name" | "description" | "content">>().toEqualTypeOf<{
    readonly name: string;
    readonly description: string;
    readonly content: string;
  }>();
  expectTypeOf<Skill["license"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Skill["compatibility"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Skill["uri"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Skill["resources"]>().toEqualTypeOf<readonly SkillResource[]>();
  expectTypeOf<Skill["scripts"]>().toEqualTypeOf<readonly SkillScript[]>();
});

test("A05: the shape of a resource, and load", async () => {
  expectTypeOf<SkillResource["content"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SkillResource["load"]>().returns.toEqualTypeOf<Promise<string>>();
  const resources = [
    {
      name: "r",
      description: "d",
      function: (args: unknown, { context }: { context?: unknown }) => ({ args, context }),
    },
  ];
  const skill = await new SkillsToolset({
    skills: [{ name: "a", description: "b", content: "c", resources }],
  }).getSkill("a");
  expect(skill?.resources[0]).toMatchObject({ name: "r", description: "d" });
  expect(JSON.parse((await skill?.resources[0]?.load("context", { x: 1 })) ?? "")).toEqual({
    args: { x: 1 },
    context: "context",
  });
});

test("A06: the shape of a script, and run", async () => {
  expectTypeOf<SkillScript["skillName"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SkillScript["run"]>().returns.toEqualTypeOf<Promise<string>>();
  const scripts = [{ name: "s", function: (args: unknown) => args }];
  const skill = await new SkillsToolset({ skills: [{ name: "a", description: "b", content: "c", scripts }] }).getSkill(
    "a",
  );
  expect(skill?.scripts[0]?.skillName).toBe("a");
  expect(await skill?.scripts[0]?.run(undefined, { x: 1 })).toBe('{"x":1}');
});

test("A07: the shapes of a search document and of the options", () => {
  expectTypeOf<SkillDocument>().toMatchObjectType<{
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly body: string;
  }>();
  expectTypeOf<SkillsToolsetOptions>().toHaveProperty("skills");
  for (const option of [
    "directories",
    "validate",
    "maxDepth",
    "enableBM25",
    "bm25Threshold",
    "instructionTemplate",
    "excludeTools",
  ] as const) {
    expectTypeOf<SkillsToolsetOptions>().toHaveProperty(option);
  }
});
