import { memory, type SkillSummary } from "@skillplug/core";
import { parseSkill } from "@skillplug/core/format";
import { expect, test } from "vitest";

const papers = {
  name: "papers",
  description: "Finds papers",
  content: "# Papers\n",
  license: "MIT",
  compatibility: "Node 20",
  metadata: { author: "Ann" },
  uri: "memory:papers/SKILL.md",
  baseDir: "memory:papers",
  resources: [
    { name: "guide.md", content: "ü".repeat(5), description: "How to", uri: "memory:papers/guide.md" },
    { name: "logo.png", content: new Uint8Array([1, 2, 3]) },
  ],
  scripts: [{ name: "scripts/find.mjs", content: "console.log(1)" }],
};

async function listed(source: ReturnType<typeof memory>): Promise<SkillSummary> {
  const [skill] = (await source.list({ signal: undefined })).skills;
  if (!skill) throw new Error("nothing is listed");
  return skill;
}

test("a skill is listed with all but its texts, frozen", async () => {
  const { content: _, resources: __, scripts: ___, ...fields } = papers;
  const skill = await listed(memory([papers]));
  expect(skill).toEqual({
    ...fields,
    resources: [{ name: "guide.md", description: "How to", uri: "memory:papers/guide.md" }, { name: "logo.png" }],
    scripts: [{ name: "scripts/find.mjs" }],
  });
  for (const part of [skill, skill.resources, skill.resources[0], skill.scripts, skill.scripts[0]]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test("the source is trusted, has a name of its own or that which is given, and lists the same each time", async () => {
  const source = memory([papers]);
  expect([source.id, source.trusted]).toEqual(["memory", true]);
  expect(memory([], { id: "own" }).id).toBe("own");
  expect(await source.list({ signal: undefined })).toBe(await source.list({ signal: undefined }));
});

test("the files of a skill are its SKILL.md, and the contents of its resources and scripts, texts as UTF-8", async () => {
  const source = memory([papers]);
  const skill = await listed(source);
  const read = async (path: string) => Buffer.from(await source.readFile(skill, path, { maxBytes: 1000 }));
  expect(await parseSkill((await read("SKILL.md")).toString())).toMatchObject({
    name: "papers",
    description: "Finds papers",
    license: "MIT",
    compatibility: "Node 20",
    metadata: { author: "Ann" },
    content: "# Papers\n",
  });
  expect((await read("guide.md")).toString()).toBe("üüüüü");
  expect([...(await read("logo.png"))]).toEqual([1, 2, 3]);
  expect((await read("scripts/find.mjs")).toString()).toBe("console.log(1)");
});

test("a file of exactly the limit is read, and one of a byte more is refused", async () => {
  const source = memory([papers]);
  const skill = await listed(source);
  expect(await source.readFile(skill, "guide.md", { maxBytes: 10 })).toHaveLength(10);
  await expect(source.readFile(skill, "guide.md", { maxBytes: 9 })).rejects.toMatchObject({
    code: "resource_load_failed",
    message: "guide.md has 10 bytes and at most 9 are read.",
  });
});

test("a file that the skill does not have is not found, and the error names those that it has", async () => {
  const source = memory([papers]);
  await expect(source.readFile(await listed(source), "gone.md", { maxBytes: 9 })).rejects.toMatchObject({
    code: "resource_not_found",
    available: ["SKILL.md", "guide.md", "logo.png", "scripts/find.mjs"],
  });
  const elsewhere = await listed(memory([papers]));
  await expect(source.readFile(elsewhere, "guide.md", { maxBytes: 9 })).rejects.toMatchObject({
    code: "resource_not_found",
    available: [],
  });
});

test("what has a function and a content is read by the function, what has a content and a method by its content", async () => {
  const load = async () => "loaded";
  const skill = await listed(
    memory([
      {
        ...papers,
        resources: [
          { name: "both", content: "text", function: () => "called" },
          { name: "method", content: "text", load },
          { name: "only", load },
        ],
      },
    ]),
  );
  const answers = skill.resources.map((resource) => resource.function?.({}, {}));
  expect(await Promise.all(answers)).toEqual(["called", undefined, "loaded"]);
});

test("load and run receive the context, the input and the options of the call", async () => {
  const calls: unknown[][] = [];
  const record = async (...args: unknown[]) => `${calls.push(args)}`;
  const skill = await listed(
    memory([{ ...papers, resources: [{ name: "r", load: record }], scripts: [{ name: "s", run: record }] }]),
  );
  const options = { context: { user: 1 }, signal: new AbortController().signal, onOutput: () => undefined };
  await skill.resources[0]?.function?.({ x: 1 }, options);
  await skill.resources[0]?.function?.(["no record"], options);
  await skill.scripts[0]?.function?.({ x: 1 }, options);
  await skill.scripts[0]?.function?.('["a", "b"]', options);
  expect(calls).toEqual([
    [{ user: 1 }, { x: 1 }, options],
    [{ user: 1 }, undefined, options],
    [{ user: 1 }, { x: 1 }, options],
    [{ user: 1 }, ["a", "b"], options],
  ]);
});

test("front matter that is unclear about who may call is no finding where the program says who", async () => {
  const skill = { ...papers, metadata: { "disable-model-invocation": "maybe" } };
  const listed = await memory([skill]).list({ signal: undefined });
  expect(listed.diagnostics).toMatchObject([{ code: "invocation-unclear", skill: "papers" }]);
  const told = await memory([{ ...skill, invocation: { model: true, user: false } }]).list({ signal: undefined });
  expect(told).toMatchObject({ skills: [{ invocation: { model: true, user: false } }], diagnostics: [] });
});
