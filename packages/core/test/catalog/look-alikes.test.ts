import { memory, type SkillSource } from "@skillplug/core";
import { expect, test } from "vitest";
import { loadCatalog } from "../../src/catalog/load-catalog.js";

const options = { validate: false, onDuplicate: "last" } as const;
const sourceOf = (id: string, trusted: boolean, names: readonly string[]): SkillSource => ({
  ...memory(
    names.map((name) => ({ name, description: "Does things", content: "" })),
    { id },
  ),
  trusted,
});
const load = (trusted: readonly string[], untrusted: readonly string[]) =>
  loadCatalog([sourceOf("ours", true, trusted), sourceOf("strangers", false, untrusted)], options);

test.each([
  ["capitals", "pdf-forms", "PDF-Forms"],
  ["full-width letters", "pdf", "ｐｄｆ"],
  ["a Cyrillic letter", "pdf", "рdf"],
  ["a Cyrillic capital", "pdf", "Рdf"],
  ["Greek letters", "tools", "tοοls"],
  ["a zero-width space", "pdf", "p\u200Bdf"],
  ["a variation selector", "pdf", "pdf\uFE0F"],
  ["a tag character", "pdf", "pdf\u{E0061}"],
  ["a mathematical letter", "pdf", "𝐩df"],
  ["a digit for a letter", "tools", "t00ls"],
  ["one for l", "excel", "exce1"],
  ["a capital I for l", "excel", "exceI"],
  ["another hyphen", "pdf-forms", "pdf‐forms"],
  ["an underscore", "pdf-forms", "pdf_forms"],
  ["white space", "pdf-forms", "pdf forms "],
  ["a full stop", "pdf-forms", "pdf-forms."],
  ["quotes", "pdf-forms", '"pdf-forms"'],
  ["single quotes", "pdf-forms", "'pdf-forms'"],
  ["words in brackets", "pdf-forms", "pdf-forms (trusted)"],
  ["a colon and a word", "pdf-forms", "pdf-forms: x"],
  ["a long dash and a word", "pdf-forms", "pdf-forms — trusted"],
  ["an exclamation mark", "pdf-forms", "pdf-forms!"],
  ["brackets", "pdf-forms", "[pdf-forms]"],
  ["asterisks", "pdf-forms", "*pdf-forms*"],
  ["two hyphens", "pdf-forms", "pdf--forms"],
  ["a hyphen at its end", "pdf-forms", "pdf-forms-"],
  ["no hyphen", "pdf-forms", "pdfforms"],
  ["a slash for the hyphen", "pdf-forms", "pdf/forms"],
  ["full stops between letters and words behind them", "pdf-forms", '"p.d.f. forms" by us'],
  ["an emoji", "pdf", "pdf ✅"],
  ["a bar for l", "tools", "too|s"],
  ["a letter that is a mark to a reader", "pdf", "pdfǃ"],
  ["another script, capitals and brackets", "pdf-forms", "[РDF Forms] (ours)"],
])("a stranger's name that looks like a trusted one by %s is marked and reported", async (_, model, name) => {
  const { entries, diagnostics } = await load([model], [name]);
  expect(entries.get(name)?.looksLike).toBe(model);
  expect(entries.get(model)).not.toHaveProperty("looksLike");
  expect(diagnostics).toEqual([
    {
      code: "look-alike",
      severity: "warning",
      // A diagnostic is clean too.
      message: `The skill "${name.replace(/\u200B|\uFE0F|\u{E0061}/gu, "")}" (strangers) is not trusted and looks like the trusted skill "${model}" (ours). It is marked in lists; remove it unless you know why it is there.`,
      skill: name,
      source: "strangers",
      location: "strangers",
    },
  ]);
});

test.each([
  ["pdf", "pdfs"],
  ["pdf", "рdfs"],
  ["技能", "技術"],
  ["pdf-forms", "pdf-forms-advanced"],
  ["pdf-forms", "pdf_forms advanced"],
  ["pdf", "pdf/forms"],
  ["forms", "pdf: forms"],
  ["pdf-forms", "pdf: form"],
  ["हिन्दी", "हिन्द"],
  ["!!!", "???"],
])("%s and %s do not look alike", async (model, name) => {
  const { entries, diagnostics } = await load([model], [name]);
  expect([entries.get(name)?.looksLike, diagnostics]).toEqual([undefined, []]);
});

test("two look-alikes of equal trust are reported, and none is marked", async () => {
  for (const [trusted, untrusted] of [
    [["pdf", "PDF"], []],
    [["pdf", "PDF"], ["other"]],
    [[], ["pdf", "рdf"]],
  ] as const) {
    const { entries, diagnostics } = await load(trusted, untrusted);
    expect([...entries.values()].filter(({ looksLike }) => looksLike !== undefined)).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: "look-alike", message: expect.stringContaining("look alike. Rename one") },
    ]);
  }
});

test("names of equal trust that differ in punctuation are neither reported nor marked", async () => {
  expect((await load(["pdf-forms", "pdfforms", "pdf-forms: x"], ["other"])).diagnostics).toEqual([]);
  expect((await load(["other"], ["pdf-forms", "pdfforms", "pdf-forms: x"])).diagnostics).toEqual([]);
});

test("a stranger's look-alike is marked also where it looks even more like another stranger's", async () => {
  const names = ["pdf-forms.", "PDF-forms.", "pdf-forms: a", "pdf-forms: A"];
  const { entries, diagnostics } = await load(["pdf-forms"], names);
  expect(names.map((name) => entries.get(name)?.looksLike)).toEqual(names.map(() => "pdf-forms"));
  const message = expect.stringContaining('looks like the trusted skill "pdf-forms"');
  expect(diagnostics).toMatchObject(names.map(() => ({ message })));
});

test("of two trusted names the one of all letters is told", async () => {
  expect((await load(["pdf", "pdf-forms"], ["pdf: forms"])).entries.get("pdf: forms")?.looksLike).toBe("pdf-forms");
});

test("the first hundred characters are compared", async () => {
  const long = "a".repeat(100);
  expect((await load([`${long}x`], [`${long}y`])).entries.get(`${long}y`)?.looksLike).toBe(`${long}x`);
  const short = "a".repeat(99);
  expect((await load([`${short}x`], [`${short}y`])).entries.get(`${short}y`)).not.toHaveProperty("looksLike");
});

test("a mark that comes is a change", async () => {
  let names: readonly string[] = [];
  const ours: SkillSource = { ...sourceOf("ours", true, []), list: (how) => sourceOf("ours", true, names).list(how) };
  const sources = [ours, sourceOf("strangers", false, ["PDF"])];
  const before = await loadCatalog(sources, options);
  names = ["pdf"];
  const after = await loadCatalog(sources, options, before);
  expect(after.change).toEqual({ added: ["pdf"], changed: ["PDF"], removed: [] });
});
