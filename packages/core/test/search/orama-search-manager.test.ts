import { type AnyOrama, create, getByID } from "@orama/orama";
import { expect, test } from "vitest";
import {
  OramaSearchManager,
  type SearchableSkill,
  type SkillSearchOptions,
} from "../../src/search/orama-search-manager.js";

const skill = (name: string, description: string, content = ""): SearchableSkill => ({ name, description, content });

const byName = (...skills: readonly SearchableSkill[]) => new Map(skills.map((entry) => [entry.name, entry]));

async function managerOf(...skills: readonly SearchableSkill[]) {
  const manager = new OramaSearchManager<SearchableSkill>();
  await manager.buildIndex(byName(...skills));
  return manager;
}

/** The names of the skills that are found, best first. */
async function find(manager: OramaSearchManager<SearchableSkill>, query: string, options?: SkillSearchOptions) {
  return (await manager.search(query, options)).map((hit) => hit.skill.name);
}

const arxiv = skill(
  "arxiv-search",
  "Search arXiv for research papers",
  "# arXiv Search Skill\n\nUse this skill to search arXiv for academic papers.\n\n## Usage\n\nRun the search script with your query.",
);
const web = skill(
  "web-research",
  "Conduct comprehensive web research",
  "# Web Research Skill\n\nStructured approach to web research.",
);
const data = skill(
  "data-analyzer",
  "Analyze data and draw charts",
  "# Data Analyzer\n\nLoad the table, then describe it.",
);
const weather = skill("weather-lookup", "查询城市的天气预报", "输入城市名称，返回今天的气温和降水概率。");
const trains = skill("train-tickets", "查询火车票和车次", "输入出发城市和到达城市，返回可以购买的车票。");
const slides = skill("slides", "把文字做成演示文稿", "适合汇报和讲课。");

test("A07, A17: an index keeps of each skill its id, name, description, body and uri, all text", async () => {
  const databases: AnyOrama[] = [];
  const schemas: unknown[] = [];
  const manager = new OramaSearchManager<SearchableSkill>({
    createDatabase: (defaults) => {
      schemas.push(defaults.schema);
      const database = create(defaults);
      databases.push(database);
      return database;
    },
  });
  await manager.buildIndex(byName(web, { ...arxiv, uri: "/skills/arxiv-search/SKILL.md" }));
  const all = "string";
  expect(schemas).toEqual([{ id: all, name: all, description: all, body: all, uri: all }]);
  expect(databases.map((database) => getByID(database, "web-research"))).toEqual([
    { id: "web-research", name: "web-research", description: web.description, body: web.content, uri: "" },
  ]);
  expect(databases.map((database) => getByID(database, arxiv.name))).toMatchObject([
    { uri: "/skills/arxiv-search/SKILL.md" },
  ]);
});

test("A18: a search answers skills with scores, 10 unless another limit is given, from name, description and body", async () => {
  const reports = Array.from({ length: 15 }, (_, position) => skill(`report-${position}`, "Write a report"));
  const manager = await managerOf(...reports, arxiv, web);
  expect(await manager.search("report")).toHaveLength(10);
  expect(await manager.search("report", { limit: 12 })).toHaveLength(12);
  expect(await manager.search("arxiv")).toEqual([{ skill: arxiv, score: expect.any(Number) }]);
  expect(await find(manager, "comprehensive")).toEqual(["web-research"]);
  expect(await find(manager, "structured approach")).toEqual(["web-research"]);
});

test("A19: a search, an insertion or a removal before an index is built is refused", async () => {
  const manager = new OramaSearchManager<SearchableSkill>();
  const refusal = { code: "search_not_built", message: "Search index not built. Call buildIndex() first." };
  await expect(manager.search("research")).rejects.toMatchObject(refusal);
  await expect(manager.insert(web)).rejects.toMatchObject(refusal);
  await expect(manager.remove("research")).rejects.toMatchObject(refusal);
});

test("A20: getSkills returns the map of skills", async () => {
  const manager = new OramaSearchManager<SearchableSkill>();
  expect(manager.getSkills().size).toBe(0);
  const skills = byName(arxiv, web);
  await manager.buildIndex(skills);
  expect(manager.getSkills()).toBe(skills);
});

test("A21: with default options `research papers` finds arxiv-search before web-research", async () => {
  const results = await (await managerOf(arxiv, web, data)).search("research papers");
  expect(results.map((hit) => hit.skill.name)).toEqual(["arxiv-search", "web-research"]);
  expect(results[0]!.score).toBeGreaterThan(results[1]!.score);
});

test("A22: relevant skills are found and others are not", async () => {
  const manager = await managerOf(arxiv, web, data);
  expect(await find(manager, "Please analyse my data and make me a chart")).toEqual(["data-analyzer"]);
  expect(await find(manager, "searching for academic papers")).toEqual(["arxiv-search"]);
  expect(await find(manager, "bake a cake")).toEqual([]);
});

test("A23: with the boosts name 3 and description 2, a word counts most in the name and least in the body", async () => {
  const other = "something else entirely";
  const manager = await managerOf(
    skill("in-body", other, "invoice"),
    skill("in-description", `invoice ${other}`, other),
    skill("invoice", other, other),
  );
  const results = await manager.search("invoice", { boost: { name: 3, description: 2 } });
  expect(results.map((hit) => hit.skill.name)).toEqual(["invoice", "in-description", "in-body"]);
  expect(results[0]!.score).toBeGreaterThan(results[1]!.score);
  expect(results[1]!.score).toBeGreaterThan(results[2]!.score);
});

test("A18: a boost multiplies what a field counts by itself, and 0 leaves the field out", async () => {
  const manager = await managerOf(skill("invoice", "other"), skill("other", "other", "invoice"));
  expect(await find(manager, "invoice")).toEqual(["invoice", "other"]);
  expect(await find(manager, "invoice", { boost: { body: 100 } })).toEqual(["other", "invoice"]);
  expect(await find(manager, "invoice", { boost: { name: 0 } })).toEqual(["other"]);
});

test("A24: the threshold is a share of the best score, 0 when none is given", async () => {
  const manager = await managerOf(arxiv, web, data);
  const [best, second] = await manager.search("research papers");
  const share = second!.score / best!.score;
  expect(await find(manager, "research papers", { threshold: share - 0.01 })).toHaveLength(2);
  expect(await find(manager, "research papers", { threshold: share + 0.01 })).toEqual(["arxiv-search"]);
  expect(await find(manager, "research papers", { threshold: 7 })).toEqual(["arxiv-search"]);
  expect(await find(manager, "research papers", { threshold: Number.NaN })).toHaveLength(2);
});

test("A25: Chinese requests find Chinese skills", async () => {
  const manager = await managerOf(arxiv, trains, weather, slides, data);
  expect(await find(manager, "天气")).toEqual(["weather-lookup"]);
  expect((await find(manager, "城市天气"))[0]).toBe("weather-lookup");
  expect((await find(manager, "请帮我查一下明天的天气"))[0]).toBe("weather-lookup");
});

test("A26: a Mandarin stop word finds nothing", async () => {
  expect(await find(await managerOf(weather, trains, slides), "的")).toEqual([]);
});

test("A27: the case of Latin letters does not matter, in Chinese skills either", async () => {
  const manager = await managerOf(web, data, skill("translate", "把PDF文件翻译成中文"));
  const expected = await manager.search("research");
  expect(expected).not.toEqual([]);
  expect(await manager.search("Research")).toEqual(expected);
  expect(await manager.search("RESEARCH")).toEqual(expected);
  expect(await find(manager, "pdf")).toEqual(["translate"]);
});

test("A28: another build replaces the index, and searches see every change that was asked for before", async () => {
  const manager = await managerOf(arxiv, web);
  const rebuilt = manager.buildIndex(byName(data));
  const inserted = manager.insert(weather);
  expect(await find(manager, "research data 天气")).toEqual(
    await find(await managerOf(data, weather), "research data 天气"),
  );
  expect([...manager.getSkills().keys()]).toEqual(["data-analyzer", "weather-lookup"]);
  await Promise.all([rebuilt, inserted]);
});

test("A28: a build that fails leaves the index as it was, and the next one works", async () => {
  const manager = await managerOf(arxiv);
  const broken = { ...web, description: 5 };
  // @ts-expect-error a caller without types
  await expect(manager.buildIndex(byName(broken))).rejects.toThrow();
  expect(await find(manager, "arxiv")).toEqual(["arxiv-search"]);
  await manager.buildIndex(byName(web));
  expect(await find(manager, "arxiv research")).toEqual(["web-research"]);
});

const manySkills = byName(
  ...Array.from({ length: 240 }, (_, position) =>
    skill(`s${position}`, "Write a report", "天气预报 report ".repeat(900)),
  ),
);

test.each([
  ["build", (manager: OramaSearchManager<SearchableSkill>) => manager.buildIndex(manySkills)],
  [
    "row of changes",
    (manager: OramaSearchManager<SearchableSkill>) =>
      Promise.all([...manySkills.values()].map((one) => manager.insert(one))),
  ],
])("a long %s lets other work run, many times", async (_, work) => {
  const manager = await managerOf(arxiv);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  await work(manager);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test("an index that is built anew forgets what was added to the one before", async () => {
  const manager = await managerOf(arxiv);
  await manager.insert(web);
  await manager.buildIndex(byName(data));
  await manager.insert(slides);
  expect([...manager.getSkills().keys()]).toEqual(["data-analyzer", "slides"]);
});

test("a skill can be added, replaced and taken out, and the caller's map stays as it was", async () => {
  const skills = byName(arxiv);
  const manager = new OramaSearchManager<SearchableSkill>();
  await manager.buildIndex(skills);
  await manager.insert(data);
  await manager.insert(skill("arxiv-search", "Look up preprints"));
  expect(await find(manager, "preprints")).toEqual(["arxiv-search"]);
  expect(await find(manager, "research papers")).toEqual([]);
  expect([await manager.remove("data-analyzer"), await manager.remove("data-analyzer")]).toEqual([true, false]);
  expect(await find(manager, "data")).toEqual([]);
  expect([...skills]).toEqual([["arxiv-search", arxiv]]);
});

test("skills of equal scores come in the order of their names", async () => {
  const twins = ["zebra", "apple", "mango"].map((name) => skill(name, "Sort fruit"));
  expect(await find(await managerOf(...twins), "fruit")).toEqual(["apple", "mango", "zebra"]);
});

test.each(["", " ", "the of and please help me", "🎉🎉", "^(a+)+$", "constructor", "__proto__", "\0\ud800"])(
  "bad input 36: the query %j finds nothing",
  async (query) => {
    expect(await find(await managerOf(arxiv, web, data, weather), query)).toEqual([]);
  },
);

test("bad input 36: a query of 100 kB gets an answer", async () => {
  const manager = await managerOf(arxiv, web, data, weather);
  expect(await find(manager, "arxiv papers ".repeat(8_000))).toEqual(["arxiv-search"]);
  expect((await find(manager, "城市天气".repeat(25_000)))[0]).toBe("weather-lookup");
});

test("bad input 36: of a query the first 10,000 characters are looked up", async () => {
  const manager = await managerOf(arxiv, web, data, weather);
  expect(await find(manager, "arxiv".padStart(10_000))).toEqual(["arxiv-search"]);
  expect(await find(manager, "arxiv".padStart(10_005))).toEqual([]);
});

test.each([
  [0, 1],
  [-1, 1],
  [2.9, 2],
  [1e9, 12],
  [Number.POSITIVE_INFINITY, 12],
  [Number.NEGATIVE_INFINITY, 1],
  [Number.NaN, 10],
  [undefined, 10],
])("bad input 36: the limit %d is clamped to %d", async (limit, expected) => {
  const manager = await managerOf(
    ...Array.from({ length: 12 }, (_, position) => skill(`s${position}`, "Write a report")),
  );
  expect(await manager.search("report", { limit })).toHaveLength(expected);
});

test("without any skill every search is empty", async () => {
  expect(await (await managerOf()).search("research", { limit: 1e9 })).toEqual([]);
});
