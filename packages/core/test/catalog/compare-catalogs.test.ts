import { memory, type SkillInput } from "@skillplug/core";
import { expect, test } from "vitest";
import { type Catalog, emptyCatalog } from "../../src/catalog/catalog.js";
import { changeBetween } from "../../src/catalog/compare-catalogs.js";
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
