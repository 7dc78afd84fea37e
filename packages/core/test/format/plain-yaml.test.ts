import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFrontMatterWith } from "../../src/format/front-matter.js";
import { loadMatter } from "../../src/format/gray-matter.js";
import { parsePlainYaml } from "../../src/format/plain-yaml.js";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
const matter = await loadMatter();

/** A value with all that makes it: the order of its fields, whether it has a prototype and whether it is frozen. */
function shape(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([field, item]) => [field, shape(item)]);
  return { fields, hasPrototype: Object.getPrototypeOf(value) !== null, isFrozen: Object.isFrozen(value) };
}

/** Says whether the text is plain, once it is known that gray-matter and the YAML parser take it for the same. */
function isPlain(yaml: string): boolean {
  const data = parsePlainYaml(yaml);
  if (!data) return false;
  const document = parseFrontMatterWith(matter, `---\n${yaml}---\nBody`);
  expect({ ...document, data: shape(document.data) }, yaml).toEqual({
    data: shape(data),
    content: "Body",
    repairs: [],
    removed: 0,
  });
  return true;
}

test.each([
  "name: a\ndescription: Reads PDFs, and more (see the guide). Use it when…\n",
  "name: a\r\ndescription: b\r\n",
  'name: "a: #b"\ndescription: \' spaces \'\nempty: ""\n',
  "name:   a  \nurl: https://example.org/#top\nversion: 1.2.0\nday: 2024-01-02\ntime: 1:30\n",
  'name: a\nmetadata:\n  author: x\n  version: "1.0"\nlicense: MIT\n',
  "name: 技能\ndescription: 做“这个”的😀\nanswer: yes\n",
])("a plain front matter is read without a parser, and to the same data: %j", (yaml) => {
  expect(isPlain(yaml)).toBe(true);
});

test.each(
  [
    ...[
      "",
      "\n",
      "name:\n",
      "name: a",
      "a: b\n\nc: d\n",
      "a: b\na: c\n",
      "# a\nb: c\n",
      " a: b\n",
      "a:b\n",
      "- a: b\n",
    ],
    ...[
      "null",
      "true",
      "false",
      "~",
      "1",
      "1.10",
      "-1",
      ".5",
      "+1",
      "- a",
      "? a",
      "*a",
      "&a b",
      "!a b",
      "|",
      ">",
      "@a",
      "`a",
    ],
    ...["[a]", "{a: b}", "a: b", "a:", "a #b", "#a", '"a', "'a", '"a\\n"', '"a" b', "'a''b'", "%a", ",a", "=", "<<"],
    ...["a\tb", "a\u00A0b", "a\u2028b", "a\u0085b", "a\u001B[31mb", "a\u0007b", "a\rb", "\uD800", "a\uFEFFb", "a\n  b"],
    ...[
      "\n  a: b\n c: d",
      "\n  a: b\n   c: d",
      "\n  a:\n    b: c",
      "\n  - a",
      "\n\ta: b",
      "\n  a: b\n  a: c",
      "a\n  b: c",
    ],
  ].map((text) => (text.includes("\n") && !text.startsWith("\n  ") ? text : `key: ${text}\n`)),
)("what could mean something else is left to the parser: %j", (yaml) => {
  expect(parsePlainYaml(yaml)).toBeUndefined();
});

test.each(["__proto__", "constructor", "prototype"])(
  "bad input 5: the key %s is left to the parser, which refuses it",
  (key) => {
    expect(parsePlainYaml(`${key}: a\n`)).toBeUndefined();
    expect(parsePlainYaml(`a:\n  ${key}: b\n`)).toBeUndefined();
  },
);

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("word", "two words", "Ünï", "技能", "😀", "a-b", "https://x", "1.2.3", "it's"),
  },
  fc.constantFrom(..." :#'\"\\,[]{}&*!|>%@`?-~=<.+0123456789\t\n\r\u00A0\u0085\u2028\uFEFF\u200B\0"),
  fc.constantFrom(
    ": ",
    " #",
    "\n  ",
    "\r\n",
    "null",
    "true",
    "false",
    "---",
    "...",
    "<<",
    "1e3",
    "0x1f",
    "!!str ",
    "&a ",
    "*a",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const value = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
const quoted = fc.oneof(
  value,
  value.map((text) => `"${text}"`),
  value.map((text) => `'${text}'`),
);
const key = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("name", "description", "license", "a", "B_2", "x-y", "null", "true", "__proto__", "_"),
  },
  value,
);
const space = fc.constantFrom("", " ", " ", " ", "  ");
const line = fc
  .tuple(key, space, quoted, space)
  .map(([name, before, text, after]) => `${name}:${before}${text}${after}`);
const map = fc
  .tuple(key, fc.array(fc.tuple(fc.constantFrom("  ", "  ", "  ", " ", "    ", "\t"), line), { maxLength: 3 }))
  .map(([name, lines]) => [`${name}:`, ...lines.map(([indent, text]) => indent + text)].join("\n"));
const frontMatter = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: line }, map), { maxLength: 4 }),
    fc.constantFrom("\n", "\n", "\n", "\r\n", ""),
  )
  .map(([entries, end]) => entries.map((entry) => entry + end).join(""));

test("whatever is read without a parser, gray-matter and the YAML parser read alike", () => {
  let plain = 0;
  const holds = (yaml: string): void => {
    if (isPlain(yaml)) plain += 1;
  };
  fc.assert(fc.property(frontMatter, holds), { numRuns: 20_000 });
  expect(plain).toBeGreaterThan(100);
});

test("the skills of this repository are read alike", () => {
  const root = join(packages, "..");
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}/skills`);
  const folders = ["skills", "packages/testing/fixtures", ...examples].map((name) => join(root, name));
  const files = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /(?:^|[/\\])SKILL\.md$/.test(path))
      .map((path) => readFileSync(join(folder, path), "utf8")),
  );
  const yamls = files.flatMap((text) => /^---\n(.*?\n)---\n/s.exec(text)?.[1] ?? []);
  expect(yamls.filter(isPlain).length).toBeGreaterThan(5);
});

test("gray-matter is loaded by the first skill that needs it", async () => {
  const plain = await folderWith({ "a/SKILL.md": skillText("a") });
  const other = await folderWith({ "b/SKILL.md": "---\nname: b\ndescription: [b]\n---\n" });
  const code = `
    import { createRequire } from "node:module";
    import { directory } from ${JSON.stringify(join(packages, "core/dist/index.js"))};
    const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("gray-matter"));
    const found = [];
    for (const folder of ${JSON.stringify([plain, other])}) {
      await directory(folder).list({});
      found.push(isLoaded());
    }
    console.log(JSON.stringify(found));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([false, true]);
});
