import { join } from "node:path";
import { type Skill, type SkillResource, type SkillScript, SkillsToolset, SkillValidationError } from "@skillplug/core";
import { normalizeSkillName } from "@skillplug/core/format";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, expectTypeOf, test } from "vitest";

test("A02: a name is lower-cased, underscores become hyphens, and the result is checked", () => {
  expect(normalizeSkillName("My_Skill")).toBe("my-skill");
  expect(normalizeSkillName("a".repeat(64))).toHaveLength(64);
  for (const name of ["a__b", "-a", "a-", "a b", "", "ä"]) {
    expect(() => normalizeSkillName(name)).toThrow(SkillValidationError);
    expect(() => normalizeSkillName(name)).toThrow(`Invalid skill name: ${name}`);
  }
  expect(() => normalizeSkillName("a".repeat(65))).toThrow(`Invalid skill name: ${"a".repeat(63)}… has 65 characters`);
});

test("A04: a skill of a folder has every field of a skill", async () => {
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
  const fields = { name: "a", description: "b", license: "MIT", compatibility: "Node 20" };
  const head = Object.entries(fields).map(([field, text]) => `${field}: ${text}\n`);
  const folder = await folderWith({
    "a/SKILL.md": `---\n${head.join("")}---\n# A\n`,
    "a/guide.md": "Guide",
    "a/go.mjs": "console.log('went');",
  });
  const skill = await new SkillsToolset({ directories: [folder] }).getSkill("a");
  expect({ ...skill, metadata: { ...skill?.metadata } }).toEqual({
    ...fields,
    content: "# A\n",
    metadata: fields,
    uri: join(folder, "a/SKILL.md"),
    baseDir: join(folder, "a"),
    revision: expect.any(String),
    resources: [{ name: "guide.md", uri: join(folder, "a/guide.md"), load: expect.any(Function) }],
    scripts: [{ name: "go.mjs", uri: join(folder, "a/go.mjs"), skillName: "a", run: expect.any(Function) }],
  });
  expect(await skill?.resources[0]?.load()).toBe("Guide");
  expect(await skill?.scripts[0]?.run()).toBe("went");
});

const functionSchema = { type: "object", properties: { x: { type: "number" } } } as const;
const answer = (args: unknown, { context }: { context?: unknown }) => ({ args, context });
const withFunctions = {
  name: "a",
  description: "b",
  content: "c",
  resources: [{ name: "r", description: "d", uri: "memory:r", functionSchema, function: answer }],
  scripts: [{ name: "s", description: "d", uri: "memory:s", functionSchema, function: answer }],
};

test("A05: a resource tells what it is, and load calls its function with the input and the context", async () => {
  expectTypeOf<SkillResource["content"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SkillResource["load"]>().returns.toEqualTypeOf<Promise<string>>();
  const [resource] = (await new SkillsToolset({ skills: [withFunctions] }).getSkill("a"))?.resources ?? [];
  expect(resource).toEqual({
    name: "r",
    description: "d",
    uri: "memory:r",
    functionSchema: expect.objectContaining(functionSchema),
    function: expect.any(Function),
    load: expect.any(Function),
  });
  expect(JSON.parse((await resource?.load("context", { x: 1 })) ?? "")).toEqual({ args: { x: 1 }, context: "context" });
});

test("A06: a script tells what it is and whose, and run calls its function with the input and the context", async () => {
  expectTypeOf<SkillScript["skillName"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<SkillScript["run"]>().returns.toEqualTypeOf<Promise<string>>();
  const [script] = (await new SkillsToolset({ skills: [withFunctions] }).getSkill("a"))?.scripts ?? [];
  expect(script).toEqual({
    name: "s",
    description: "d",
    uri: "memory:s",
    skillName: "a",
    functionSchema: expect.objectContaining(functionSchema),
    function: expect.any(Function),
    run: expect.any(Function),
  });
  expect(JSON.parse((await script?.run("context", { x: 1 })) ?? "")).toEqual({ args: { x: 1 }, context: "context" });
});
