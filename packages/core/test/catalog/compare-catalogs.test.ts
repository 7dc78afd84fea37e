import { memory, type SkillInput, type SkillSummary } from "@skillplug/core";
import { expect, test } from "vitest";
import { type Catalog, emptyCatalog } from "../../src/catalog/catalog.js";
import { changeBetween, compareEntries } from "../../src/catalog/compare-catalogs.js";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

const skill = (name: string): SkillInput => ({ name, description: `Does ${name}`, content: "" });
const load = (names: readonly string[], previous?: Catalog) =>
  loadCatalog([memory(names.map(skill))], { validate: "lenient", onDuplicate: "last" }, previous);

test("a catalogue knows what changed since the one before, and it is not compared again", async () => {
  const before = await load(["a", "b"]);
  const after = await load(["b", "c"], before);
  expect(after.since).toBe(before.revision);
  expect(after.revision).toBeGreaterThan(before.revision);
  expect(await changeBetween(before, after)).toBe(after.change);
  expect(after.change).toMatchObject({ added: ["c"], removed: ["a"] });
});

test("two catalogues that do not follow each other are compared by their skills", async () => {
  const first = await load(["a"]);
  const second = await load(["a", "b"], first);
  const third = await load(["b", "c"], second);
  expect(await changeBetween(first, third)).toMatchObject({ added: ["b", "c"], removed: ["a"] });
  expect(await changeBetween(third, first)).toMatchObject({ added: ["a"], removed: ["b", "c"] });
  expect((await changeBetween(emptyCatalog, third)).added).toEqual(["b", "c"]);
  const other = await load(["b", "c"]);
  expect(await changeBetween(second, other)).toMatchObject({ added: ["c"], removed: ["a"] });
});

/** Whether a skill whose front matter was this is changed when it is that. */
async function isChanged(was: unknown, is: unknown, revision?: string): Promise<boolean> {
  const source = memory([]);
  const [before, after] = [was, is].map((data) => {
    const metadata = { data } as SkillSummary["metadata"];
    const summary = { name: "a", description: "", metadata, resources: [], scripts: [], revision };
    return new Map([["a", { skill: summary, source, trusted: true }]]);
  });
  return before !== undefined && after !== undefined && (await compareEntries(before, after)).changed.length > 0;
}

test.each([
  [1, 1, false],
  [Number.NaN, Number.NaN, false],
  [1, "1", true],
  [null, {}, true],
  [[], {}, true],
  [["a"], { 0: "a" }, true],
  [[1, 2], [1, 2], false],
  [[1, 2], [2, 1], true],
  [{ b: [{ c: null }] }, { b: [{ c: null }] }, false],
  [{ b: [{ c: null }] }, { b: [{ d: null }] }, true],
  [{ b: 1, c: 2 }, { c: 2, b: 1 }, true],
])("front matters are compared value by value: %j and %j", async (was, is, expected) => {
  expect(await isChanged(was, is)).toBe(expected);
});

test("10,000 values are compared, and with one more the skill counts as changed; a circle ends there too", async () => {
  const list = (length: number) => Array.from({ length }, (_, index) => index);
  // The front matter and the list are values too.
  expect(await isChanged(list(10_000 - 3), list(10_000 - 3))).toBe(false);
  expect(await isChanged(list(10_000 - 2), list(10_000 - 2))).toBe(true);
  const circle = () => {
    const round: unknown[] = [];
    round.push(round);
    return round;
  };
  expect(await isChanged(circle(), circle())).toBe(true);
});

test("what has the same revision is not compared: it changes with the file", async () => {
  const untouchable = () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("looked at");
        },
      },
    );
  expect(await isChanged(untouchable(), untouchable(), "1")).toBe(false);
  await expect(isChanged(untouchable(), untouchable())).rejects.toThrow("looked at");
});
