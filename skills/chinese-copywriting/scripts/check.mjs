#!/usr/bin/env node
// 检查并修正 Markdown 或纯文本里的中文排版。只需要 Node 18 以上，不联网，不改动代码、链接和 front matter。
import { readFile, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs, TextDecoder } from "node:util";

const NAMES = new URL("../assets/proper-nouns.txt", import.meta.url);
const MAX_FILE_BYTES = 5_000_000;
const MAX_PASSES = 20;
const MAX_PRINTED = 200;
const RULE_NAMES = ["fullwidth-alnum", "quotes", "brackets", "ellipsis", "punctuation", "repeated", "cjk-space", "punctuation-space", "unit-space", "proper-noun"];

const USAGE = `用法：check.mjs 文件 [--fix] [--output 文件] [--rules 规则,…] [--disable 规则,…] [--format text|json]

  文件             要检查的 Markdown 或纯文本文件（UTF-8），最好用绝对路径；也可写成 --file
  --fix            把修正后的全文打印到标准输出，不改动原文件
  --output 文件    与 --fix 连用：把修正后的全文写入这个文件（写原文件的路径就是就地修改）
  --rules 规则     只用这些规则，逗号分隔
  --disable 规则   不用这些规则，逗号分隔
  --format 格式    检查结果的格式，text 或 json（默认：text）
  --help           显示本说明

  规则：${RULE_NAMES.join("、")}`;

/** 参数用错了：打印用法，退出状态为 2。 */
class UsageError extends Error {}
/** 文件不能检查：退出状态为 1。 */
class Problem extends Error {}

// ---------------------------------------------------------------- 命令行

const OPTIONS = {
  file: { type: "string" },
  fix: { type: "boolean", default: false },
  output: { type: "string" },
  rules: { type: "string" },
  disable: { type: "string" },
  format: { type: "string", default: "text" },
  help: { type: "boolean", short: "h", default: false },
};

function readArguments(argv) {
  const { values, positionals } = parse(argv);
  if (values.help) return { help: true };
  const [file, ...more] = [values.file, ...positionals].filter((text) => text !== undefined && text !== "");
  if (file === undefined) throw new UsageError("缺少要检查的文件。");
  if (more.length > 0) throw new UsageError(`一次只能检查一个文件，多出了：${more.join("、")}`);
  if (values.output !== undefined && !values.fix) throw new UsageError("--output 要与 --fix 连用。");
  if (values.format !== "text" && values.format !== "json") throw new UsageError(`--format 只能是 text 或 json，不能是“${values.format}”。`);
  const disabled = ruleList(values.disable);
  const rules = (values.rules === undefined ? RULE_NAMES : ruleList(values.rules)).filter((name) => !disabled.includes(name));
  return { help: false, file: resolve(file), fix: values.fix, output: values.output, rules: new Set(rules), format: values.format };
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function ruleList(text = "") {
  const names = text.split(/[,，、\s]+/).filter(Boolean);
  const unknown = names.filter((name) => !RULE_NAMES.includes(name));
  if (unknown.length > 0) throw new UsageError(`没有这些规则：${unknown.join("、")}。`);
  return names;
}

// ---------------------------------------------------------------- 不能改动的部分

/** 占位符：一个字符代表一段受保护的内容。行内代码单独一种，因为它两边也要留空格。 */
const CODE = "\uE000";
const OTHER = "\uE001";
const PLACEHOLDER = /[\uE000\uE001]/g;

/** 从哪一行开始不再属于同一段落：列表项、标题、引用、表格行。 */
const BLOCK_START = /^\s*(?:[-*+#>|]|\d{1,9}[.)])/;
const FENCE = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,})(.*)$/;
const HTML_BLOCK = /<(pre|script|style|textarea|svg|math|code)\b/i;

/** 每一行是否整行受保护：front matter、代码块、缩进代码、HTML 块、公式块、链接定义。 */
function protectedLines(lines) {
  const result = new Array(lines.length).fill(false);
  let until; // 一个函数：这一行是不是当前块的最后一行
  let inQuote = false;
  for (const [index, line] of lines.entries()) {
    if (until !== undefined && inQuote && !/^\s*>/.test(line)) until = undefined; // 引用结束，里面没关上的代码块也随之结束
    if (until !== undefined) {
      result[index] = true;
      if (until(line)) until = undefined;
      continue;
    }
    const opened = opening(line, index, lines);
    if (opened !== undefined) {
      result[index] = true;
      until = opened.until;
      inQuote = /^\s*>/.test(line);
    } else {
      result[index] = /^ {0,3}\[[^\]]+\]:/.test(line) || isIndentedCode(line, index, lines, result);
    }
  }
  return result;
}

/** 这一行开始的块；until 没有定义时块只有这一行。 */
function opening(line, index, lines) {
  if (index === 0 && /^\uFEFF?(?:---|\+\+\+)\s*$/.test(line)) {
    const mark = line.replace("\uFEFF", "").trim();
    const isEnd = (other) => other.trimEnd() === mark || (mark === "---" && other.trimEnd() === "...");
    return lines.slice(1).some(isEnd) ? { until: isEnd } : undefined;
  }
  const [, , fence, info] = FENCE.exec(line) ?? [];
  if (fence !== undefined && !(fence[0] === "`" && info.includes("`"))) {
    const isEnd = (other) => {
      const text = other.replace(/^[\s>]*/, "").trimEnd();
      return text.length >= fence.length && text === fence[0].repeat(text.length);
    };
    return { until: isEnd };
  }
  const html = HTML_BLOCK.exec(line);
  if (html !== null) return untilText(line.slice(html.index), `</${html[1].toLowerCase()}`);
  const comment = line.lastIndexOf("<!--");
  if (comment >= 0 && !line.includes("-->", comment)) return untilText(line.slice(comment), "-->");
  if (/^\s*\$\$/.test(line)) return untilText(line.trim().slice(2), "$$");
  if (/^\s*\\\[/.test(line)) return untilText(line, "\\]");
  return undefined;
}

function untilText(rest, mark) {
  const isEnd = (line) => line.toLowerCase().includes(mark);
  return isEnd(rest) ? {} : { until: isEnd };
}

/** 空行之后缩进四格以上的行。列表里的段落也可能如此：宁可漏掉，也不改代码。 */
function isIndentedCode(line, index, lines, result) {
  if (!/^(?: {4}| {0,3}\t)/.test(line)) return false;
  return index === 0 || lines[index - 1].trim() === "" || (result[index - 1] && /^(?: {4}| {0,3}\t)/.test(lines[index - 1]));
}

const HAN = "\\p{sc=Han}〇々";
const FULL = "，。、；：！？（）《》〈〉「」『』【】";
/** 行内受保护的内容。转义的字符只跳过，反引号另行处理；不吃掉后一个 `]`，它可能是链接的一部分。 */
const INLINE = new RegExp(
  [
    String.raw`(?<escape>\\[!-\/:-@\[-\x60\{-~])`,
    "(?<ticks>`+)",
    "<!--[^]*?-->",
    String.raw`<\/?[A-Za-z][^<>]*>`,
    String.raw`\]\((?:[^()\n\\]|\\.|\([^()\n]*\)){0,2000}\)`,
    String.raw`\]\[[^\]\n]{0,300}(?=\])`,
    String.raw`\[\[[^\]\n]{0,300}\](?=\])`,
    String.raw`\[\^[^\]\n]{1,200}(?=\])`,
    `(?:https?|ftp|file|mailto|ssh|git):[^\\s<>\\x60\\[\\]${HAN}${FULL}“”]+`,
    `(?<![\\w.])www\\.[^\\s<>\\x60\\[\\]${HAN}${FULL}“”]+`,
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
    String.raw`\$\$[^$]*\$\$`,
    String.raw`\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)`,
    String.raw`\{\{[^{}\n]*\}\}`,
    String.raw`\{%[^%\n]*%\}`,
    String.raw`(?<![\w:]):[a-z+-][a-z0-9_+-]{0,40}:`,
    "[\\uE000\\uE001]",
  ].join("|"),
  "gu",
);

/** 一段文字里受保护的区间：{start, end, mark}。 */
function protectedSpans(text, labels) {
  const spans = [];
  const closers = backtickRuns(text);
  INLINE.lastIndex = 0;
  for (let match = INLINE.exec(text); match !== null; match = INLINE.exec(text)) {
    const { escape, ticks } = match.groups;
    if (escape !== undefined) continue;
    let end = INLINE.lastIndex;
    if (ticks !== undefined) {
      const closing = closers(ticks.length, end);
      // 没有配对的反引号：这一行整行不动。
      end = closing === undefined ? lineEnd(text, end) : closing + ticks.length;
      spans.push({ start: closing === undefined ? text.lastIndexOf("\n", match.index) + 1 : match.index, end, mark: CODE });
      INLINE.lastIndex = end;
    } else {
      spans.push({ start: match.index, end, mark: OTHER });
    }
  }
  for (const match of text.matchAll(/\[([^[\]\n]+)\]/g)) {
    if (labels.has(match[1].trim().toLowerCase())) spans.push({ start: match.index, end: match.index + match[0].length, mark: OTHER });
  }
  return merge(spans);
}

function lineEnd(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** (长度, 起点) => 起点之后第一串同样长的反引号的位置。每种长度只往后看，所以总共只走一遍。 */
function backtickRuns(text) {
  const runs = new Map();
  for (const match of text.matchAll(/`+/g)) {
    const { length } = match[0];
    if (!runs.has(length)) runs.set(length, { positions: [], next: 0 });
    runs.get(length).positions.push(match.index);
  }
  return (length, from) => {
    const run = runs.get(length);
    if (run === undefined) return undefined; // 前面有反斜杠，这一串短了
    while (run.next < run.positions.length && run.positions[run.next] < from) run.next += 1;
    return run.positions[run.next];
  };
}

function merge(spans) {
  const merged = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

// ---------------------------------------------------------------- 规则

const HALF_TO_FULL = { ",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。" };
const UNITS = "bps|Kbps|Mbps|Gbps|KB|MB|GB|TB|PB|Hz|kHz|KHz|MHz|GHz|mg|kg|mm|cm|km|ml|mL|kW|kWh|mAh|Wh|ms|fps|dpi|rpm";
const regex = (text, flags = "gu") => new RegExp(text, flags);

/** 规则名、说明，和一行（受保护的内容已换成占位符）里的替换：[模式, 替换]。 */
function rulesFor(names) {
  const lookUp = new Map(names.map(({ find, write }) => [find.toLowerCase(), write]));
  const escaped = names.map(({ find }) => find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
  return [
    ["fullwidth-alnum", "字母和数字用半角", [[/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/gu, (text) => text.normalize("NFKC")]]],
    ["quotes", "中文里的引号用“”", [[/"([^"]*)"/gu, (text, inner) => (HAS_HAN.test(inner) ? `“${inner}”` : text)]]],
    ["brackets", "括号里有中文时用全角括号", [[/(?<![\]\w])\(([^()]*)\)/gu, (text, inner) => (HAS_HAN.test(inner) ? `（${inner}）` : text)]]],
    ["ellipsis", "省略号是……", [
      [regex(`(?<=[${HAN}”」』）])(?:\\.{3,}|。{3,}|…(?!…)|…{3,})`), () => "……"],
      [regex(`(?<![….])(?:\\.{3,}|…)(?=[${HAN}])`), () => "……"],
    ]],
    ["punctuation", "中文里用全角标点", [
      [regex(`(?<=[${HAN}）》」』】”]\\*{0,2})[ \\t]*([,;?]|!(?!\\[)|:(?![:/-]))[ \\t]*`), (_, mark) => HALF_TO_FULL[mark]],
      // “一.概述”是编号
      [regex(`(?<=[${HAN}）》」』】”]\\*{0,2})(?<!^[一二三四五六七八九十]{1,3})\\.(?=[${HAN}“「]|[ \\t]+[${HAN}“「]|[ \\t]*$)[ \\t]*`), () => "。"],
      [regex(`(?<=[A-Za-z0-9%°℃\\uE000\\uE001)])([,;?]|!(?!\\[)|:)(?=[${HAN}])`), (_, mark) => HALF_TO_FULL[mark]],
    ]],
    ["repeated", "标点不重复", [[/([，、；：！？])\1+/gu, (_, mark) => mark], [/(?<!。)。。(?!。)/gu, () => "。"]]],
    ["cjk-space", "中文与英文、数字、行内代码之间留一个空格", [
      [regex(`(?<=[${HAN}])(?=[A-Za-z0-9\\uE000])`), () => " "],
      [regex(`(?<=[A-Za-z0-9][+#%°℃]{0,2}|\\uE000)(?=[${HAN}])`), () => " "],
    ]],
    ["punctuation-space", "全角标点旁边不留空格", [
      [regex(`(?<=[${HAN}\\w${FULL}])[ \\t]+(?=[${FULL}])`), () => ""],
      [regex(`(?<=[${FULL}])[ \\t]+(?=[${HAN}\\w${FULL}])`), () => ""],
    ]],
    ["unit-space", "数字与英文单位之间留一个空格，与 %、° 之间不留", [
      [regex(`(?=(?:${UNITS})(?![\\w-]))(?<=(?<![\\w.])\\d+(?:\\.\\d+)?)`), () => " "],
      [regex(`(?<=\\d)[ \\t]+(?=[%°℃](?![\\w]))`), () => ""],
    ]],
    ["proper-noun", "专有名词的写法", [[regex(`(?<![\\w@/.$#-])(?:${escaped.join("|")})(?![\\w@/-]|\\.\\w)`, "giu"), (text) => lookUp.get(text.toLowerCase()) ?? text]]],
  ].map(([name, message, replacements]) => ({ name, message, replacements }));
}

/** 只处理含有汉字的行：全是外文的段落有它自己的规矩。 */
const HAS_HAN = regex(`[${HAN}]`, "u");
/** 行首的列表、引用、标题等记号与缩进，行尾的空格（Markdown 的换行）：都不是文字。 */
const PREFIX = /^(?:[\s>]+|[-*+][ \t]+|\d{1,9}[.)][ \t]+|#{1,6}[ \t]+|\[[ xX]\][ \t]+)*/u;

function fixLine(masked, rules, report) {
  if (!HAS_HAN.test(masked)) return masked;
  const prefix = PREFIX.exec(masked)?.[0] ?? "";
  let text = masked.slice(prefix.length).trimEnd();
  const tail = masked.slice(prefix.length + text.length);
  for (const { name, message, replacements } of rules) {
    if (name === "quotes" && (text.match(/"/g)?.length ?? 0) % 2 === 1) continue; // 不成对，说不清哪个是开头
    for (const [pattern, replacement] of replacements) {
      const before = text;
      text = before.replace(pattern, (found, ...rest) => {
        const groups = rest.slice(0, rest.findIndex((item) => typeof item === "number"));
        const offset = rest[groups.length];
        const result = replacement(found, ...groups);
        if (result !== found) report({ rule: name, message, before: excerpt(before, offset, found.length, found), after: excerpt(before, offset, found.length, result) });
        return result;
      });
    }
  }
  return prefix + text + tail;
}

/** 改动之处和左右各几个字。 */
function excerpt(text, offset, length, middle) {
  const left = Array.from(text.slice(Math.max(0, offset - 12), offset)).slice(-6).join("");
  const right = Array.from(text.slice(offset + length, offset + length + 12)).slice(0, 6).join("");
  const shown = Array.from(middle).length > 60 ? `${Array.from(middle).slice(0, 60).join("")}…` : middle;
  return (left + shown + right).replace(/\uE000/g, "`…`").replace(/\uE001/g, "‹…›").replace(/\p{Cc}/gu, " ");
}

// ---------------------------------------------------------------- 全文

/** 走一遍全文：返回修正后的文字和发现的问题。行数和换行符都不变。 */
function pass(text, rules) {
  const parts = text.split(/(\r?\n)/); // 偶数位是行，奇数位是换行符
  const lines = parts.filter((_, index) => index % 2 === 0);
  const whole = protectedLines(lines);
  const labels = new Set(lines.flatMap((line) => /^ {0,3}\[([^\]]+)\]:/.exec(line)?.[1]?.trim().toLowerCase() ?? []));
  const findings = [];
  const fixed = [...lines];
  for (const { first, last } of chunks(lines, whole)) {
    const chunk = lines.slice(first, last + 1).join("\n");
    const { masked, originals } = mask(chunk, protectedSpans(chunk, labels));
    let used = 0;
    let number = first;
    const done = masked.split("\n").map((line) => {
      const result = fixLine(line, rules, (finding) => findings.push({ line: number + 1, ...finding }));
      for (const _ of line.match(PLACEHOLDER) ?? []) number += originals[used++].split("\n").length - 1;
      number += 1;
      return result;
    });
    used = 0;
    const restored = done.join("\n").replace(PLACEHOLDER, () => originals[used++]);
    fixed.splice(first, last - first + 1, ...restored.split("\n"));
  }
  return { text: parts.map((part, index) => (index % 2 === 0 ? fixed[index / 2] : part)).join(""), findings };
}

/** 相连的、不受保护的行。代码的反引号只在一段之内配对。 */
function chunks(lines, whole) {
  const result = [];
  for (const [index, line] of lines.entries()) {
    if (whole[index] || line.trim() === "") continue;
    const last = result.at(-1);
    if (last !== undefined && last.last === index - 1 && !BLOCK_START.test(line)) last.last = index;
    else result.push({ first: index, last: index });
  }
  return result;
}

function mask(text, spans) {
  let masked = "";
  let position = 0;
  for (const { start, end, mark } of spans) {
    masked += text.slice(position, start) + mark;
    position = end;
  }
  return { masked: masked + text.slice(position), originals: spans.map(({ start, end }) => text.slice(start, end)) };
}

/** 反复修正，直到不再有变化，所以再修正一次结果不变。问题只报告第一遍和后来新出现的。 */
function fixAll(text, rules) {
  const findings = [];
  let current = text;
  for (let round = 0; round < MAX_PASSES; round += 1) {
    const result = pass(current, rules);
    findings.push(...result.findings);
    if (result.text === current) return { text: current, findings: findings.sort((a, b) => a.line - b.line) };
    current = result.text;
  }
  throw new Problem("修正了许多遍仍在变化，没有写出任何结果。请用 --disable 关掉一些规则，并报告这个文件。");
}

async function readText(path) {
  const info = await stat(path).catch((error) => {
    throw new Problem(error.code === "ENOENT" ? `没有这个文件：${path}。相对路径从 ${process.cwd()} 算起：请用绝对路径。` : `无法读取 ${path}：${error.message}`);
  });
  if (!info.isFile()) throw new Problem(`${path} 不是普通文件。请给出一个 Markdown 或文本文件。`);
  if (info.size > MAX_FILE_BYTES) throw new Problem(`${path} 有 ${info.size} 字节，超过了 ${MAX_FILE_BYTES} 字节。请分成几个文件。`);
  const bytes = await readFile(path);
  if (bytes.includes(0)) throw new Problem(`${path} 是二进制文件，不是文本。`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem(`${path} 不是 UTF-8 编码。如果是 GBK，请先转换：iconv -f GB18030 -t UTF-8 原文件 > 新文件`);
  }
}

async function readNames() {
  const lines = (await readFile(NAMES, "utf8")).split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const [find, write = find] = line.split("=");
    return { find, write };
  });
}

function render(findings, path) {
  if (findings.length === 0) return `${path}：没有发现问题。`;
  const shown = findings.slice(0, MAX_PRINTED).map(({ line, rule, message, before, after }) => `第 ${line} 行 [${rule}] ${message}：「${before}」→「${after}」`);
  const more = findings.length - shown.length;
  if (more > 0) shown.push(`……另有 ${more} 处没有列出；--format json 列出全部。`);
  return [`${path}：发现 ${findings.length} 处问题。`, "", ...shown, "", "加 --fix 打印修正后的全文；--fix --output 文件 写入文件。"].join("\n");
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.help) return `${USAGE}\n`;
  const text = await readText(options.file);
  const rules = rulesFor(await readNames()).filter(({ name }) => options.rules.has(name));
  const result = fixAll(text, rules);
  if (options.output !== undefined) {
    await writeFile(resolve(options.output), result.text);
    return `已修正 ${result.findings.length} 处，写入 ${resolve(options.output)}。\n`;
  }
  if (options.fix) return result.text;
  if (options.format === "json") return `${JSON.stringify({ file: options.file, count: result.findings.length, findings: result.findings }, null, 2)}\n`;
  return `${render(result.findings, options.file)}\n`;
}

main().then(
  (text) => process.stdout.write(text),
  (error) => {
    const wrongUse = error instanceof UsageError;
    const expected = wrongUse || error instanceof Problem;
    process.stderr.write(wrongUse ? `${error.message}\n\n${USAGE}\n` : `${expected ? "" : "检查失败："}${error.message}\n`);
    process.exitCode = wrongUse ? 2 : 1;
  },
);
