import { create, insert, load, remove, type SearchParams, save, search } from "@orama/orama";
import { expect, test } from "vitest";
import { createDictionary } from "../../../src/search/language/dictionary.js";
import { createTokenizer } from "../../../src/search/language/tokenizer.js";
import { createSkillIndex, isSkillIndexStore } from "../../../src/search/ranking/skill-index.js";
import { createTermIndex } from "../../../src/search/ranking/term-index.js";

const schema = { id: "string", name: "string", description: "string", body: "string", uri: "string" } as const;

type Texts = { readonly [field in keyof typeof schema]?: string };

/** A database of skills whose ids are their places in the list. */
function databaseOf(...skills: readonly Texts[]) {
  const tokenizer = createTokenizer();
  const translate = createDictionary((words) => tokenizer.tokenize(words).join(" "));
  const database = create({ schema, components: { tokenizer, index: createSkillIndex(translate, tokenizer) } });
  for (const [position, texts] of skills.entries()) {
    insert(database, { id: `${position}`, name: "", description: "", body: "", uri: "", ...texts });
  }
  return database;
}

type Database = ReturnType<typeof databaseOf>;

/** The scores by id. */
async function scores(database: Database, term: string, how: Partial<SearchParams<Database>> = {}) {
  const { hits } = await search(database, { properties: "*", limit: 1000, ...how, term } as SearchParams<Database>);
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]));
}

const ids = async (...request: Parameters<typeof scores>) => Object.keys(await scores(...request));

test("terms are looked up exactly, not by prefix, and in name, description and body alone", async () => {
  const database = databaseOf(
    { name: "data" },
    { name: "database" },
    { description: "database data" },
    { body: "data" },
    { uri: "data" },
  );
  expect(await ids(database, "data")).toEqual(["0", "2", "3"]);
  expect(await ids(database, "dat")).toEqual([]);
});

test("names of Object.prototype are terms like any other", async () => {
  const database = databaseOf({ name: "constructor" }, { name: "toString" });
  expect(await ids(database, "constructor")).toEqual(["0"]);
  expect(await ids(database, "__proto__ valueOf hasOwnProperty")).toEqual([]);
});

test("a boost multiplies what a field counts, 0 leaves it out, and so does a list of properties without it", async () => {
  const database = databaseOf(
    { name: "red" },
    { description: "red" },
    { body: "red" },
    { name: "查询" },
    { body: "查询" },
  );
  const plain = await scores(database, "red");
  const boosted = await scores(database, "red", { boost: { body: 10 } });
  expect([boosted[0], boosted[1]]).toEqual([plain[0], plain[1]]);
  expect(boosted[2]).toBeGreaterThan(plain[2]!);
  expect(await ids(database, "red", { boost: { name: 0, body: -1 } })).toEqual(["1"]);
  expect(await ids(database, "red", { properties: ["name", "body"] })).toEqual(["0", "2"]);
  expect(await ids(database, "查询 database", { properties: ["name"] })).toEqual(["3"]);
});

test("the threshold is the share of the best score that a hit may lack, and 1 asks for none", async () => {
  const database = databaseOf({ name: "red green" }, { name: "red blue" }, { name: "grey" });
  const { 0: best, 1: second } = await scores(database, "red green");
  const lacking = 1 - second! / best!;
  expect(await ids(database, "red green")).toEqual(["0", "1"]);
  expect(await ids(database, "red green", { threshold: 1 })).toEqual(["0", "1"]);
  expect(await ids(database, "red green", { threshold: lacking + 0.01 })).toEqual(["0", "1"]);
  expect(await ids(database, "red green", { threshold: lacking - 0.01 })).toEqual(["0"]);
  expect(await ids(database, "red green", { threshold: 0 })).toEqual(["0"]);
});

test("words side by side, in the order of the request, add up to 0.6 of the best score, in fields that are searched", async () => {
  const database = databaseOf({ name: "merge request" }, { name: "request merge" });
  const { 0: sameOrder, 1: otherOrder } = await scores(database, "merge request");
  expect(sameOrder! / otherOrder!).toBeCloseTo(1.6, 12);
  expect(await scores(database, "merge request", { boost: { name: 0 } })).toEqual({});
});

test.each([
  [99, true],
  [100, false],
])("behind %d better skills it is %j that words side by side count", async (better, expected) => {
  const skills = Array.from({ length: better }, () => ({ name: "merge", description: "request" }));
  const database = databaseOf(...skills, { body: "merge request" });
  const { [better]: sideBySide } = await scores(database, "merge request");
  const { [better]: reversed } = await scores(database, "request merge");
  expect(sideBySide! > reversed!).toBe(expected);
});

test("Chinese that is cut differently in request and skill still meets, for 0.4 of what a word counts", async () => {
  expect(await ids(databaseOf({ name: "研究生" }, { name: "城市" }), "研究生命")).toEqual(["0"]);
  const { 0: english } = await scores(databaseOf({ name: "weather" }), "weather");
  const { 0: chinese } = await scores(databaseOf({ name: "天气" }), "天气");
  expect(chinese! / english!).toBeCloseTo(1.4, 12);
});

const HAN = Array.from({ length: 61 }, (_, position) => String.fromCodePoint(0x4e00 + 2 * position)).join("");

test.each([
  ["30 rarest words", Array.from({ length: 30 }, (_, position) => `rare${position}`).join(" "), "common", "rare1"],
  ["60 rarest bigrams", HAN, "한국", HAN.slice(1, 3)],
])("of a long request the %s count", async (_rule, rare, common, some) => {
  const database = databaseOf({ body: `${common}어 ${rare}` }, { body: `${common}인` });
  expect(await ids(database, `${common} ${some}`)).toEqual(["0", "1"]);
  expect(await ids(database, `${common} ${rare}`)).toEqual(["0"]);
});

const english = { name: "weather-lookup", description: "Look up the weather forecast" };
const chinese = { name: "tianqi", description: "查询城市的天气预报" };
const other = { name: "slides", description: "Write a talk" };

test.each([
  ["a Chinese request finds an English skill", "明天的天气怎么样", english],
  ["one in traditional characters too", "明天的天氣怎麼樣", english],
  ["an English request finds a Chinese skill", "weather in my city", chinese],
  ["and a skill in its own language", "weather in my city", english],
  ["a translation of two words finds a skill that has both", "机器学习", { description: "Learn how machines work" }],
])("%s", async (_rule, request, skill) => {
  expect(await ids(databaseOf(other, skill), request)).toEqual(["1"]);
});

test("the English words of a Chinese request are not translated for Chinese skills, those of an English one are", async () => {
  const database = databaseOf({ description: "迁移数据库" });
  expect(await ids(database, "my database")).toEqual(["0"]);
  expect(await ids(database, "我的 database")).toEqual([]);
});

test("a translation counts 0.9 of what a word counts", async () => {
  const database = databaseOf({ name: "weather" });
  const [{ 0: own }, { 0: translated }] = await Promise.all([scores(database, "weather"), scores(database, "天气")]);
  expect(translated! / own!).toBeCloseTo(0.9, 12);
});

test("of a long request the 30 rarest translations count", async () => {
  const translate = (word: string) => (/^q\w+$/.test(word) ? [`t${word}`] : []);
  const tokenizer = createTokenizer();
  const components = { tokenizer, index: createSkillIndex(translate, tokenizer) };
  const database = create({ schema, components });
  const rare = Array.from({ length: 30 }, (_, position) => `q${position}`);
  for (const [id, words] of [["tqcommon"], ["tqcommon", ...rare.map((word) => `t${word}`)]].entries())
    insert(database, { id: `${id}`, name: "", description: "", body: words.join(" "), uri: "" });
  expect(await ids(database, `qcommon ${rare.slice(1).join(" ")}`)).toEqual(["0", "1"]);
  expect(await ids(database, `qcommon ${rare.join(" ")}`)).toEqual(["1"]);
});

test("a translation of two words does not find a skill that has one of them, or each in another part", async () => {
  const database = databaseOf({ name: "machine" }, { name: "machine", description: "learning" });
  expect(await ids(database, "机器学习")).toEqual([]);
});

test("several translations of one word are one term, and repeats in the request make it weigh more", async () => {
  const database = databaseOf({ name: "slides" }, { name: "presentation" }, { name: "slides", body: "x" }, other);
  const once = await scores(database, "幻灯片");
  expect(once[0]).toBeCloseTo(once[1]!, 12);
  const thrice = await scores(database, "幻灯片 幻灯片 幻灯片");
  expect(thrice[0]! / once[0]!).toBeCloseTo((3 * 2.2) / 4.2, 12);
});

test.each([
  ["a twentieth of the characters", true, "weather around you 天"],
  ["a tenth", true, "weather up 天"],
  ["a ninth", false, "weather o天"],
  ["all", false, "天空"],
  ["ten of a hundred", true, `${"x".repeat(90)}${"天".repeat(10)}`],
  ["eleven of a hundred", false, `${"x".repeat(89)}${"天".repeat(11)}`],
])("a description that is Chinese in %s is one to translate for: %s", async (_share, translated, description) => {
  const database = databaseOf({ name: "weather", description });
  expect(database.data.index.chinese.size).toBe(translated ? 0 : 1);
  expect(await ids(database, "气象")).toEqual(translated ? ["0"] : []);
});

test("a Chinese skill is not found by its own words and by their translations too", async () => {
  const [translated, plain] = await Promise.all(
    ["weather", "wetter"].map((name) => scores(databaseOf({ ...chinese, name }, other), "天气")),
  );
  expect(translated).toEqual(plain);
});

test("a removed document leaves nothing behind", async () => {
  const database = databaseOf(chinese, english, { body: "天气 machine learning" });
  await remove(database, "0");
  await remove(database, "2");
  expect(await scores(database, "weather 天气 forecast")).toEqual({
    1: (await scores(databaseOf(english), "weather 天气 forecast"))[0],
  });
  await remove(database, "1");
  const { words, bigrams, chinese: numbers } = database.data.index;
  const { terms, documents, totals } = createTermIndex();
  expect([words, bigrams]).toEqual([
    expect.objectContaining({ terms, documents, totals }),
    expect.objectContaining({ terms, documents, totals }),
  ]);
  expect(numbers).toEqual(new Set());
});

test("what the index cannot do is refused in words", async () => {
  const refusal = /can insert, remove and search\. Build it again instead of saving it, and filter the hits/;
  const database = databaseOf(english);
  expect(() => save(database)).toThrow(refusal);
  expect(() => load(database, { ...save(create({ schema })) })).toThrow(refusal);
  expect(() => search(database, { term: "weather", where: { name: "weather-lookup" } })).toThrow(refusal);
});

test("of a document that is removed no language is kept", async () => {
  const tokenizer = createTokenizer();
  const database = create({ schema, components: { tokenizer, index: createSkillIndex(() => [], tokenizer) } });
  const description = "Schreibt die Briefe und auch das Protokoll für eine Firma";
  insert(database, { id: "a", name: "a", description, body: "", uri: "" });
  const store: unknown = database.data.index;
  if (!isSkillIndexStore(store)) throw new Error("another index");
  expect([...store.languages.values()]).toEqual(["german"]);
  await remove(database, "a");
  expect([...store.languages.values()]).toEqual([]);
});
