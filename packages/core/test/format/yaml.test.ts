import { parseSkill } from "@skillplug/core/format";
import { describe, expect, test } from "vitest";
import { refusal, skill } from "./refusal.js";

const valid = (yaml: string) => skill(`name: a\ndescription: b\n${yaml}`);

test("G03: a number is one where it loses nothing by it, and null, true and false are what they are", async () => {
  const { metadata } = await parseSkill(
    valid(
      "list: [300, -1, 0, 1.5, 1.50, 9007199254740993, ~, null, '', true, false, 'true', !!str 1, NaN, Infinity, 1e+21]\nempty:",
    ),
  );
  expect(metadata["list"]).toEqual([
    300,
    -1,
    0,
    1.5,
    "1.50",
    "9007199254740993",
    null,
    null,
    "",
    true,
    false,
    "true",
    "1",
    "NaN",
    "Infinity",
    "1e+21",
  ]);
  expect(metadata["empty"]).toBeNull();
});

test("bad input 3: an unquoted colon is accepted with a warning and its line", async () => {
  const { description, metadata, warnings } = await parseSkill(
    skill("name: a\ndescription: Use this: it's good\nlicense: MIT"),
  );
  expect([description, metadata["license"]]).toEqual(["Use this: it's good", "MIT"]);
  const message = expect.stringContaining('The value of "description" is not valid YAML');
  expect(warnings).toEqual([{ code: "unquoted-value", severity: "warning", message, line: 3 }]);
});

test("bad input 3: quotes within quotes, and colons on continuation lines, are read the same way", async () => {
  const quoted = await parseSkill(skill('name: a\ndescription: "Say "hello" to: me"'));
  expect(quoted.description).toBe('Say "hello" to: me');
  const folded = await parseSkill(skill("name: a\ndescription: first\n  then: second\n  third: x\nlater: y: z"));
  expect([folded.description, folded.metadata["later"]]).toEqual(["first then: second third: x", "y: z"]);
  expect(folded.warnings.map(({ line }) => line)).toEqual([3, 6]);
});

test("eight values that are not valid YAML are read, nine are not", async () => {
  const broken = (count: number) => valid(Array.from({ length: count }, (_, index) => `k${index}: a: b`).join("\n"));
  expect((await parseSkill(broken(8))).warnings).toHaveLength(8);
  expect(await refusal(broken(9))).toMatchObject({
    reason: "front-matter-yaml",
    line: 12,
    message: expect.stringContaining("not valid YAML: bad indentation of a mapping entry."),
    cause: { name: "YAMLException" },
  });
});

test.each([
  ["a duplicate key", "name: a\nname: b\ndescription: c", "front-matter-yaml", 3],
  ["a tab as indentation", "name: a\ndescription: b\nmetadata:\n\tx: 1", "front-matter-yaml", 5],
  ["a tag of another language", "name: a\ndescription: b\nx: !!js/function 'f'", "front-matter-yaml", 4],
  ["two documents", "name: a\ndescription: b\n...\nx: [1]", "front-matter-yaml", 1],
  ["a list", "- a\n- b", "front-matter-not-a-map", 1],
  ["a text", "just words", "front-matter-not-a-map", 1],
  ["a number", "42", "front-matter-not-a-map", 1],
  ["nothing", "", "front-matter-not-a-map", 1],
  ["only a comment", "# nothing", "front-matter-not-a-map", 1],
])("G04: bad input 4: %s as front matter is refused", async (_, yaml, reason, line) => {
  expect(await refusal(skill(yaml))).toMatchObject({ reason, line });
});

test.each([
  ["__proto__", "name: a\ndescription: b\n__proto__:\n  polluted: 1"],
  ["constructor.prototype", "name: a\ndescription: b\nx:\n  constructor:\n    prototype: {polluted: 1}"],
  ["a key in a list", "name: a\ndescription: b\nx: [{prototype: 1}]"],
  ["a merge key", "name: a\ndescription: b\nbase: &b {c: 1}\nx:\n  <<: *b"],
])("bad input 5: %s is refused and nothing is polluted", async (_, yaml) => {
  expect(await refusal(skill(yaml))).toMatchObject({ reason: "front-matter-key", line: 1 });
  expect("polluted" in {}).toBe(false);
});

describe("bad input 6: the size of the data is bounded", () => {
  const tooLarge = {
    reason: "front-matter-too-large",
    message: expect.stringContaining("more than 10000 values or nests deeper than 32"),
  };
  const values = (count: number) => valid(`x: [${Array(count).fill(1)}]`);
  const lists = (depth: number) => valid(`x: ${"[".repeat(depth)}${"]".repeat(depth)}`);
  const maps = (depth: number) => valid(`x: ${"{y: ".repeat(depth - 1)}{}${"}".repeat(depth - 1)}`);

  test("10,000 values are read, one more is refused", async () => {
    // The name, the description and the list are values too.
    expect((await parseSkill(values(10_000 - 3))).metadata["x"]).toHaveLength(9997);
    expect(await refusal(values(10_000 - 2))).toMatchObject(tooLarge);
  });

  test("an alias counts each time it is used, so that an alias bomb is refused", async () => {
    const list = (item: string | number) => `[${Array(10).fill(item)}]`;
    const bomb = (names: string) =>
      [...names].map((name, index) => `${name}: &${name} ${list(index === 0 ? 1 : `*${names[index - 1]}`)}`).join("\n");
    expect((await parseSkill(valid(bomb("pqr")))).metadata["r"]).toHaveLength(10);
    expect(await refusal(valid(bomb("pqrs")))).toMatchObject(tooLarge);
    expect(await refusal(valid("x: &x [*x]"))).toMatchObject(tooLarge);
  });

  test("262,144 characters of keys and values are read, aliases counted each time they are used, and one more is refused", async () => {
    const aliases = (description: string) =>
      skill(`name: a\ndescription: ${description}\nx: &x "${"t".repeat(2097)}"\ny: [${"*x,".repeat(124)}]`);
    expect((await parseSkill(aliases("b"))).metadata["y"]).toHaveLength(124);
    expect(await refusal(aliases("bb"))).toMatchObject({
      reason: "front-matter-too-large",
      message: expect.stringContaining("more than 262144 characters, counted each time an alias is used"),
    });
    const keys = (count: number) =>
      skill(`name: a\ndescription: b\nx: &x {? ${"k".repeat(9_000)} : 1}\ny: [${"*x,".repeat(count)}]`);
    expect((await parseSkill(keys(28))).metadata["y"]).toHaveLength(28);
    expect(await refusal(keys(29))).toMatchObject({ reason: "front-matter-too-large" });
  });

  test("lists and maps may nest 32 deep, not deeper", async () => {
    for (const nested of [lists, maps]) {
      expect((await parseSkill(nested(32))).metadata).toHaveProperty("x");
      expect(await refusal(nested(33))).toMatchObject(tooLarge);
    }
  });

  test("5,000 nested brackets are refused by the parser", async () => {
    expect(await refusal(lists(5000))).toMatchObject({
      reason: "front-matter-yaml",
      message: expect.stringContaining("nesting exceeded"),
    });
  });
});
