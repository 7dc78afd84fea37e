import { expect, test } from "vitest";
import { copyArguments, isJsonData, thawArguments } from "../../src/operations/copy-arguments.js";

const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);

test("a copy holds the same, is frozen all the way down, and changes with nothing outside", () => {
  const args = { list: ["a", { b: 1 }], __proto__: null, other: null };
  const copied = copyArguments(args);
  expect(copied).toEqual(args);
  (args.list[1] as { b: number }).b = 2;
  expect(copied).toEqual({ list: ["a", { b: 1 }], other: null });
  const { list } = copied as { list: readonly unknown[] };
  expect([copied, list, list[1]].every(Object.isFrozen)).toBe(true);
});

test("a name such as __proto__ stays a name", () => {
  const copied = copyArguments(JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(Object.keys(copied ?? {})).toEqual(["__proto__"]);
  expect((copied as { polluted?: unknown }).polluted).toBeUndefined();
});

test("what is no plain data stays what it is, and a thawed copy may be changed", () => {
  const when = new Date(0);
  const copied = copyArguments({ when, list: ["a"] }) ?? {};
  expect((copied as { when: Date }).when).toBe(when);
  const { list } = thawArguments(copied) as { list: string[] };
  list.push("b");
  expect((copied as { list: string[] }).list).toEqual(["a"]);
});

test("100 levels are copied; one more, or a circle, is refused", () => {
  expect(copyArguments({ deep: nested(100) })).toEqual({ deep: nested(100) });
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  for (const args of [{ deep: nested(101) }, circle])
    expect(() => copyArguments(args)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("100 levels") }),
    );
});

test.each([
  [["a", "b"], true],
  [{ a: [1, true, null, { b: "x" }], c: undefined }, true],
  [undefined, true],
  [{ a: Number.NaN }, false],
  [{ a: 1n }, false],
  [{ a: () => 1 }, false],
  [{ a: new Date(0) }, false],
  [[Symbol("x")], false],
])("whether %o can be shown and compared: %s", (args, expected) => {
  expect(isJsonData(args)).toBe(expected);
});

test("10,000 fields of one object and 200,000 parts are copied, one more is refused", () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  const lists = (count: number) => ({ lists: Array.from({ length: count }, () => []) });
  for (const args of [fields(10_000), lists(199_997), { numbers: Array.from({ length: 300_000 }, () => 1) }])
    expect(() => copyArguments(args)).not.toThrow();
  for (const args of [fields(10_001), { inside: fields(10_001) }, lists(199_998)])
    expect(() => copyArguments(args)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: expect.stringMatching(/more than (10000|200000) /) }),
    );
});

test.each([
  ["o1 o2", "a string"],
  [5, "a number"],
  [null, "null"],
  [() => 1, "a function"],
])("arguments that are %j are refused", (args, what) => {
  expect(() => copyArguments(args as unknown as undefined)).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      message: expect.stringContaining(`are ${what}, and have to be a list`),
    }),
  );
});
