import { describe, expect, test } from "vitest";
import { parseSkill } from "../../src/format/parse-skill.js";

const parse = (fields: string) => parseSkill(`---\nname: a\ndescription: b\n${fields}\n---\nbody`);

describe("a field that is not used never loses a skill", () => {
  test.each([
    ["two lists", "argument-hint: [date] [duration]", "argument-hint", "[date] [duration]", 4],
    ["a star", "allowed-tools: *", "allowed-tools", "*", 4],
    ["a map without its end", 'metadata: {"a":{"b":1}', "metadata", '{"a":{"b":1}', 4],
    ["a map without its end, before others", 'license: MIT\nmetadata: {"a": 1\nfoo: bar', "metadata", '{"a": 1', 5],
    ["a list without its end", "tags: [a, b\nversion: 2", "tags", "[a, b", 4],
    ["prose", "triggers: When: x\n  - or: [", "triggers", "When: x - or: [", 4],
    [
      "prose at the start of a line",
      "triggers:\nWhen the user asks\nat once",
      "triggers",
      "When the user asks at once",
      4,
    ],
    ["an at sign", "model: @fast", "model", "@fast", 4],
    ["text behind a block", "hooks: |\n a\nb", "hooks", "| a b", 4],
  ])("%s is read as one text, with the line", async (_, fields, field, value, line) => {
    const { metadata, warnings } = await parse(fields);
    expect(metadata).toMatchObject({ name: "a", description: "b", [field]: value });
    expect(warnings).toMatchObject([{ code: "unquoted-value", line }]);
    expect(warnings[0]?.message).toContain(`"${field}"`);
  });

  test("what stands behind it keeps its meaning", async () => {
    const { metadata } = await parse("tags: [a, b\nversion: 2\nmore:\n  x: 1");
    expect(metadata).toMatchObject({ version: "2", more: { x: 1 } });
  });

  test("the advice holds: in quotes it loads without a warning", async () => {
    expect((await parse('argument-hint: "[date] [duration]"')).warnings).toEqual([]);
  });

  test("the required fields are not guessed where syntax can be meant", async () => {
    for (const value of ['"b', "'b", "{b", "> b\n c: d\n- e"]) {
      await expect(parseSkill(`---\nname: a\ndescription: ${value}\n---\n`)).rejects.toMatchObject({
        reason: "front-matter-yaml",
      });
    }
    await expect(parseSkill("---\nname: a\ndescription: [b\n---\n")).rejects.toMatchObject({
      reason: "front-matter-yaml",
    });
    await expect(parseSkill("---\nname: a\ndescription: b\nx: !y [\n---\n")).rejects.toMatchObject({
      reason: "front-matter-yaml",
    });
  });

  test("100 fields before the failing line are looked at, and no more", async () => {
    const broken = (count: number) =>
      parse(['tags: "a', ...Array.from({ length: count }, (_, index) => `f${index}: x`)].join("\n"));
    expect((await broken(99)).metadata).toMatchObject({ tags: '"a', f98: "x" });
    await expect(broken(100)).rejects.toMatchObject({ reason: "front-matter-yaml" });
  });
});
