import { expect, test } from "vitest";
import { nearestFirst } from "../../src/operations/nearest-first.js";

const namesFor = async (name: string, names: readonly string[]) => (await nearestFirst(name, names)).names;

test("fewer edits come first, the case of letters does not count, and equals are in the order of the alphabet", async () => {
  expect(await namesFor("ECHO", ["zzzz", "etch", "bcho", "acho", "echo"])).toEqual([
    "echo",
    "acho",
    "bcho",
    "etch",
    "zzzz",
  ]);
  expect(await namesFor("readme.md", ["reads.md", "README.md"])).toEqual(["README.md", "reads.md"]);
});

test("of long names the first 100 characters are compared", async () => {
  const begin = "a".repeat(100);
  expect(await namesFor(`${begin}b`, [`${begin}c`, `${begin}bbb`])).toEqual([`${begin}bbb`, `${begin}c`]);
  const [long, mixed] = ["b".repeat(100), `${"b".repeat(97)}aaa`];
  expect(await namesFor(`${long}aaa`, [mixed, long])).toEqual([long, mixed]);
  const last = "a".repeat(99);
  expect(await namesFor(`${last}b`, [`${last}c`, `${last}b`])).toEqual([`${last}b`, `${last}c`]);
});

const SKILLS = ["big", "brand-kit", "refund-policy", "tax-code", "周报助手"];

test.each([
  ["a part", "refund", "refund-policy"],
  ["a part of Chinese", "周报助", "周报助手"],
  ["more than the name", "my-tax-code", "tax-code"],
  ["a part with a wrong letter", "refumd", "refund-policy"],
  ["the name with wrong letters", "refnud_policy", "refund-policy"],
])("%s of a name is near: %s", async (_, asked, name) => {
  const { names, nearest } = await nearestFirst(asked, SKILLS);
  expect(nearest).toBe(name);
  expect(names[0]).toBe(name);
  expect(names).toHaveLength(SKILLS.length);
});

test.each(["zzzzzz", "hut", "xy", "", "kitchen sink"])(
  "nothing is near to %j, and all names are told",
  async (asked) => {
    const { names, nearest } = await nearestFirst(asked, SKILLS);
    expect(nearest).toBeUndefined();
    expect(names.toSorted()).toEqual(SKILLS);
  },
);

test("of a path the file's name is compared too", async () => {
  expect((await nearestFirst("z.mjs", ["scripts/x.rb", "scripts/y.mjs"])).nearest).toBe("scripts/y.mjs");
});

test("a part may be of several words, or the name a part of what was asked for", async () => {
  const names = ["big", "a-refund-policy-2024-of-ours"];
  expect((await nearestFirst("policy-2024", names)).nearest).toBe("a-refund-policy-2024-of-ours");
  expect((await nearestFirst("the tax-code skill, please", ["big", "tax-code"])).nearest).toBe("tax-code");
});

test("of several that have the part the shortest is nearest", async () => {
  expect((await nearestFirst("pdf", ["fill-pdf-forms", "pdf-forms", "docx"])).names).toEqual([
    "pdf-forms",
    "fill-pdf-forms",
    "docx",
  ]);
});
