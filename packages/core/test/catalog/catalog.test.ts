import { type Diagnostic, memory, type SkillInput, type SkillSource } from "@skillplug/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyCatalog } from "../../src/catalog/catalog.js";
import { changeBetween } from "../../src/catalog/compare-catalogs.js";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

const lenient = { validate: "lenient", onDuplicate: "last" } as const;
const skill = (name: string, description = name): SkillInput => ({ name, description, content: "" });
const descriptions = (catalog: Awaited<ReturnType<typeof loadCatalog>>) =>
  Object.fromEntries([...catalog.entries].map(([name, entry]) => [name, entry.skill.description]));

/** A source whose listing a test can change. */
function changing(first: readonly SkillInput[]): SkillSource & { set(skills: readonly SkillInput[] | Error): void } {
  let current: SkillSource | Error = memory(first);
  const use = () => {
    if (current instanceof Error) throw current;
    return current;
  };
  return {
    id: "changing",
    trusted: true,
    list: async (options) => use().list(options),
    readFile: async (...args) => use().readFile(...args),
    set: (skills) => {
      current = skills instanceof Error ? skills : memory(skills);
    },
  };
}

test.each([
  ["last", { a: "two" }, "second is used, first is not", "first"],
  ["first", { a: "one" }, "first is used, second is not", "second"],
] as const)("B09: onDuplicate %s", async (onDuplicate, expected, message, location) => {
  const sources = [memory([skill("a", "one")], { id: "first" }), memory([skill("a", "two")], { id: "second" })];
  const catalog = await loadCatalog(sources, { ...lenient, onDuplicate });
  expect(descriptions(catalog)).toEqual(expected);
  expect(catalog.diagnostics).toEqual([
    {
      code: "duplicate-skill",
      severity: "warning",
      message: `Two skills are named "a": ${message}. Rename or remove one, say with onDuplicate which is used, or leave one out with filter.`,
      skill: "a",
      location,
    },
  ]);
});

test("B09: onDuplicate error rejects and names both places", async () => {
  const sources = [memory([skill("a")], { id: "first" }), memory([skill("a")], { id: "second" })];
  await expect(loadCatalog(sources, { ...lenient, onDuplicate: "error" })).rejects.toMatchObject({
    name: "SkillValidationError",
    reason: "duplicate-skill",
    message: expect.stringContaining("second is used, first is not"),
  });
});

test.each([
  [undefined, "one"],
  ["first", "one"],
  ["last", "two"],
] as const)("within one source, onDuplicate %s", async (onDuplicate, expected) => {
  const catalog = await loadCatalog([memory([skill("a", "one"), skill("a", "two")])], { ...lenient, onDuplicate });
  expect(descriptions(catalog)).toEqual({ a: expected });
  expect(catalog.diagnostics).toMatchObject([{ code: "duplicate-skill", severity: "warning", skill: "a" }]);
});

test("onDuplicate error rejects within one source too", async () => {
  const sources = [memory([skill("a", "one"), skill("a", "two")])];
  await expect(loadCatalog(sources, { ...lenient, onDuplicate: "error" })).rejects.toMatchObject({
    reason: "duplicate-skill",
  });
});

test("bad input 11: the diagnostic of a duplicate names both paths", async () => {
  const at = (uri: string) => ({ ...skill("a"), uri });
  const { diagnostics } = await loadCatalog([memory([at("/x/SKILL.md")]), memory([at("/y/SKILL.md")])], lenient);
  expect(diagnostics[0]?.message).toContain("/y/SKILL.md is used, /x/SKILL.md is not");
});

test("B09: whatever the sources hold, the last one that has a name gives it", async () => {
  const names = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(names, { maxLength: 4 }), async (lists) => {
      const sources = lists.map((list, index) => memory(list.map((name) => skill(name, `${name}${index}`))));
      const expected: Record<string, string> = {};
      lists.forEach((list, index) => {
        for (const name of list) expected[name] = `${name}${index}`;
      });
      expect(descriptions(await loadCatalog(sources, lenient))).toEqual(expected);
    }),
  );
});

const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code).sort();

test("A14: names and descriptions that break the format are warnings, and the skills are used", async () => {
  const skills = [
    skill("Upper Case"),
    skill("n".repeat(65)),
    skill("my-claude-skill"),
    { ...skill("long"), description: "d".repeat(1025) },
    { ...skill("compatible"), compatibility: "c".repeat(501) },
    { ...skill("folder"), baseDir: "/skills/other" },
  ];
  const catalog = await loadCatalog([memory(skills)], lenient);
  expect(catalog.entries.size).toBe(6);
  expect(codes(catalog.diagnostics)).toEqual([
    "compatibility-too-long",
    "description-too-long",
    "name-folder",
    "name-pattern",
    "name-reserved",
    "name-too-long",
  ]);
  expect(catalog.diagnostics.every(({ severity }) => severity === "warning")).toBe(true);
});

test("A14: lengths count code points: 64 and 1,024 are allowed", async () => {
  const skills = [skill("n".repeat(64)), { ...skill("emoji"), description: "🙂".repeat(1024) }];
  expect((await loadCatalog([memory(skills)], lenient)).diagnostics).toEqual([]);
});

test("A14: with strict such a skill is not used, and the diagnostic is an error", async () => {
  const catalog = await loadCatalog([memory([skill("Bad Name"), skill("good")])], { ...lenient, validate: "strict" });
  expect([...catalog.entries.keys()]).toEqual(["good"]);
  expect(catalog.diagnostics).toMatchObject([{ code: "name-pattern", severity: "error" }]);
  expect(catalog.diagnostics[0]?.message).toMatch(
    /^Failed to load skill from Bad Name: Invalid skill name: Bad Name\./,
  );
  const placed = { ...skill("Bad Name"), uri: "/bad/SKILL.md" };
  const { diagnostics } = await loadCatalog([memory([placed])], { ...lenient, validate: "strict" });
  expect(diagnostics[0]?.message).toMatch(/^Failed to load skill from \/bad\/SKILL\.md: Invalid skill name/);
});

test("bad input 12: a description over 1,024 characters is a warning", async () => {
  const catalog = await loadCatalog([memory([skill("a", "d".repeat(1025))])], lenient);
  expect(catalog.entries.size).toBe(1);
  expect(codes(catalog.diagnostics)).toEqual(["description-too-long"]);
});

test("validate true is lenient, and a finding says where the skill lies", async () => {
  const bad = { ...skill("Bad Name"), uri: "/bad/SKILL.md" };
  const { entries, diagnostics } = await loadCatalog([memory([bad])], { ...lenient, validate: true });
  expect([...entries.keys()]).toEqual(["Bad Name"]);
  const finding = { code: "name-pattern", severity: "warning", skill: "Bad Name", location: "/bad/SKILL.md" };
  expect(diagnostics).toEqual([{ ...finding, message: expect.stringMatching(/^Invalid skill name: Bad Name\./) }]);
});

test("a skill that strict leaves out hides none of the same name", async () => {
  const sources = [memory([skill("good", "one")]), memory([{ ...skill("good", "two"), baseDir: "/other" }])];
  expect(descriptions(await loadCatalog(sources, { ...lenient, validate: "strict" }))).toEqual({ good: "one" });
});

test("with validate false nothing is checked", async () => {
  expect((await loadCatalog([memory([skill("Bad Name")])], { ...lenient, validate: false })).diagnostics).toEqual([]);
});

test("B37: a source that fails is a diagnostic, and the others load", async () => {
  const failing = changing([]);
  failing.set(new Error("disk on fire"));
  const catalog = await loadCatalog([failing, memory([skill("a")])], lenient);
  expect([...catalog.entries.keys()]).toEqual(["a"]);
  expect(catalog.diagnostics).toMatchObject([{ code: "source-failed", severity: "error", message: "disk on fire" }]);
});

test("B37: a source that fails later keeps its last good set", async () => {
  const source = changing([skill("a")]);
  const before = await loadCatalog([source], lenient);
  source.set(new Error("gone"));
  const after = await loadCatalog([source], lenient, before);
  expect([...after.entries.keys()]).toEqual(["a"]);
  expect(after.diagnostics).toMatchObject([
    { message: "gone Its 1 skills of the last load stay.", location: "changing" },
  ]);
  source.set([skill("b")]);
  expect([...(await loadCatalog([source], lenient, after)).entries.keys()]).toEqual(["b"]);
});

test("B37: a source that had no skills before it failed keeps none, and nothing is said of them", async () => {
  const source = changing([]);
  const before = await loadCatalog([source], lenient);
  source.set(new Error("gone"));
  const { diagnostics } = await loadCatalog([source], lenient, before);
  expect(diagnostics).toMatchObject([{ code: "source-failed", message: "gone" }]);
});

test("B37: of several sources that fail each keeps its own skills", async () => {
  const sources = [changing([skill("a")]), changing([skill("b")]), changing([skill("c")])];
  const before = await loadCatalog(sources, lenient);
  for (const source of sources.slice(1)) source.set(new Error("gone"));
  expect(descriptions(await loadCatalog(sources, lenient, before))).toEqual({ a: "a", b: "b", c: "c" });
});

test("what a source found stands before what is found here, also when the source fails later", async () => {
  const finding: Diagnostic = { code: "misspelled-skill-file", severity: "warning", message: "Rename it." };
  let isBroken = false;
  const from = memory([skill("Bad Name")]);
  const list: SkillSource["list"] = async (options) => {
    if (isBroken) throw new Error("gone");
    return { ...(await from.list(options)), diagnostics: [finding] };
  };
  const source = { ...from, list };
  const before = await loadCatalog([source], lenient);
  expect(before.diagnostics).toMatchObject([finding, { code: "name-pattern" }]);
  isBroken = true;
  const { diagnostics } = await loadCatalog([source], lenient, before);
  expect(diagnostics).toMatchObject([finding, { code: "source-failed" }, { code: "name-pattern" }]);
});

test("filter decides which skills are seen", async () => {
  const catalog = await loadCatalog([memory([skill("a"), skill("b")])], {
    ...lenient,
    filter: ({ name }) => name === "b",
  });
  expect([...catalog.entries.keys()]).toEqual(["b"]);
});

test("what a reload brought, altered and took away is told apart", async () => {
  const source = changing([skill("keep"), skill("change", "old"), skill("remove")]);
  const before = await loadCatalog([source], lenient);
  source.set([skill("keep"), skill("change", "new"), skill("add")]);
  const after = await loadCatalog([source], lenient, before);
  expect(await changeBetween(before, after)).toEqual({ added: ["add"], changed: ["change"], removed: ["remove"] });
  expect((await changeBetween(emptyCatalog, after)).added).toEqual(["add", "change", "keep"]);
  expect(await changeBetween(after, after)).toEqual({ added: [], changed: [], removed: [] });
});

const described = { ...skill("a"), metadata: { author: "Ann" }, resources: [{ name: "x.md", content: "" }] };
const listedAs = (input: SkillInput, revision?: string): SkillSource => {
  const from = memory([input]);
  const list: SkillSource["list"] = async (options) => {
    const { skills, diagnostics } = await from.list(options);
    return { skills: skills.map((listed) => ({ ...listed, ...(revision && { revision }) })), diagnostics };
  };
  return { ...from, list };
};

test.each<[string, Partial<SkillInput>, string?]>([
  ["another description", { description: "other" }],
  ["another field of the front matter", { metadata: { author: "Bob" } }, ""],
  ["another license", { license: "MIT" }],
  ["another compatibility", { compatibility: "Node 20" }],
  ["a resource more", { resources: [...described.resources, { name: "y.md", content: "" }] }],
  ["a resource less", { resources: [] }],
  ["a script more", { scripts: [{ name: "x.sh", content: "" }] }],
  ["a resource that became a script", { resources: [], scripts: described.resources }],
  ["another revision", {}, "2"],
])("a skill with %s is changed", async (_, change, revision = "1") => {
  let current = listedAs(described, revision && "1");
  const source = { ...current, list: (options: { signal: undefined }) => current.list(options) };
  const before = await loadCatalog([source], lenient);
  current = listedAs({ ...described, ...change }, revision);
  const after = await loadCatalog([source], lenient, before);
  expect(await changeBetween(before, after)).toEqual({ added: [], changed: ["a"], removed: [] });
});

test("a skill that is alike and comes from another source is changed, since its files are others", async () => {
  const [one, two] = [memory([skill("a")]), memory([skill("a")])];
  const [before, after] = [await loadCatalog([one], lenient), await loadCatalog([two], lenient)];
  expect(await changeBetween(before, after)).toEqual({ added: [], changed: ["a"], removed: [] });
});

test("a skill that is listed anew without a difference is not changed", async () => {
  let current = listedAs(described);
  const source = { ...current, list: (options: { signal: undefined }) => current.list(options) };
  const before = await loadCatalog([source], lenient);
  current = listedAs(structuredClone(described));
  const after = await loadCatalog([source], lenient, before);
  expect(after.entries.get("a")?.skill).not.toBe(before.entries.get("a")?.skill);
  expect(await changeBetween(before, after)).toEqual({ added: [], changed: [], removed: [] });
});

const namesInOrder = async (names: readonly string[]): Promise<string[]> => {
  const { entries } = await loadCatalog([memory(names.map((name) => skill(name)))], lenient);
  return [...entries.keys()];
};
const inEnglish = (names: readonly string[]): string[] => [...names].sort((a, b) => a.localeCompare(b, "en"));

test("skills are in English order, which names of the format have by their characters", async () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,4}(-[a-z0-9]{1,3}){0,2}$/);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { maxLength: 20 }), async (names) => {
      expect(await namesInOrder(names)).toEqual(inEnglish(names));
    }),
  );
});

test("skills are in English order, whatever their names are made of", async () => {
  const names = ["b", "B", "a", "Ä", "z", "a_b", "a-b", "é", "技能"];
  expect(await namesInOrder(names)).toEqual(inEnglish(names));
});
