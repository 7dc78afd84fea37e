import { parseSkill, serializeSkill } from "@skillplug/core";
import fc from "fast-check";
import { expect, test } from "vitest";

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
const word = fc
  .string({ unit: "grapheme-composite", minLength: 1 })
  .filter((text) => /^[\p{L}\p{N}]/u.test(text) && !/[/\\\p{C}]/u.test(text) && text.trim() === text);
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
