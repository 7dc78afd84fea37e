import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFrontMatter, parseSkill } from "@skillplug/core/format";
import { describe, expect, test } from "vitest";
import { parseFrontMatterWith } from "../../src/format/front-matter.js";
import { loadMatter } from "../../src/format/yaml-only.js";
import { refusal, skill } from "./refusal.js";

test("A08: front matter and body are taken apart", async () => {
  const { data, content } = await parseFrontMatter(skill("name: a\ndescription: b", "\n# Title\n\n---\nrest"));
  expect({ ...data }).toEqual({ name: "a", description: "b" });
  expect(content).toBe("\n# Title\n\n---\nrest");
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
    "G01: ---%s",
    async (language) => {
      expect(await refusal(`---${language}\n${code}\n---\nbody`)).toMatchObject({
        reason: "front-matter-language",
        line: 1,
        message: expect.stringContaining(`opens with "---${language}"`),
      });
      expect(existsSync(canary)).toBe(false);
    },
  );
});

test.each([
  ["no closing fence", "---\nname: a\ndescription: b\nbody", "front-matter-unclosed", "is not closed. End it"],
  ["no opening fence", "# Title\n", "front-matter-missing", 'first line. Begin with "---"'],
  ["blank lines before the fence", "\n\n---\nname: a\n---\n", "front-matter-missing", "Remove the blank lines"],
  [
    "a fence with more on its line",
    "---\nname: a\n---x\ndescription: b\n---\n",
    "front-matter-unclosed",
    "has more on it",
  ],
  ["an empty file", "", "front-matter-missing", "The file is empty"],
  ["a file of white space", " \n\n", "front-matter-missing", "The file is empty"],
])("G04: bad input 8: %s is refused with a hint", async (_, text, reason, hint) => {
  expect(await refusal(text)).toMatchObject({ reason, line: 1, message: expect.stringContaining(hint) });
});

test("bad input 8: a byte order mark, CRLF and white space after the fences are accepted", async () => {
  const { name, description, content } = await parseSkill(
    "\uFEFF--- \t\r\nname: a\r\ndescription: b\r\n--- \t\r\nBody\r\n",
  );
  expect([name, description, content]).toEqual(["a", "b", "Body\r\n"]);
});

test("a NUL is refused in the front matter, also where a parser would leave it out", async () => {
  expect(await refusal(skill("name: a\ndescription: b\0"))).toMatchObject({
    reason: "encoding",
    line: 1,
    message: "The front matter contains a NUL character. Save the file as UTF-8 text.",
  });
});

const LIMIT = 32 * 1024;
const refusalWith = (message: string) => ({
  reason: "front-matter-unclosed",
  message: expect.stringContaining(message),
});
const unclosed = refusalWith("is not closed. End it");
const tooLong = refusalWith(`is longer than ${LIMIT} characters. Shorten it`);

describe.each([
  ["which needs no parser", "name: a\ndescription: "],
  ["which needs a parser", "n: 1\nname: a\ndescription: "],
])("a front matter %s", (_, head) => {
  const ofLength = (length: number): string => `${head.padEnd(length - 1, "x")}\n`;

  test("is read up to 32,768 characters", async () => {
    const text = ofLength(LIMIT);
    const { description, content } = await parseSkill(`---\n${text}--- \t\nBody`);
    expect(description).toHaveLength(LIMIT - head.length - 1);
    expect(content).toBe("Body");
  });

  test("is refused with one more", async () => {
    expect(await refusal(`---\n${ofLength(LIMIT + 1)}---\nBody`)).toMatchObject(tooLong);
  });

  test.each([0, 1, 2, 3, 4])(
    "is not closed %d characters before the limit by a line with more on it",
    async (space) => {
      const error = await refusal(`---\n${ofLength(LIMIT - space)}---x\n`);
      expect(error).toMatchObject(unclosed);
    },
  );
});

test("bad input 6: 200,000 keys and a description of 10 MB are refused", async () => {
  const keys = Array.from({ length: 200_000 }, (_, index) => `k${index}: 1`).join("\n");
  expect(await refusal(skill(`name: a\ndescription: b\n${keys}`))).toMatchObject(tooLong);
  expect(await refusal(skill(`name: a\ndescription: ${"x".repeat(10_000_000)}`))).toMatchObject(tooLong);
});

test.each([
  ["line feeds", "\n"],
  ["carriage returns", "\r"],
  ["line separators", "\u2028"],
])("200 line ends in a row are read, one more is refused with its line: %s", async (_, end) => {
  const withEnds = (count: number) => `---\nname: a\ndescription: b\nc: [1]${end.repeat(count - 1)} \nd: 2\n---\n`;
  const told = await parseSkill(withEnds(200)).catch((error: unknown) => error);
  expect(told).not.toMatchObject({ reason: "front-matter-too-large" });
  expect(await refusal(withEnds(201))).toMatchObject({
    reason: "front-matter-too-large",
    line: 4,
    message: expect.stringContaining("more than 200 blank lines in a row"),
  });
});
