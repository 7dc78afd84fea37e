import { type SkillEvent, type SkillInput, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { OramaSearchManager, type SearchableSkill } from "../../../src/search/orama-search-manager.js";
import type { Embed } from "../../../src/search/search-engine.js";
import { changingSource } from "../../sources/changing-source.js";
import { toolOf } from "../../tools/call-tool.js";
import { embedder, vectorOf } from "./concept-embedder.js";

const skill = (name: string, description: string, content = "") =>
  ({ name, description, content }) satisfies SkillInput;

async function managerOf(embed: Embed, ...skills: readonly SearchableSkill[]) {
  const manager = new OramaSearchManager<SearchableSkill>({ embed });
  await manager.buildIndex(new Map(skills.map((entry) => [entry.name, entry])));
  return manager;
}

async function find(manager: OramaSearchManager<SearchableSkill>, query: string, threshold = 0.01) {
  return (await manager.search(query, { threshold })).map((hit) => hit.skill.name);
}

const bills = skill("bills", "Write a bill for a customer");
const photos = skill("photos", "Sharpen a photo");
const rain = skill("rain", "When to take an umbrella");

test("a skill that shares no word with the request is found by its meaning, others are not", async () => {
  const { embed } = embedder();
  const toolset = new SkillsToolset({ skills: [bills, photos, rain], search: { embed } });
  expect((await toolset.searchSkills("invoice")).map(({ name }) => name)).toEqual(["bills"]);
  expect(await new SkillsToolset({ skills: [bills, photos, rain] }).searchSkills("invoice")).toEqual([]);
});

test("words decide, and meaning orders what words leave equal", async () => {
  const manager = await managerOf(
    embedder().embed,
    skill("a-meaning", "Write a bill"),
    skill("b-words", "Invoice"),
    skill("c-neither", "Sharpen it"),
  );
  expect(await find(manager, "invoice")).toEqual(["b-words", "a-meaning"]);
  const twins = await managerOf(embedder().embed, skill("a", "customer tool photo"), skill("b", "customer tool bill"));
  expect(await find(twins, "customer invoice")).toEqual(["b", "a"]);
  expect((await twins.search("customer invoice", { wordsOnly: true })).map((hit) => hit.skill.name)).toEqual([
    "a",
    "b",
  ]);
});

test("the likest meaning adds 0.35 of the best score, and the threshold is a share of the sum", async () => {
  const manager = await managerOf(embedder().embed, bills, skill("other", "invoice"));
  const [other, found] = await manager.search("invoice");
  expect([other?.skill.name, found?.skill.name]).toEqual(["other", "bills"]);
  expect((found?.score ?? 0) / (other?.score ?? 0)).toBeCloseTo(0.35 / 1.35, 5);
  for (const [threshold, names] of [
    [0.25, ["other", "bills"]],
    [0.27, ["other"]],
    [1, ["other"]],
  ] as const)
    expect(await find(manager, "invoice", threshold)).toEqual(names);
});

test("a model that finds all texts alike adds nothing but where it finds one liker than the average", async () => {
  const vectors = new Map([
    ["one", [10, 1]],
    ["two", [10, 1]],
    ["three", [10, 4]],
  ]);
  const embed: Embed = async (texts) => texts.map((text) => vectors.get(text.split(":")[0] ?? "") ?? [10, 5]);
  const skills = [...vectors.keys()].map((name) => skill(name, "Anything"));
  expect(await find(await managerOf(embed, ...skills), "zebra", 0.9)).toEqual(["three"]);
});

test("what is unlike the request lowers the average, so that others are liker", async () => {
  const vectors = new Map([
    ["like", [0.5, Math.sqrt(0.75)]],
    ["less", [0.2, Math.sqrt(0.96)]],
    ["opposite", [-1, 0]],
  ]);
  const embed: Embed = async (texts) => texts.map((text) => vectors.get(text.split(":")[0] ?? "") ?? [1, 0]);
  const manager = await managerOf(embed, ...[...vectors.keys()].map((name) => skill(name, "Anything")));
  const hits = await manager.search("zebra");
  expect(hits.map((hit) => hit.skill.name)).toEqual(["like", "less"]);
  expect((hits[1]?.score ?? 0) / (hits[0]?.score ?? 0)).toBeCloseTo(0.2 / 0.5, 5);
});

test("a search by meaning answers as many as it is asked for", async () => {
  const manager = await managerOf(embedder().embed, bills, skill("other", "Write a bill"), photos);
  expect(await manager.search("invoice", { limit: 1 })).toHaveLength(1);
  expect(await manager.search("invoice", { limit: 2 })).toHaveLength(2);
});

test("what is replaced or removed before the first search is not embedded", async () => {
  const { embed, times } = embedder();
  const manager = await managerOf(embed, bills, photos);
  await manager.insert(skill("bills", "Send an invoice"));
  await manager.remove("photos");
  expect(await find(manager, "payment")).toEqual(["bills"]);
  expect([times("a bill"), times("photo"), times("Send an invoice")]).toEqual([0, 0, 1]);
});

test("skills of like meaning come in the order of their names", async () => {
  const twins = ["zebra", "apple", "mango"].map((name) => skill(name, "Write a bill"));
  expect(await find(await managerOf(embedder().embed, ...twins), "invoice")).toEqual(["apple", "mango", "zebra"]);
});

test("nothing is embedded before the first search, and then each content once, two skills of one text too", async () => {
  const { embed, calls, times } = embedder();
  const same = skill("twin", "Write a bill", "Same text");
  const manager = new OramaSearchManager<SearchableSkill>({ embed });
  await manager.buildIndex(
    new Map<string, SearchableSkill>([
      ["one", same],
      ["two", { ...same, uri: "/elsewhere" }],
      ["photos", photos],
    ]),
  );
  expect(calls).toEqual([]);
  expect(await find(manager, "invoice")).toEqual(["twin", "twin"]);
  expect(times("Same text")).toBe(1);
  await manager.search("invoice");
  expect(calls.map(({ length }) => length)).toEqual([2, 1, 1]);
});

test("what is put back with the same text is not embedded again, what is removed is forgotten by the next search", async () => {
  const { embed, times } = embedder();
  const manager = await managerOf(embed, bills, photos);
  await manager.search("invoice");
  await manager.insert({ ...bills, contentLine: 9 });
  await manager.remove("photos");
  await manager.insert(photos);
  expect(await find(manager, "invoice")).toEqual(["bills"]);
  expect([times("bill"), times("photo")]).toEqual([1, 1]);
  await manager.remove("bills");
  expect(await find(manager, "invoice")).toEqual([]);
  await manager.insert(bills);
  expect(await find(manager, "invoice")).toEqual(["bills"]);
  expect([times("bill"), times("photo")]).toEqual([2, 1]);
});

test("a skill with another text is found by its new meaning alone", async () => {
  const { embed, times } = embedder();
  const manager = await managerOf(embed, skill("s", "Write a bill"), photos);
  await manager.search("invoice");
  await manager.insert(skill("s", "Take an umbrella"));
  expect([await find(manager, "invoice"), await find(manager, "weather")]).toEqual([[], ["s"]]);
  expect([times("umbrella"), times("photo")]).toEqual([1, 1]);
});

test("a reload embeds what it brought, and nothing where nothing changed", async () => {
  const { embed, calls, times } = embedder();
  const { source, skills } = changingSource([bills, photos]);
  const toolset = new SkillsToolset({ sources: [source], search: { embed } });
  await toolset.searchSkills("invoice");
  await toolset.reload();
  await toolset.searchSkills("invoice");
  expect(calls.map(({ length }) => length)).toEqual([2, 1, 1]);
  skills.set("bills", { ...bills, content: "With a payment slip" });
  await toolset.reload();
  await toolset.searchSkills("invoice");
  expect(calls.map(({ length }) => length)).toEqual([2, 1, 1, 1, 1]);
  expect([times("payment slip"), times("photo")]).toEqual([1, 1]);
});

test("at most 64 texts are embedded in one call, each of at most 2,000 characters", async () => {
  const { embed, calls } = embedder();
  const many = Array.from({ length: 150 }, (_, position) => skill(`s${position}`, "d", `bill ${"x".repeat(3000)}`));
  await (await managerOf(embed, ...many)).search("invoice");
  expect(calls.map(({ length }) => length)).toEqual([64, 64, 22, 1]);
  expect(new Set(calls.flat().map(({ length }) => length))).toEqual(new Set([2000, "invoice".length]));
});

test("two first searches at once embed each skill once", async () => {
  const { embed, calls } = embedder();
  const toolset = new SkillsToolset({ skills: [bills, photos, rain], search: { embed } });
  const [one, other] = await Promise.all([toolset.searchSkills("invoice"), toolset.searchSkills("invoice")]);
  expect(one).toEqual(other);
  expect(calls.map(({ length }) => length)).toEqual([3, 1, 1]);
});

test.each(["", "  \n"])("the empty request %j is not embedded and finds nothing", async (query) => {
  const { embed, calls } = embedder();
  expect(await (await managerOf(embed, bills)).search(query)).toEqual([]);
  expect(calls).toEqual([]);
});

test("a text or a request that has no meaning is found, or finds, by words", async () => {
  const manager = await managerOf(embedder().embed, bills, skill("other", "Draw a zebra"));
  expect(await find(manager, "zebra")).toEqual(["other"]);
  expect(await find(manager, "zebra invoice")).toEqual(["other", "bills"]);
  expect(await find(manager, "giraffe")).toEqual([]);
});

test("vectors may be typed arrays", async () => {
  for (const Numbers of [Float32Array, Float64Array]) {
    const embed: Embed = async (texts) => texts.map((text) => new Numbers(vectorOf(text)));
    expect(await find(await managerOf(embed, bills, photos), "invoice")).toEqual(["bills"]);
  }
});

const failing: readonly [string, (texts: string[]) => unknown, RegExp][] = [
  ["rejects", () => Promise.reject(new Error("the quota is used up")), /failed: the quota is used up/],
  [
    "throws at once",
    () => {
      throw new Error("no key");
    },
    /failed: no key/,
  ],
  ["answers a number", () => 5, /one vector a text, but for 3 texts it answered number/],
  ["answers nothing", async () => undefined, /one vector a text, but for 3 texts it answered undefined/],
  ["answers too few vectors", async (texts) => texts.slice(1).map(vectorOf), /for 3 texts it answered 2 vectors/],
  ["answers too many vectors", async (texts) => ["", ...texts].map(vectorOf), /for 3 texts it answered 4 vectors/],
  ["answers NaN", async (texts) => texts.map(() => [1, Number.NaN]), /finite numbers/],
  ["answers infinity", async (texts) => texts.map(() => [Number.POSITIVE_INFINITY]), /finite numbers/],
  ["answers empty vectors", async (texts) => texts.map(() => []), /finite numbers/],
  ["answers texts", async (texts) => texts.map(() => ["1", "2"]), /finite numbers/],
  ["answers the texts themselves", async (texts) => texts, /finite numbers/],
  [
    "answers vectors of several lengths",
    async (texts) => texts.map((_, position) => [1, ...Array(position).fill(1)]),
    /vectors of one length, but answered one of 2 after others of 1/,
  ],
];

test.each(failing)(
  "where `embed` %s, words are searched, with a warning, and the next search tries again",
  async (_, fail, problem) => {
    const { embed, calls } = embedder();
    const events: SkillEvent[] = [];
    let isBroken = true;
    const toolset = new SkillsToolset({
      skills: [bills, photos, rain],
      onEvent: (event) => void events.push(event),
      // @ts-expect-error a caller without types
      search: { embed: (texts: string[]) => (isBroken ? fail(texts) : embed(texts)) },
    });
    const byWords = await new SkillsToolset({ skills: [bills, photos, rain] }).searchSkills("customer photo");
    expect(await toolset.searchSkills("customer photo")).toEqual(byWords);
    const warnings = events.flatMap((event) => (event.type === "warning" ? [event.diagnostic] : []));
    expect(warnings).toEqual([{ code: "embed-failed", severity: "warning", message: expect.stringMatching(problem) }]);
    expect(warnings[0]?.message).toMatch(/Skills were searched by their words alone\.$/);
    expect(events.at(-1)).toMatchObject({ type: "search", outcome: "ok", hits: byWords.length });
    const tool = await toolOf(toolset, "search_skills");
    expect(await tool.execute({ query: "customer" })).toMatchObject({ ok: true, data: [{ name: "bills" }] });
    isBroken = false;
    expect((await toolset.searchSkills("invoice")).map(({ name }) => name)).toEqual(["bills"]);
    expect(calls.map(({ length }) => length)).toEqual([3, 1]);
  },
);

test.each(failing)("where `embed` %s, a manager rejects, and can search by words alone", async (_, fail, problem) => {
  // @ts-expect-error a caller without types
  const manager = await managerOf(fail, bills, photos, rain);
  await expect(manager.search("customer")).rejects.toMatchObject({
    code: "embed_failed",
    message: expect.stringMatching(problem),
  });
  const byWords = await manager.search("customer", { wordsOnly: true });
  expect(byWords.map((hit) => hit.skill.name)).toEqual(["bills"]);
});

test("vectors of another length than before are refused, and what is embedded stays", async () => {
  const { embed, calls } = embedder();
  let isLonger = false;
  const manager = await managerOf(
    async (texts) => {
      const vectors = await embed(texts);
      return isLonger ? vectors.map((vector) => [...Array.from(vector), 1]) : vectors;
    },
    bills,
    photos,
  );
  await manager.search("invoice");
  isLonger = true;
  const refusal = { code: "embed_failed", message: expect.stringContaining("one of 4 after others of 3") };
  await expect(manager.search("invoice")).rejects.toMatchObject(refusal);
  await manager.insert(rain);
  await expect(manager.search("weather")).rejects.toMatchObject(refusal);
  isLonger = false;
  expect([await find(manager, "weather"), await find(manager, "invoice")]).toEqual([["rain"], ["bills"]]);
  expect(calls.map(({ length }) => length)).toEqual([2, 1, 1, 1, 1, 1, 1]);
});

test("batches that were embedded before one failed are not asked for again", async () => {
  const { embed, calls } = embedder();
  let failsAt = 2;
  const many = Array.from({ length: 100 }, (_, position) => skill(`s${position}`, `bill ${position}`));
  const manager = await managerOf(
    (texts) => (--failsAt === 0 ? Promise.reject(new Error("busy")) : embed(texts)),
    ...many,
  );
  await expect(manager.search("invoice")).rejects.toMatchObject({ code: "embed_failed" });
  expect(await manager.search("invoice", { limit: 100 })).toHaveLength(100);
  expect(calls.map(({ length }) => length)).toEqual([64, 36, 1]);
});
