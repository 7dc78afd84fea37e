import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSkills, localExecutor } from "@skillplug/core";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const executor = localExecutor({ maxOutputBytes: 20_000_000, timeoutMs: 60_000 });
const skills = await loadSkills(fileURLToPath(new URL("../../../skills/", import.meta.url)), {
  executor,
  logger: false,
});
const check = (...args: string[]) => skills.runSkillScript("chinese-copywriting", "check", args);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillplug-zh-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(content: string | Uint8Array, name = "文章.md") {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The corrected text, read from a file, as the tool's answer is trimmed. */
async function fix(content: string, ...options: string[]): Promise<string> {
  const output = join(folder, "fixed.md");
  await check(await file(content), "--fix", "--output", output, ...options);
  return readFile(output, "utf8");
}

/** Corrects many texts in one run of the script, each below a heading of its own. */
async function fixEach(texts: readonly string[]): Promise<string[]> {
  const separator = "\n\n# 题\n\n";
  return (await fix(texts.join(separator))).split(separator);
}

/** What is done when it is first asked for, and not again. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

describe("chinese-copywriting", () => {
  const corrections = [
    ["在2024年用React开发", "在 2024 年用 React 开发"],
    ["用`npm`安装C++语言,占15%的空间", "用 `npm` 安装 C++ 语言，占 15% 的空间"],
    ["你好,世界!真的吗?是的;好:对.", "你好，世界！真的吗？是的；好：对。"],
    ["**注意**:先备份", "**注意**：先备份"],
    ["你好 ， 世界 。", "你好，世界。"],
    ["函数(见下文)与foo(参数)", "函数（见下文）与 foo(参数)"],
    ['所谓"智能",不过"如此"', "所谓“智能”，不过“如此”"],
    ["等等...还有。。。好…", "等等……还有……好……"],
    ["太好了！！！是吗？？", "太好了！是吗？"],
    ["Ａ１２号楼", "A12 号楼"],
    ["内存16GB,约 15 %,另有5G网络", "内存 16 GB，约 15%，另有 5G 网络"],
    ["github上的nodejs和ios", "GitHub 上的 Node.js 和 iOS"],
    ["一.概述", "一.概述"],
    ["版本3.5的文件.md", "版本 3.5 的文件.md"],
    ["- [ ] （一）待办\n1. 「二」", "- [ ] （一）待办\n1. 「二」"],
    ["换行有两个空格，  \r\n下一行", "换行有两个空格，  \r\n下一行"],
  ] as const;

  test("corrects what each rule is about, and nothing more", async () => {
    const wanted = corrections.map(([, after]) => after);
    expect(await fixEach(corrections.map(([before]) => before))).toEqual(wanted);
    expect(await fixEach(wanted)).toEqual(wanted);
  });

  const untouched = [
    "---\ntitle: 使用Github,好\n---",
    '```js\nconst a = "中文English,对吗?"; // github\n```',
    "> ~~~\n> 中文English,好\n> ~~~",
    "    缩进代码:中文English",
    "`中文English,好`",
    "``中文`English,好``",
    "[x](https://example.com/中文English,a?b)",
    "<https://example.com/中文a>",
    "https://example.com/github,a",
    "<!-- 中文English,好 -->",
    "<!--\n中文English,好\n-->",
    '<img alt="中文English,好">',
    "<pre>\n中文English,好\n</pre>",
    "$中文x,y$",
    "$$\n中文x,y\n$$",
    "{{ 中文English,好 }}",
    "ann@github.com",
    "[中文A]: https://example.com",
    'English only, with "quotes" (here)...',
    "这里的 ` 反引号没有配对English,好",
  ];
  test("leaves code, addresses, markup, formulas and other languages as they are", async () => {
    expect(await fixEach(untouched)).toEqual(untouched);
  });

  test("a label that a definition uses keeps its spelling", async () => {
    expect(await fix("见[中文A]。\n\n[中文A]: https://x.org\n")).toBe("见[中文A]。\n\n[中文A]: https://x.org\n");
  });

  test("prints findings with line numbers and never changes the file by itself", async () => {
    const text = "第一行没有问题\n\n```\n代码,\n```\n使用github\n";
    const path = await file(text);
    expect(await check(path)).toContain("发现 2 处问题。\n\n第 6 行 [cjk-space]");
    expect(JSON.parse(await check("--format", "json", path))).toMatchObject({
      count: 2,
      findings: [
        { line: 6, rule: "cjk-space", before: "使用github", after: "使用 github" },
        { line: 6, rule: "proper-noun", after: "使用 GitHub" },
      ],
    });
    expect(await check(path, "--fix")).toBe(text.replace("使用github", "使用 GitHub").trim());
    expect(await readFile(path, "utf8")).toBe(text);
    expect(await check(path, "--fix", "--output", path)).toContain("已修正 2 处");
    expect(await readFile(path, "utf8")).toBe(text.replace("使用github", "使用 GitHub"));
  });

  test("lines are counted across code that goes over two lines", async () => {
    expect(await check(await file("甲`a\nb`乙\n用github\n"))).toMatch(/第 3 行 \[proper-noun\]/);
  });

  test("--rules and --disable choose", async () => {
    expect(await fix("用github,好", "--rules", "punctuation")).toBe("用github，好");
    expect(await fix("用github,好", "--disable", "punctuation,proper-noun")).toBe("用 github,好");
  });

  test("bad files and arguments", async () => {
    expect(await check(await file(""))).toContain("没有发现问题");
    await expect(check(await file(Uint8Array.of(0x89, 0x50, 0, 1)))).rejects.toThrow("是二进制文件");
    await expect(check(await file(Uint8Array.of(0xb1, 0xb1, 0xbe, 0xa9)))).rejects.toThrow("不是 UTF-8 编码");
    await expect(check(await file(" ".repeat(5_000_001)))).rejects.toThrow("请分成几个文件");
    await expect(check(join(folder, "没有.md"))).rejects.toThrow("没有这个文件");
    await expect(check(folder)).rejects.toThrow("不是普通文件");
    await expect(check()).rejects.toThrow("code 2\n缺少要检查的文件");
    await expect(check("a", "b")).rejects.toThrow("一次只能检查一个文件");
    await expect(check("a", "--rules", "nope")).rejects.toThrow("没有这些规则：nope");
    await expect(check("a", "--output", "b")).rejects.toThrow("--output 要与 --fix 连用");
  });

  const pieces = [
    "中文English,好!",
    "`",
    "``x` ",
    "[[",
    "](",
    "$a ",
    '"',
    "(",
    "<!--",
    " ",
    "1",
    "…",
    "a@",
    "。",
    "**",
    "\uE000",
    "[^",
    ">",
  ];
  // All in one run of the script: starting a process is what takes time.
  const hugeLines = once(() =>
    fixEach(pieces.map((piece) => `中${piece.repeat(Math.ceil(200_000 / piece.length))}文`)),
  );

  test.each(pieces.map((piece, index) => ({ piece, index })))(
    "a huge line of $piece is worked through",
    async ({ index }) => {
      const fixed = (await hugeLines())[index] ?? "";
      expect(fixed.startsWith("中")).toBe(true);
      expect(fixed.split("\n")).toHaveLength(1);
    },
  );

  test("is idempotent, keeps every line and leaves code and addresses untouched", async () => {
    const word = fc.constantFrom(
      ...[
        "中文",
        "github",
        "React",
        "2024",
        "16GB",
        " ",
        "  ",
        ",",
        ".",
        "...",
        "!",
        "?",
        ":",
        ";",
        "(",
        ")",
        '"',
        "“",
        "”",
        "，",
        "。",
      ],
      ...[
        "！！",
        "（",
        "）",
        "…",
        "%",
        "*",
        "**",
        "-",
        "[",
        "]",
        "|",
        "$",
        "_",
        "\\",
        "#",
        "<",
        ">",
        "&",
        "~",
        "\t",
        "\u3000",
        "Ａ",
        "😀",
      ],
    );
    const code = fc.constantFrom("`中文a,b`", "``中`文a``", "<b 中文a>", "https://a.org/中a,b", "[x](中文a,b)");
    const line = fc.array(fc.oneof({ weight: 8, arbitrary: word }, { weight: 1, arbitrary: code }), { maxLength: 12 });
    const block = fc.constantFrom("", "", "", "- ", "> ", "# ", "1. ", "    ", "| ", "```\n中文a,b\n```\n", "\n");
    const document = fc
      .array(
        fc
          .tuple(
            block,
            line.map((words) => words.join("")),
          )
          .map((parts) => parts.join("")),
        { maxLength: 6 },
      )
      .map((lines) => lines.join("\n"));
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 100, maxLength: 100 }), async (documents) => {
        // Many documents in one run of the script, kept apart by headings: starting a process is what takes time.
        const text = documents.join("\n\n# 题\n\n");
        const once = await fix(text);
        expect(await fix(once)).toBe(once);
        expect(once.split("\n").length).toBe(text.split("\n").length);
        for (const piece of ["```\n中文a,b\n```", "[x](中文a,b)"])
          expect(once.split(piece).length).toBe(text.split(piece).length);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  }, 60_000);

  test("whatever stands around it, inline code, an address or a formula keeps every character", async () => {
    const prose = fc.constantFrom(
      "中文",
      "github",
      "Node",
      "16GB",
      " ",
      ",",
      ".",
      "!",
      "?",
      "(",
      ")",
      '"',
      "，",
      "...",
      "**",
    );
    const kept = fc.constantFrom(
      "`中文a,b`",
      "``中`文a``",
      "<b 中文a>",
      "[x](中文a,b)",
      "{{ 中文a }}",
      "<!-- 中文a,b -->",
    );
    const line = fc.array(fc.oneof({ weight: 3, arbitrary: prose }, { weight: 1, arbitrary: kept }), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 200, maxLength: 200 }), async (lines) => {
        // A letter before each piece, so that no two runs of backticks grow together.
        const text = lines
          .map((words) => words.map((word) => (word.startsWith("`") ? `甲${word}` : word)).join(""))
          .join("\n\n");
        const fixed = await fix(text);
        for (const piece of ["`中文a,b`", "``中`文a``", "<b 中文a>", "[x](中文a,b)", "{{ 中文a }}", "<!-- 中文a,b -->"])
          expect(fixed.split(piece).length).toBe(text.split(piece).length);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  }, 60_000);

  test("SKILL.md and the reference name exactly the rules that the script has", async () => {
    const skill = await skills.loadSkill("chinese-copywriting");
    const usage = await check("--help");
    const rules = /规则：(.*)$/m.exec(usage)?.[1]?.split("、") ?? [];
    expect([...skill.matchAll(/^\| `([a-z-]+)` \|[^|]*\|[^|]*\|[^|]*\|$/gm)].map(([, name]) => name).sort()).toEqual(
      [...rules].sort(),
    );
    const reference = await skills.readSkillResource("chinese-copywriting", "references/rules.md");
    expect([...reference.matchAll(/^## ([a-z-]+)$/gm)].map(([, name]) => name)).toEqual(rules);
  });
});
