import { parseSkill } from "@skillplug/core/format";
import { expect, test } from "vitest";
import { refusal, skill } from "./refusal.js";

test("G03: names, versions and dates stay what was written, other numbers are numbers", async () => {
  const { name, metadata } = await parseSkill(
    skill(
      "name: 123\ndescription: true\nversion: 1.10\nlicense: 2\ncompatibility: 20\nday: 2024-01-02\nmetadata:\n  version: 1.0\n  count: 7\nttl: 300\nratio: 1.50\nok: true",
    ),
  );
  expect(name).toBe("123");
  expect(metadata).toMatchObject({
    description: "true",
    version: "1.10",
    license: "2",
    compatibility: "20",
    day: "2024-01-02",
    ttl: 300,
    ratio: "1.50",
    ok: true,
  });
  expect(metadata["metadata"]).toMatchObject({ version: "1.0", count: "7" });
  expect((await parseSkill(skill("name: a\ndescription: b\nversion: 2"))).metadata["version"]).toBe("2");
});

test("the front matter is frozen and has no prototype, also where a number in it became a text", async () => {
  const { metadata } = await parseSkill(skill("name: a\ndescription: b\nversion: 2\nmetadata: {count: 7}"));
  for (const map of [metadata, metadata["metadata"]]) {
    expect([Object.isFrozen(map), Object.getPrototypeOf(map)]).toEqual([true, null]);
  }
});

test.each([
  ["name: {}", "field-type", "must be a text, but it is a map"],
  ["name: []", "field-type", "must be a text, but it is a list"],
  ["name: null", "name-missing", '"name" is missing or empty'],
  ["name:", "name-missing", '"name" is missing or empty'],
  ['name: ""', "name-missing", '"name" is missing or empty'],
  ["name: '\u200b'", "name-missing", '"name" is missing or empty'],
  ["name: ../../x", "invalid-name", "Invalid skill name: ../../x."],
  ["name: a/../b", "invalid-name", "Invalid skill name: a/../b."],
  ["name: a/./b", "invalid-name", "Invalid skill name: a/./b."],
  ["name: a//b", "invalid-name", "Invalid skill name: a//b."],
  ["name: a/", "invalid-name", "Invalid skill name: a/."],
  ["name: ..", "invalid-name", "Invalid skill name: ..."],
  ["name: '.'", "invalid-name", "Invalid skill name: .."],
  ["name: /etc", "invalid-name", "Invalid skill name: /etc."],
  ["name: a\\b", "invalid-name", "Invalid skill name: a\\b."],
])("bad input 7: %s is refused as a name", async (line, reason, message) => {
  expect(await refusal(skill(`${line}\ndescription: b`))).toMatchObject({
    name: "SkillValidationError",
    reason,
    message: expect.stringContaining(message),
  });
});

test.each(["area/skill", ".hidden", "a..b", "...", "技能", "With Spaces"])("%s is accepted as a name", async (name) => {
  expect((await parseSkill(skill(`name: ${name}\ndescription: b`))).name).toBe(name);
});

test("E04: a missing name or description is named in the error", async () => {
  for (const [field, text] of [
    ["name", "description: b"],
    ["name", "name: ' '\ndescription: b"],
    ["description", "name: a"],
    ["description", "name: a\ndescription:"],
    ["description", "name: a\ndescription: ' '"],
  ] as const) {
    expect(await refusal(skill(text))).toMatchObject({
      reason: `${field}-missing`,
      message: `The field "${field}" is missing or empty. Add "${field}: …" to the front matter.`,
    });
  }
});

test("a field in capitals is missing, and the error names it and the lower case", async () => {
  const advice = (found: string, field: string) =>
    `The field "${field}" is missing or empty. There is "${found}": fields are written in lower case. Write "${field}: …" in its place.`;
  for (const [text, found, field] of [
    ["Name: a\nDescription: b", "Name", "name"],
    ["name:\nNAME: a\ndescription: b", "NAME", "name"],
    ["name: a\nDescription: [a] b", "Description", "description"],
    ["name: a\nDescription: |\n  b\n", "Description", "description"],
  ] as const) {
    expect(await refusal(skill(text))).toMatchObject({ reason: `${field}-missing`, message: advice(found, field) });
  }
});

test("a license or a compatibility that is no text is none, and stays in the front matter", async () => {
  const parsed = await parseSkill(skill("name: a\ndescription: b\nlicense: [MIT]\ncompatibility: {node: 20}"));
  expect([parsed.license, parsed.compatibility]).toEqual([undefined, undefined]);
  expect(parsed.metadata).toMatchObject({ license: ["MIT"], compatibility: { node: 20 } });
});

test("B02: other fields are kept as written", async () => {
  const { metadata } = await parseSkill(
    skill("name: a\ndescription: b\nversion: 2.0\nauthor: Ann\ncategory: x\ntags: [p, q]\ndependencies:\n  - c@^1"),
  );
  expect(metadata).toMatchObject({
    version: "2.0",
    author: "Ann",
    category: "x",
    tags: ["p", "q"],
    dependencies: ["c@^1"],
  });
});
