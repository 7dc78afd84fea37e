import { create } from "@orama/orama";
import { index, tokenizer as oramaTokenizer } from "@orama/orama/components";
import { type SkillInput, SkillsToolset, type SkillsToolsetOptions } from "@skillplug/core";
import { expect, test } from "vitest";
import { createTokenizer } from "../../src/search/language/tokenizer.js";

const weather: SkillInput = {
  name: "weather",
  description: "Looks up the weather of a city",
  content: "# Weather\n\nAsk for the forecast.\n",
};
const invoices: SkillInput = {
  name: "invoices",
  description: "Sums invoices",
  content: "A bill.\n\nReads a bill and a city.\n",
};
const chinese: SkillInput = { name: "tianqi", description: "查询城市的天气预报", content: "输入城市。\n" };

const toolsetOf = (search: SkillsToolsetOptions["search"], options?: SkillsToolsetOptions) =>
  new SkillsToolset({ skills: [weather, invoices, chinese], search, ...options });

async function find(toolset: SkillsToolset, query: string) {
  return (await toolset.searchSkills(query)).map(({ name }) => name);
}

const GERMAN: ReadonlyMap<string, readonly string[]> = new Map([
  ["wettervorhersage", ["forecast"]],
  ["wetter", ["天气预报"]],
  ["rechnung", ["invoice", "bill"]],
]);
const fromGerman = (word: string) => GERMAN.get(word) ?? [];

test("with `translate` a German request finds an English skill, and tells by which of its words", async () => {
  const toolset = toolsetOf({ translate: fromGerman });
  expect(await find(toolset, "Bitte eine Rechnung")).toEqual(["invoices"]);
  const [hit] = await toolset.searchSkills("Die Wettervorhersage", 1, { explain: true });
  expect(hit).toMatchObject({ name: "weather", passage: { text: "Ask for the forecast." } });
});

test("with `translate` a request in another language finds a Chinese skill, and tells by which of its words", async () => {
  const toolset = toolsetOf({ translate: fromGerman });
  const matches = [{ field: "description", words: ["wetter"] }];
  expect(await toolset.searchSkills("Bitte das Wetter", 5, { explain: true })).toMatchObject([
    { name: "tianqi", matches },
  ]);
  expect(await find(toolsetOf({}), "Bitte das Wetter")).toEqual([]);
});

test("the built-in terms stay beside `translate`", async () => {
  for (const search of [{ translate: fromGerman }, undefined]) {
    expect((await find(toolsetOf(search), "天气")).toSorted()).toEqual(["tianqi", "weather"]);
  }
});

test("`translate: false` switches the built-in terms off", async () => {
  const toolset = toolsetOf({ translate: false });
  expect([await find(toolset, "天气"), await find(toolset, "weather")]).toEqual([["tianqi"], ["weather"]]);
});

test("`translate` is asked for one to three words in lower case, the longest first, and not for stop words", async () => {
  const asked: string[] = [];
  const translate = (word: string) => {
    asked.push(word);
    return word === "drei vier" ? ["天气"] : [];
  };
  expect(await find(toolsetOf({ translate }), "Eins ZWEI the Drei, vier")).toEqual(["tianqi"]);
  expect(asked).toEqual(["eins zwei drei", "eins zwei", "eins", "zwei drei vier", "zwei drei", "zwei", "drei vier"]);
});

test("`translate` is asked for runs of one to six characters, the longest first", async () => {
  const asked: string[] = [];
  const translate = (word: string) => {
    asked.push(word);
    return [];
  };
  await find(toolsetOf({ translate }), "甲乙丙丁戊己庚");
  expect(asked.slice(0, 7)).toEqual(["甲乙丙丁戊己", "甲乙丙丁戊", "甲乙丙丁", "甲乙丙", "甲乙", "甲", "乙丙丁戊己庚"]);
  expect(Math.max(...asked.map(({ length }) => length))).toBe(6);
});

test("`createDatabase` gets defaults that make the usual database", async () => {
  let given: unknown;
  const toolset = toolsetOf({
    createDatabase: (defaults) => {
      given = defaults;
      return create(defaults);
    },
  });
  const options = { explain: true };
  expect(await toolset.searchSkills("weather forecast 天气", 5, options)).toEqual(
    await toolsetOf({}).searchSkills("weather forecast 天气", 5, options),
  );
  expect(given).toMatchObject({ schema: { id: "string", body: "string" }, sort: { enabled: false } });
});

test("a tokenizer of one's own cuts requests, skills and what is explained", async () => {
  const letters = {
    ...createTokenizer(),
    tokenize: (text: string) => [...text.toLowerCase().matchAll(/[a-z]{3}/g)].map(String),
  };
  const toolset = toolsetOf({
    createDatabase: (defaults) => create({ ...defaults, components: { ...defaults.components, tokenizer: letters } }),
  });
  const [hit] = await toolset.searchSkills("weazzz", 1, { explain: true });
  expect(hit).toMatchObject({
    name: "weather",
    matches: [{ field: "name" }, { field: "description" }, { field: "body" }],
  });
  expect(hit?.passage?.text).toBe("# Weather");
  expect(await find(toolsetOf({}), "weazzz")).toEqual([]);
});

test("with Orama's own index and tokenizer searches work, with limit, threshold and explanations", async () => {
  const createDatabase: NonNullable<SkillsToolsetOptions["search"]>["createDatabase"] = ({ schema }) =>
    create({ schema, components: { index, tokenizer: oramaTokenizer.createTokenizer({ stemming: false }) } });
  const toolset = toolsetOf({ createDatabase }, { bm25Threshold: 0 });
  // its own index finds words by their beginnings, which ours does not
  expect(await find(toolset, "weat")).toEqual(["weather"]);
  expect(await find(toolsetOf({}), "weat")).toEqual([]);
  const hits = await toolset.searchSkills("weather bill city", 10, { explain: true });
  expect(hits.map(({ name }) => name)).toEqual(expect.arrayContaining(["weather", "invoices"]));
  expect(hits.find(({ name }) => name === "invoices")).toMatchObject({
    matches: [{ field: "body", words: ["bill", "city"] }],
    passage: { text: "Reads a bill and a city.", startLine: 7, endLine: 7 },
  });
  expect(await toolset.searchSkills("weather bill city", 1)).toHaveLength(1);
  const strict = toolsetOf({ createDatabase }, { bm25Threshold: 1 });
  const [best, ...others] = await strict.searchSkills("weather bill city");
  expect(others.every(({ score }) => score === best?.score)).toBe(true);
  expect([best?.name, others.length < 1 + hits.length]).toEqual([hits[0]?.name, true]);
});

test("hooks of a plugin are called", async () => {
  const inserted: string[] = [];
  const searched: unknown[] = [];
  const plugin = {
    name: "watch",
    afterInsert: (_: unknown, id: string) => void inserted.push(id),
    beforeSearch: (_: unknown, { term }: { term?: unknown }) => void searched.push(term),
  };
  const toolset = toolsetOf({ createDatabase: (defaults) => create({ ...defaults, plugins: [plugin] }) });
  expect(await find(toolset, "weather")).toEqual(["weather", "tianqi"]);
  expect([inserted.toSorted(), searched]).toEqual([["invoices", "tianqi", "weather"], ["weather"]]);
});
