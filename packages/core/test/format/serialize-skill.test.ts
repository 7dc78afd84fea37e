import { parseSkill, serializeSkill } from "@skillplug/core/format";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine } from "../../src/text/clean-text.js";

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/), tie("any"), { maxKeys: 3 }),
  ),
})).any;
/** What is invisible in a name or a description is taken out of it, also letters such as U+3164, and is tested below. */
const word = fc
  .string({ unit: "grapheme-composite", minLength: 1 })
  .filter((text) => /^[\p{L}\p{N}]/u.test(text) && !/[/\\]/.test(text) && cleanLine(text).text === text);
const fieldName = fc
  .stringMatching(/^[a-z][a-z0-9-]{0,10}$/)
  .filter(
    (key) =>
      !["name", "description", "license", "compatibility", "version", "metadata", "constructor", "prototype"].includes(
        key,
      ),
  );

test("a skill that is serialised and parsed again is the same, body byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(
      word,
      word,
      fc.dictionary(fieldName, value, { maxKeys: 4 }),
      fc.string({ unit: "binary" }),
      async (name, description, fields, content) => {
        const text = serializeSkill({ name, description, content, metadata: fields as never });
        const parsed = await parseSkill(text);
        expect(parsed).toMatchObject({ name, description, content });
        expect(JSON.stringify(parsed.metadata)).toBe(JSON.stringify({ name, description, ...fields }));
        expect(serializeSkill(parsed)).toBe(text);
      },
    ),
    { numRuns: 500, examples: [["0", "〸", { a: { a: "\u{E0000}\u200B\uFEFF\u001B[31m" } }, ""]] },
  );
});

test("fields stay in their order and as they were written, with white space and hidden characters", async () => {
  const text = '---\nversion: "2"\ndescription: " b\\u200B "\nname: a\n---\nBody\n';
  const parsed = await parseSkill(text);
  expect([parsed.name, parsed.description]).toEqual(["a", "b"]);
  const { metadata, content } = await parseSkill(serializeSkill(parsed));
  expect([Object.entries(metadata), content]).toEqual([
    [
      ["version", "2"],
      ["description", " b\u200B "],
      ["name", "a"],
    ],
    "Body\n",
  ]);
});

test("a field that was changed is written, in the place that it had", async () => {
  const parsed = await parseSkill("---\nversion: '2'\ndescription: b\nname: a\nlicense: MIT\n---\n");
  const changed = serializeSkill({ ...parsed, description: "other", license: "ISC", compatibility: "Node 20" });
  expect(Object.entries((await parseSkill(changed)).metadata)).toEqual([
    ["version", "2"],
    ["description", "other"],
    ["name", "a"],
    ["license", "ISC"],
    ["compatibility", "Node 20"],
  ]);
});

test("of a skill that was not parsed, name and description are written first", () => {
  const metadata = { author: "Ann" };
  const skill = { name: "a", description: "b", license: "MIT", compatibility: "Node 20", metadata, content: "Body" };
  expect(serializeSkill(skill)).toBe(
    "---\nname: a\ndescription: b\nlicense: MIT\ncompatibility: Node 20\nauthor: Ann\n---\nBody",
  );
});
