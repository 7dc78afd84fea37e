import { memory, type SkillInput, type SkillSource } from "@skillplug/core";
import { expect, test } from "vitest";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

const lenient = { validate: "lenient", onDuplicate: "last" } as const;
const skill = (name: string, description = name, more: Partial<SkillInput> = {}): SkillInput => ({
  name,
  description,
  content: "",
  ...more,
});
const ours = (...skills: SkillInput[]) => memory(skills, { id: "ours" });
const strangers = (...skills: SkillInput[]): SkillSource => ({
  ...memory(skills, { id: "strangers" }),
  trusted: false,
});
const used = async (sources: readonly SkillSource[], options: Parameters<typeof loadCatalog>[1] = lenient) => {
  const { entries, diagnostics } = await loadCatalog(sources, options);
  return { used: [...entries.values()].map(({ skill, source }) => `${skill.name} of ${source.id}`), diagnostics };
};

test.each(["last", "first", "error"] as const)(
  "a stranger's skill never takes the name of a trusted one, and the rule %s rejects no load because of it",
  async (onDuplicate) => {
    const sources = [strangers(skill("pdf")), ours(skill("pdf"))];
    for (const order of [sources, sources.toReversed()]) {
      const { used: names, diagnostics } = await used(order, { ...lenient, onDuplicate });
      expect(names).toEqual(["pdf of ours"]);
      expect(diagnostics).toEqual([
        {
          code: "duplicate-skill",
          severity: "warning",
          skill: "pdf",
          location: "strangers",
          message:
            'Two skills are named "pdf": ours, which is trusted, is used; strangers, which is not trusted, is not used. Rename or remove one.',
        },
      ]);
    }
  },
);

test("of two strangers' skills the rule decides, and with `error` the first is used, since no stranger stops a host", async () => {
  const sources = [strangers(skill("pdf", "one")), { ...memory([skill("pdf")], { id: "others" }), trusted: false }];
  for (const [onDuplicate, expected] of [
    ["last", "pdf of others"],
    ["first", "pdf of strangers"],
    ["error", "pdf of strangers"],
    // None takes a name from another unless the host says so.
    [undefined, "pdf of strangers"],
  ] as const) {
    const found = await used(sources, { ...lenient, onDuplicate });
    expect(found.used).toEqual([expected]);
    expect(found.diagnostics).toMatchObject([{ code: "duplicate-skill", severity: "warning" }]);
    expect(found.diagnostics[0]?.message).toMatch(/strangers.*others|others.*strangers/);
    expect(found.diagnostics[0]?.message).toContain("say with onDuplicate which is used");
  }
});

test("copies with the same SKILL.md are told of as such, and are nothing wrong", async () => {
  const listed = ours(skill("pdf", "one", { uri: "/a" }), skill("pdf", "one", { uri: "/b" }));
  const list: SkillSource["list"] = async (how) => {
    const { skills, diagnostics } = await listed.list(how);
    return { skills: skills.map((one) => ({ ...one, revision: "same" })), diagnostics };
  };
  const found = await used([{ ...listed, list }], { validate: "lenient" });
  expect(found.diagnostics).toMatchObject([
    {
      code: "duplicate-skill",
      severity: "info",
      message: 'Two copies of the skill "pdf" have the same SKILL.md: /a is used, /b is not.',
    },
  ]);
});

test("a folder that two sources list is one skill, of which nothing is said", async () => {
  const shared = { ...ours(skill("pdf")), directoryOf: () => "/skills/pdf" };
  const again = { ...memory([skill("pdf")], { id: "again" }), directoryOf: () => "/skills/pdf" };
  for (const onDuplicate of ["last", "error", undefined] as const) {
    const found = await used([shared, again], { validate: "lenient", onDuplicate });
    expect(found.used).toHaveLength(1);
    expect(found.diagnostics).toEqual([]);
  }
  const elsewhere = { ...again, directoryOf: () => "/other/pdf" };
  expect((await used([shared, elsewhere])).diagnostics).toHaveLength(1);
});

test("two trusted skills of one name reject with `error`, whatever a stranger has between them", async () => {
  const sources = [ours(skill("pdf")), strangers(skill("pdf")), memory([skill("pdf")], { id: "mine" })];
  await expect(used(sources, { ...lenient, onDuplicate: "error" })).rejects.toMatchObject({
    reason: "duplicate-skill",
    message: expect.stringContaining("mine is used, ours is not"),
  });
});

test("a trusted skill that strict leaves out keeps its name from strangers, and not from trusted ones", async () => {
  const faulty = ours(skill("pdf", "ours", { baseDir: "/other" }));
  const strict = { ...lenient, validate: "strict" } as const;
  const beside = await used([faulty, strangers(skill("pdf"))], strict);
  expect(beside.used).toEqual([]);
  expect(beside.diagnostics.map(({ code }) => code)).toEqual(["name-folder", "duplicate-skill"]);
  expect(beside.diagnostics[1]?.message).toContain("although a fault keeps it from being used");
  expect((await used([faulty, memory([skill("pdf")], { id: "mine" })], strict)).used).toEqual(["pdf of mine"]);
});

/** A source whose skills of these names cannot be used now. */
const withBroken = (source: SkillSource, names: readonly string[], more: Partial<SkillSource> = {}): SkillSource => {
  const list: SkillSource["list"] = async (how) => ({
    ...(await source.list(how)),
    unusable: (await memory(names.map((name) => skill(name))).list(how)).skills,
  });
  return { ...source, list, ...more };
};

test("a trusted skill that cannot be used now keeps its names from strangers, and not from trusted ones", async () => {
  const broken = withBroken(ours(skill("own")), ["pdf", "forms"]);
  const beside = await used([broken, strangers(skill("pdf"), skill("forms"), skill("other"))]);
  expect(beside.used).toEqual(["other of strangers", "own of ours"]);
  expect(beside.diagnostics.map(({ code, skill: name }) => [code, name])).toEqual([
    ["duplicate-skill", "pdf"],
    ["duplicate-skill", "forms"],
  ]);
  expect(beside.diagnostics[0]?.message).toContain("has that name, although a fault keeps it from being used");
  const trusted = await used([broken, memory([skill("pdf")], { id: "mine" }), strangers(skill("pdf"))]);
  expect(trusted.used).toEqual(["own of ours", "pdf of mine"]);
});

test("a stranger's skill that cannot be used reserves nothing, nor one of a trusted source whose folder a stranger reaches", async () => {
  const none = memory([]);
  expect((await used([withBroken({ ...none, trusted: false }, ["pdf"]), strangers(skill("pdf"))])).used).toEqual([
    "pdf of strangers",
  ]);
  const reached = withBroken(none, ["pdf"], { directoryOf: () => "/downloads/pdf" });
  const reaching = { ...strangers(skill("pdf")), reaches: (folder: string) => folder.startsWith("/downloads") };
  expect((await used([reached, reaching])).used).toEqual(["pdf of strangers"]);
  expect((await used([withBroken(none, ["pdf"], { directoryOf: () => "/ours" }), reaching])).used).toEqual([]);
});

test("within one source the folder of the skill's own name beats the order of the listing", async () => {
  const at = (baseDir: string) => skill("pdf", baseDir, { baseDir, uri: `${baseDir}/SKILL.md` });
  for (const folders of [
    ["/skills/a-helper", "/skills/pdf"],
    ["/skills/pdf", "/skills/a-helper"],
    ["/skills/a-helper", "/skills/pdf", "/skills/z/pdf"],
  ]) {
    const { entries, diagnostics } = await loadCatalog([memory(folders.map(at))], { validate: "lenient" });
    expect(entries.get("pdf")?.skill.baseDir).toBe("/skills/pdf");
    expect(diagnostics.filter(({ code }) => code === "duplicate-skill")).toHaveLength(folders.length - 1);
    expect(diagnostics[0]?.message).toContain("/skills/pdf/SKILL.md is used, ");
  }
});

test("within one source a trusted skill beats one that is not, whatever their folders", async () => {
  const listed = ours(skill("pdf", "stranger", { baseDir: "/skills/pdf" }), skill("pdf", "trusted", { baseDir: "/x" }));
  const list: SkillSource["list"] = async (how) => {
    const { skills, diagnostics } = await listed.list(how);
    return {
      skills: skills.map((one) => ({ ...one, trusted: one.description === "trusted" })),
      diagnostics,
    };
  };
  const { entries } = await loadCatalog([{ ...listed, list }], lenient);
  expect(entries.get("pdf")).toMatchObject({ trusted: true, skill: { description: "trusted" } });
});

test("onDuplicate is advised where it can settle a matter between strangers, not within one folder of theirs", async () => {
  const [one, other] = [skill("pdf", "one"), skill("pdf", "other")];
  const between = await used([strangers(one), { ...memory([other], { id: "others" }), trusted: false }], {
    validate: "lenient",
  });
  expect(between.diagnostics[0]?.message).toMatch(/or say with onDuplicate which is used\.$/);
  const within = await used([strangers(one, other)], { validate: "lenient" });
  expect(within.diagnostics[0]?.message).toMatch(/ is not\. Rename or remove one\.$/);
});
