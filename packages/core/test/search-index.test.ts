import { create, insert, remove, save, search } from "@orama/orama";
import { expect, test } from "vitest";
import { createBm25fIndex } from "../src/search/bm25f-index.js";
import { createTokenizer } from "../src/search/tokenizer.js";

const schema = { id: "string", title: "string", text: "string" } as const;
const settings = { title: { weight: 2, lengthNormalization: 0 }, text: { weight: 1, lengthNormalization: 0.5 } };

function databaseOf(...documents: readonly { readonly title: string; readonly text: string }[]) {
  const database = create({ schema, components: { tokenizer: createTokenizer(), index: createBm25fIndex(settings) } });
  for (const [position, document] of documents.entries()) insert(database, { id: `${position}`, ...document });
  return database;
}

type Database = ReturnType<typeof databaseOf>;

async function scores(database: Database, term: string, boost: { title?: number; text?: number } = {}) {
  const { hits } = await search(database, { term, properties: "*", boost, limit: 100 });
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]));
}

test("a score is BM25F: fields are weighted and normalised before they saturate", async () => {
  const database = databaseOf({ title: "red", text: "red red blue" }, { title: "green", text: "yellow" });
  // one of two documents has the term; its text has 3 tokens, the average is 2
  const frequency = 2 * 1 + 2 / (1 - 0.5 + (0.5 * 3) / 2);
  const expected = Math.log(1 + 1.5 / 1.5) * (frequency / (1.2 + frequency));
  expect(await scores(database, "red")).toEqual({ 0: expect.closeTo(expected, 12) });
});

test("terms are looked up exactly, not by prefix, and the scores of several add up", async () => {
  const database = databaseOf(
    { title: "", text: "data" },
    { title: "", text: "database" },
    { title: "", text: "data report" },
  );
  expect(Object.keys(await scores(database, "data"))).toEqual(["0", "2"]);
  const [data, report, both] = await Promise.all(
    ["data", "report", "data report"].map((term) => scores(database, term)),
  );
  expect(both?.[2]).toBeCloseTo((data?.[2] ?? 0) + (report?.[2] ?? 0), 12);
});

test("a word that a request repeats counts once", async () => {
  const database = databaseOf({ title: "red", text: "" }, { title: "green", text: "" });
  expect(await scores(database, "red red green")).toEqual(await scores(database, "red green"));
});

test("names of Object.prototype are terms like any other", async () => {
  const database = databaseOf({ title: "constructor", text: "" }, { title: "toString", text: "" });
  expect(Object.keys(await scores(database, "constructor"))).toEqual(["0"]);
  expect(await scores(database, "__proto__ valueOf hasOwnProperty")).toEqual({});
});

test("a boost multiplies a field's weight, and 0 leaves the field out", async () => {
  const database = databaseOf({ title: "red", text: "" }, { title: "", text: "red" });
  const plain = await scores(database, "red");
  const boosted = await scores(database, "red", { text: 10 });
  expect(plain[0]).toBeGreaterThan(plain[1] ?? Number.NaN);
  expect(boosted[1]).toBeGreaterThan(boosted[0] ?? Number.NaN);
  expect(Object.keys(await scores(database, "red", { title: 0 }))).toEqual(["1"]);
});

test("of a long request the 30 rarest terms count", async () => {
  const rare = Array.from({ length: 30 }, (_, position) => `rare${position}`).join(" ");
  const database = databaseOf({ title: "", text: `common ${rare}` }, { title: "", text: "common" });
  expect(Object.keys(await scores(database, `common ${rare}`))).toEqual(["0"]);
  expect(Object.keys(await scores(database, "common rare1"))).toEqual(["0", "1"]);
});

test("a removed document leaves nothing behind", async () => {
  const database = databaseOf({ title: "red", text: "red green" }, { title: "green", text: "red" });
  await remove(database, "0");
  const [left] = Object.values(await scores(database, "red green"));
  expect([left]).toEqual(Object.values(await scores(databaseOf({ title: "green", text: "red" }), "red green")));
  await remove(database, "1");
  for (const { frequencies, lengths, totalLength } of database.data.index.fields.values()) {
    expect([frequencies.size, lengths.size, totalLength]).toEqual([0, 0, 0]);
  }
});

test("what the index cannot do is refused in words", () => {
  expect(() => save(databaseOf())).toThrow(/can insert, remove and search/);
});
