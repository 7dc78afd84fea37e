import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkillValidationError } from "@skillplug/core";
import { parseFrontMatter, parseSkill, serializeSkill } from "@skillplug/core/format";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFrontMatterWith } from "../../src/format/front-matter.js";
import { loadMatter } from "../../src/format/yaml-only.js";

const refusal = (text: string): Promise<SkillValidationError> =>
  parseSkill(text).then(
    () => Promise.reject(new Error("it was accepted")),
    (error: SkillValidationError) => error,
  );

const skill = (frontMatter: string, body = "Body\n") => `---\n${frontMatter}\n---\n${body}`;

test("A08: front matter and body are taken apart", async () => {
  const { data, content } = await parseFrontMatter(skill("name: a\ndescription: b", "\n# Title\n\n---\nrest"));
  expect({ ...data }).toEqual({ name: "a", description: "b" });
  expect(content).toBe("\n# Title\n\n---\nrest");
});

test("A09: gray-matter splits, and the YAML is ours: no code, no caching, no 1.1 types", async () => {
  const { metadata } = await parseSkill(skill("name: a\ndescription: b\nanswer: yes\nday: 2024-01-02\ntime: 1:30"));
  expect(metadata).toMatchObject({ answer: "yes", day: "2024-01-02", time: "1:30" });
});

test("without Node the same texts give the same data", async () => {
  const matter = await loadMatter();
  for (const text of [skill("name: a\ndescription: b: c\nn: 300"), skill("name: a\r\ndescription: |\r\n  x\r\n  y")]) {
    expect(parseFrontMatterWith(matter, text)).toEqual(await parseFrontMatter(text));
  }
});

describe("bad input 1: front matter in another language is refused", () => {
  const canary = join(tmpdir(), `skillplug-canary-${process.pid}`);
  const code = `module.exports = (require("fs").writeFileSync(${JSON.stringify(canary)}, ""), {name: "x", description: "y"})`;
  test.each(["js", "javascript", "json", "toml", "coffee", "constructor", "yaml", "__proto__"])(
    "---%s",
    async (language) => {
      expect(await refusal(`---${language}\n${code}\n---\nbody`)).toMatchObject({
        reason: "front-matter-language",
        line: 1,
      });
      expect(existsSync(canary)).toBe(false);
    },
  );
});

test("G01: JavaScript front matter does not run, also where gray-matter itself meets it", async () => {
  const { default: matter } = await import("gray-matter");
  const ours = await (await import("../../src/format/gray-matter.js")).loadMatter();
  expect(() => ours("---js\nglobalThis.hacked = 1\n---\n", () => ({}))).toThrow("Only YAML");
  expect(matter).toBeDefined();
  expect("hacked" in globalThis).toBe(false);
});

test("G02: bad input 2: broken YAML gives the same error each time, and callers share nothing", async () => {
  const broken = skill("name: [a\ndescription: b");
  expect((await refusal(broken)).message).toBe((await refusal(broken)).message);
  const text = skill("name: a\ndescription: b\nmetadata:\n  tags: [x]");
  const first = await parseSkill(text);
  expect(Object.isFrozen(first.metadata) && Object.isFrozen(first.metadata["metadata"])).toBe(true);
  expect((await parseSkill(text)).metadata).not.toBe(first.metadata);
});

test("G03: names, versions and dates stay what was written, other numbers are numbers", async () => {
  const { name, metadata } = await parseSkill(
    skill(
      "name: 123\ndescription: yes\nversion: 1.10\nlicense: 2\nmetadata:\n  version: 1.0\n  count: 7\nttl: 300\nratio: 1.50\nok: true",
    ),
  );
  expect(name).toBe("123");
  expect(metadata).toMatchObject({
    description: "yes",
    version: "1.10",
    license: "2",
    ttl: 300,
    ratio: "1.50",
    ok: true,
  });
  expect(metadata["metadata"]).toMatchObject({ version: "1.0", count: "7" });
});

test("bad input 3: an unquoted colon is accepted with a warning and its line", async () => {
  const { description, warnings } = await parseSkill(skill("name: a\ndescription: Use this: it's good\nlicense: MIT"));
  expect(description).toBe("Use this: it's good");
  expect(warnings).toEqual([expect.objectContaining({ code: "unquoted-value", severity: "warning", line: 3 })]);
});

test("bad input 3: quotes within quotes, and colons on continuation lines, are read the same way", async () => {
  const quoted = await parseSkill(skill('name: a\ndescription: "Say "hello" to: me"'));
  expect(quoted.description).toBe('Say "hello" to: me');
  const folded = await parseSkill(skill("name: a\ndescription: first\n  then: second\n  third: x"));
  expect(folded.description).toBe("first then: second third: x");
});

test.each([
  ["a duplicate key", "name: a\nname: b\ndescription: c", "front-matter-yaml"],
  ["a tab as indentation", "name: a\ndescription: b\nmetadata:\n\tx: 1", "front-matter-yaml"],
  ["a list", "- a\n- b", "front-matter-not-a-map"],
  ["a text", "just words", "front-matter-not-a-map"],
  ["a number", "42", "front-matter-not-a-map"],
  ["nothing", "", "front-matter-not-a-map"],
  ["only a comment", "# nothing", "front-matter-not-a-map"],
])("G04: bad input 4: %s as front matter is refused", async (_, yaml, reason) => {
  expect(await refusal(skill(yaml))).toMatchObject({ reason });
});

test.each([
  ["__proto__", "name: a\ndescription: b\n__proto__:\n  polluted: 1"],
  ["constructor.prototype", "name: a\ndescription: b\nx:\n  constructor:\n    prototype: {polluted: 1}"],
  ["a merge key", "name: a\ndescription: b\nbase: &b {c: 1}\nx:\n  <<: *b"],
])("bad input 5: %s is refused and nothing is polluted", async (_, yaml) => {
  expect(await refusal(skill(yaml))).toMatchObject({ reason: "front-matter-key" });
  expect("polluted" in {}).toBe(false);
});

test.each([
  [
    "an alias bomb",
    `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"].map((k, i) => `${k}: &${k} [${Array(9).fill(`*${"abcdefgh"[i]}`)}]`).join("\n")}`,
  ],
  ["5,000 nested brackets", `x: ${"[".repeat(5000)}${"]".repeat(5000)}`],
  ["200,000 keys", Array.from({ length: 200_000 }, (_, i) => `k${i}: 1`).join("\n")],
  ["a 10 MB description", `description: ${"x".repeat(10_000_000)}`],
])("bad input 6: %s is refused", async (_, yaml) => {
  expect((await refusal(skill(`name: a\n${yaml}`))).code).toBe("invalid_skill");
});

test.each([
  ["no closing fence", "---\nname: a\ndescription: b\nbody", "front-matter-unclosed", "exactly"],
  ["no opening fence", "# Title\n", "front-matter-missing", "Begin with"],
  ["blank lines before the fence", "\n\n---\nname: a\n---\n", "front-matter-missing", "blank lines"],
  ["a fence with more on its line", "---\nname: a\n---x\ndescription: b\n---\n", "front-matter-unclosed", "exactly"],
  ["an empty file", "", "front-matter-missing", "empty"],
])("bad input 8: %s is refused with a hint", async (_, text, reason, hint) => {
  const error = await refusal(text);
  expect(error.reason).toBe(reason);
  expect(error.message).toContain(hint);
});

test("bad input 8: a byte order mark and CRLF are accepted", async () => {
  const { name, description, content } = await parseSkill("\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\nBody\r\n");
  expect([name, description, content]).toEqual(["a", "b", "Body\r\n"]);
});

test.each([
  "name: {}",
  "name: []",
  "name: null",
  "name:",
  'name: ""',
  "name: '\u200b'",
  "name: ../../x",
  "name: a/../b",
  "name: /etc",
])("bad input 7: %s is refused as a name", async (line) => {
  expect((await refusal(skill(`${line}\ndescription: b`))).code).toBe("invalid_skill");
});

test("E04: a missing name or description is named in the error", async () => {
  expect((await refusal(skill("description: b"))).message).toContain('"name" is missing');
  expect((await refusal(skill("name: a"))).message).toContain('"description" is missing');
});

test("bad input 13: escapes, bidirectional controls, zero-width and tag characters are stripped and reported", async () => {
  const { name, description, warnings } = await parseSkill(
    skill('name: "pd\\u200Bf"\ndescription: "\\e[31mred\\e[0m \\u202Eevil\\U000E0041 👩‍💻"'),
  );
  expect([name, description]).toEqual(["pdf", "red evil 👩‍💻"]);
  expect(warnings.map(({ code }) => code)).toEqual(["hidden-characters", "hidden-characters"]);
});

test("bad input 13: the same as raw bytes, which YAML itself would refuse, is stripped and reported", async () => {
  const { name, description, warnings } = await parseSkill(
    skill("name: a\u200Bb\ndescription: \u001B[31mred\u001B[0m \u202Ecar"),
  );
  expect([name, description]).toEqual(["ab", "red car"]);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining("front matter holds 9"),
    expect.stringContaining("name holds 1"),
    expect.stringContaining("description holds 1"),
  ]);
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
