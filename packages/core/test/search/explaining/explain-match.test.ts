import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSkills, type SkillInput, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bigrams } from "../../../src/search/language/bigrams.js";
import { createDictionary } from "../../../src/search/language/dictionary.js";
import { createTokenizer } from "../../../src/search/language/tokenizer.js";

/** Why a request finds the only skill of a folder. */
async function explain(query: string, text: string | Uint8Array, folder = "s") {
  const toolset = await loadSkills(await folderWith({ [`${folder}/SKILL.md`]: text }), { logger: false });
  const [hit] = await toolset.searchSkills(query, 1, { explain: true });
  return hit;
}

const wordsOf = async (...request: Parameters<typeof explain>) =>
  (await explain(...request))?.matches?.map(({ field, words }) => [field, ...words]);

test.each([
  [
    "by field",
    "fill invoices now",
    skillText("fill-forms", "Fills forms", "Sums invoices.\n"),
    [
      ["name", "fill"],
      ["description", "fill"],
      ["body", "invoices"],
    ],
  ],
  [
    "in the order of the request, each once",
    "Zebra apple zebra MANGO",
    skillText("s", "mango apple zebra", ""),
    [["description", "zebra", "apple", "mango"]],
  ],
  [
    "by their stems",
    "searching databases",
    skillText("s", "search a database", ""),
    [["description", "searching", "databases"]],
  ],
  [
    "by their translations into Chinese",
    "database",
    skillText("s", "处理数据库的迁移", ""),
    [["description", "database"]],
  ],
  [
    "by their translations into English",
    "天气",
    skillText("s", "The weather of a city", ""),
    [["description", "天气"]],
  ],
  [
    "translated words in the order of the request too",
    "天气预报 tool",
    skillText("s", "weather forecast tool", ""),
    [["description", "天气预报", "tool"]],
  ],
  [
    "terms of several words in their place",
    "machine learning report",
    skillText("s", "机器学习 report", ""),
    [["description", "machine learning", "report"]],
  ],
  ["without accents", "Résumé", skillText("s", "Write a resume", ""), [["description", "resume"]]],
  ["without stop words", "please use the report", skillText("s", "Use the report", ""), [["description", "report"]]],
  ["names with punctuation", "C++ in .NET", skillText("s", "c++ and .net", ""), [["description", "c++", ".net"]]],
])("matched words: %s", async (_rule, query, text, expected) => {
  expect(await wordsOf(query, text)).toEqual(expected);
});

test("a translation of several words counts where a text has them all", async () => {
  const text = skillText("s", "machine learning", "数据分析\n\nA machine.\n\nAnother.\n\nMore.\n\nMachines learn.\n");
  const hit = await explain("机器学习 database", text);
  expect(hit?.matches).toEqual([
    { field: "description", words: ["机器学习"] },
    { field: "body", words: ["机器学习"] },
  ]);
  expect(hit?.passage).toEqual({ text: "Machines learn.", startLine: 13, endLine: 13 });
});

const passageOf = async (...request: Parameters<typeof explain>) => (await explain(...request))?.passage;

test("the passage is the one with the rarest words, not the one with the most", async () => {
  const body = "Write a report.\n\nFirst.\n\nSecond.\n\nThird.\n\nThe tax.\n";
  const others = ["a", "b", "c"].map((name) => [`${name}/SKILL.md`, skillText(name, "Writes a report")]);
  const folder = await folderWith({ ...Object.fromEntries(others), "s/SKILL.md": skillText("s", "Tax", body) });
  const [hit] = await (await loadSkills(folder)).searchSkills("write a tax report", 1, { explain: true });
  expect(hit).toMatchObject({ name: "s", passage: { text: "The tax.", startLine: 13, endLine: 13 } });
});

test("of passages that say as much, the shortest and then the first is shown", async () => {
  expect(await passageOf("red green", skillText("s", "d", "red\ngreen\n\nred green\n\ngreen red\n"))).toEqual({
    text: "red green",
    startLine: 8,
    endLine: 8,
  });
});

test("a longer passage has to have a quarter more than the best shorter one, and then some", async () => {
  const words = ["red", "green", "blue", "white", "black", "grey"];
  const passage = (count: number) => {
    const [first, second] = [words.slice(0, 4).join(" "), words.slice(2, count).join(" ")];
    return passageOf(words.join(" "), skillText("s", "d", `${first}\n${second}\n`));
  };
  expect(await passage(5)).toEqual({ text: "red green blue white", startLine: 5, endLine: 5 });
  expect(await passage(6)).toMatchObject({ startLine: 5, endLine: 6 });
});

test("a line of 200 characters is shown whole, of a longer one a sentence", async () => {
  const line = (length: number) => `${"Say it. ".repeat(20)}The invoice.`.padEnd(length, "!");
  expect((await passageOf("invoice", skillText("s", "d", `${line(200)}\n`)))?.text).toBe(line(200));
  expect((await passageOf("invoice", skillText("s", "d", `${line(201)}\n`)))?.text).toMatch(/^The invoice\.!+$/);
});

test("what is longer than a sentence is cut between words into pieces of 400 characters", async () => {
  const words = (count: number) => "word ".repeat(count);
  const before = words(80); // a piece of 400 characters, the last one a space
  const passage = await passageOf("invoice", skillText("s", "d", `${before}invoice ${words(200)}\n`));
  expect(passage?.text).toBe(`invoice ${words(79)}`.slice(0, 400).replace(/ \S*$/, ""));
});

test("a passage has at most three lines, empty ones aside", async () => {
  const body = "none\nred\n\ngreen\nblue\nwhite\n";
  expect(await passageOf("red green blue white", skillText("s", "d", body))).toEqual({
    text: "red\ngreen\nblue",
    startLine: 6,
    endLine: 9,
  });
});

test.each([
  ["of English", "One says little. ".repeat(20), "Two tells of invoices! ", "Three is silent. ".repeat(5)],
  ["of Chinese", "这里没有什么。".repeat(40), "这一句说到发票 invoices。", "最后一句。".repeat(10)],
])("of a long line %s, a sentence is shown", async (_language, before, sentence, after) => {
  const body = `# Title\n${before}${sentence}${after}\n`;
  expect(await passageOf("invoices", skillText("s", "d", body))).toEqual({
    text: sentence.trim(),
    startLine: 6,
    endLine: 6,
  });
});

test("sentences of one line stay on one line", async () => {
  const body = `${"Filler here. ".repeat(20)}Red now. Green then. ${"Filler here. ".repeat(20)}\n`;
  expect(await passageOf("red green", skillText("s", "d", body))).toEqual({
    text: "Red now. Green then.",
    startLine: 5,
    endLine: 5,
  });
});

const plain = "---\nname: s\ndescription: d\n---\n# Title\n\nThe invoice\n";
const crlf = plain.replaceAll("\n", "\r\n");

test.each([
  ["plain", plain, 7],
  ["with CRLF", crlf, 7],
  ["with a byte order mark", `\uFEFF${plain}`, 7],
  ["with both", `\uFEFF${crlf}`, 7],
  ["with a longer front matter", plain.replace("description: d", "description: |\n  d\n  e\nlicense: MIT"), 10],
  ["without a line break at its end", plain.trimEnd(), 7],
  ["with fences in its body", plain.replace("# Title\n", "---\n---\n"), 8],
])("line numbers are those of a SKILL.md %s", async (_form, text, line) => {
  const passage = await passageOf("invoice", text);
  expect(passage).toEqual({ text: "The invoice", startLine: line, endLine: line });
  expect(text.split(/\r?\n/)[line - 1]).toBe("The invoice");
});

test("line numbers of a skill from memory are those of the SKILL.md that it would have", async () => {
  const skill: SkillInput = { name: "s", description: "d", license: "MIT", content: "# Title\n\nThe invoice\n" };
  const [hit] = await new SkillsToolset({ skills: [skill] }).searchSkills("invoice", 1, { explain: true });
  expect(hit?.passage).toEqual({ text: "The invoice", startLine: 8, endLine: 8 });
});

test.each([
  ["the name", "invoice-sums", "d", "# Title\n"],
  ["the description", "s", "Sums an invoice", "# Title\n"],
  ["the name, and the body is empty", "invoice-sums", "d", ""],
])("where only %s matches there is no passage", async (_field, name, description, body) => {
  const hit = await explain("invoice", skillText(name, description, body), name);
  expect(hit?.matches).toHaveLength(1);
  expect(hit).not.toHaveProperty("passage.text");
});

test("a Chinese word that the skill's words do not have as a whole has a passage too", async () => {
  expect(await explain("研究生命", skillText("s", "d", "# 标题\n招收研究生\n"))).toMatchObject({
    matches: [{ field: "body", words: ["研究"] }],
    passage: { text: "招收研究生", startLine: 6 },
  });
});

test("without `explain` a hit has a name, a description and a score", async () => {
  const toolset = new SkillsToolset({ skills: [{ name: "s", description: "d", content: "The invoice" }] });
  const plainHits = [{ name: "s", description: "d", score: expect.any(Number) }];
  expect(await toolset.searchSkills("invoice")).toStrictEqual(plainHits);
  expect(await toolset.searchSkills("invoice", 10, { explain: false })).toStrictEqual(plainHits);
  expect(await toolset.searchSkills("invoice", 10, {})).toStrictEqual(plainHits);
});

test("after a reload passages are those of the file as it is now, also where only its front matter has grown", async () => {
  const folder = await folderWith({ "s/SKILL.md": plain });
  const toolset = await loadSkills(folder);
  const lines = async () => {
    const [hit] = await toolset.searchSkills("invoice", 1, { explain: true });
    return [hit?.passage?.startLine, hit?.passage?.endLine];
  };
  expect(await lines()).toEqual([7, 7]);
  const { writeFile } = await import("node:fs/promises");
  await writeFile(join(folder, "s/SKILL.md"), plain.replace("description: d", "description: d\nlicense: MIT"));
  await toolset.reload();
  expect(await lines()).toEqual([8, 8]);
  await appendFile(join(folder, "s/SKILL.md"), "The other invoice number\n");
  await toolset.reload();
  const [hit] = await toolset.searchSkills("invoice number", 1, { explain: true });
  expect(hit?.passage).toMatchObject({ startLine: 9, endLine: 9 });
});

test.each([
  ["one line", `${"word ".repeat(19_000)}invoice`],
  ["one word", "invoice ".padEnd(100_000, "x")],
  ["short lines", `${"a\n".repeat(49_000)}invoice`],
  ["sentences", `${"An invoice. ".repeat(8_500)}`],
  ["Chinese without punctuation", `invoice${"天气预报".repeat(25_000)}`],
])("bad input 36: a body of 100,000 characters in %s is explained", async (_form, content) => {
  const toolset = new SkillsToolset({ skills: [{ name: "s", description: "invoice", content }] });
  const [hit] = await toolset.searchSkills("invoice 天气", 1, { explain: true });
  expect(hit?.matches?.map(({ field }) => field)).toEqual(["description", "body"]);
  expect(hit?.passage?.text).toMatch(/invoice/i);
  expect(hit?.passage?.text.length).toBeLessThan(1300);
});

test("what a body has beyond 100,000 characters is neither searched nor explained", async () => {
  const content = `${" ".repeat(99_993)}invoice late`;
  const toolset = new SkillsToolset({ skills: [{ name: "s", description: "Pays", content }] });
  const [hit] = await toolset.searchSkills("invoice late", 1, { explain: true });
  expect(hit?.matches).toEqual([{ field: "body", words: ["invoice"] }]);
  expect(await toolset.searchSkills("late")).toEqual([]);
});

test("what a name has beyond 1,000 characters and a description beyond 10,000 is not searched", async () => {
  const name = `${" ".repeat(997)}pdfx`;
  const description = `${" ".repeat(9_997)}csvx`;
  const toolset = new SkillsToolset({ skills: [{ name, description, content: "" }], logger: false });
  const [hit] = await toolset.searchSkills("pdf pdfx csv csvx", 1, { explain: true });
  expect(hit?.matches).toEqual([
    { field: "name", words: ["pdf"] },
    { field: "description", words: ["csv"] },
  ]);
});

test("what a query has beyond 10,000 characters is not looked up", async () => {
  const toolset = new SkillsToolset({ skills: [{ name: "s", description: "pdf", content: "" }] });
  expect(await toolset.searchSkills(`${" ".repeat(9_997)}pdf`)).toMatchObject([{ name: "s" }]);
  expect(await toolset.searchSkills(`${" ".repeat(9_998)}pdf`)).toEqual([]);
});

test.each(["invoice ", "a", "天气", "天 a气b ", "[[", "invoice. \n"])(
  "bad input 36: a request of 100 kB of %j is explained",
  async (unit) => {
    const toolset = new SkillsToolset({
      skills: [{ name: "s", description: "invoice 天气", content: "The invoice\n天气\n" }],
    });
    const hits = await toolset.searchSkills(unit.repeat(100_000 / unit.length), 5, { explain: true });
    for (const { matches = [] } of hits) expect(matches).not.toEqual([]);
  },
);

test("of a request the first 10,000 characters are explained", async () => {
  const request = (length: number) => `invoice ${"x".repeat(length - "invoice  tax".length)} tax`;
  const text = skillText("s", "Invoice, tax");
  expect(await wordsOf(request(10_000), text)).toEqual([["description", "invoice", "tax"]]);
  expect(await wordsOf(request(10_001), text)).toEqual([["description", "invoice"]]);
});

const tokenizer = createTokenizer();
const tokenize = (text: string): string[] => tokenizer.tokenize(text);
const termsOf = (text: string) => [...tokenizer.tokenize(text), ...bigrams(text)];
const translate = createDictionary((words) => tokenizer.tokenize(words).join(" "));
const spans = fc.constantFrom(
  "database",
  "数据库",
  "reports",
  "report.",
  "天气预报",
  "weather",
  "the",
  "\n",
  "\n\n",
  "c++ ",
);
const text = fc.array(spans, { maxLength: 12 }).map((words) => words.join(" "));

test("a passage is lines of the file, and each matched word stands in the field that is named", async () => {
  const skill = fc.record({ name: fc.constantFrom("weather", "report-it"), description: text, content: text });
  await fc.assert(
    fc.asyncProperty(skill, text, async (input, query) => {
      const description = `d ${input.description.replaceAll("\n", " ")}`;
      const source = skillText(input.name, JSON.stringify(description), input.content);
      const hit = await explain(query, source, input.name);
      if (!hit) return;
      const lines = source.split("\n");
      const { matches = [], passage } = hit;
      expect(matches).not.toEqual([]);
      for (const { field, words } of matches) {
        const having = new Set(termsOf({ ...input, description, body: input.content }[field]));
        for (const word of words) {
          const ways = [...tokenizer.tokenize(word).map((term) => [term]), ...translate(word).map(tokenize)];
          expect([word, ways.some((way) => way.every((term) => having.has(term)))]).toEqual([word, true]);
        }
      }
      expect(passage !== undefined).toBe(matches.some(({ field }) => field === "body"));
      if (!passage) return;
      expect(passage.startLine).toBeLessThanOrEqual(passage.endLine);
      expect(passage.startLine).toBeGreaterThan(4);
      expect(passage.endLine).toBeLessThanOrEqual(lines.length);
      const shown = passage.text.split("\n");
      expect(shown.length).toBeLessThanOrEqual(3);
      expect(lines[passage.startLine - 1]).toContain(shown[0]);
      expect(lines[passage.endLine - 1]).toContain(shown.at(-1));
    }),
    { numRuns: 60 },
  );
});
