import { expect, test } from "vitest";
import { escapeHidden, printable, printableLine, toJson } from "../../src/output/printable.js";
import { createPrintableStream } from "../../src/output/printable-stream.js";

const ESC = "\u001B";

test.each([
  ["a colour", `${ESC}[1;31mred${ESC}[0m`, "red"],
  ["a colour in one character", "\u009B31mred\u009B0m", "red"],
  ["a cursor move", `a${ESC}[2J${ESC}[?25lb${ESC}[1 qc`, "abc"],
  ["a title that a bell ends", `a${ESC}]0;title\u0007b`, "ab"],
  ["a link", `${ESC}]8;;https://example.com${ESC}\\text${ESC}]8;;${ESC}\\`, "text"],
  ["a title that one character begins and one ends", "a\u009D0;title\u009Cb", "ab"],
  ["a device's text", `a${ESC}Pq#0${ESC}\\b`, "ab"],
  ["a reset and a character set", `a${ESC}cb${ESC}(Bc`, "abc"],
  ["a sequence that does not end", `a${ESC}]0;b\nc`, "a\nc"],
  ["a lone escape", `a${ESC}`, "a"],
])("printable leaves nothing of %s", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});

test("printable ends soon for a long text full of beginnings of sequences", () => {
  for (const start of [`${ESC};#`, "\u009B;?", `${ESC}]`, "\u009D", `${ESC}[`, `${ESC}P`]) {
    expect(printable(start.repeat(100_000))).not.toContain(ESC);
  }
});

test.each([
  ["controls", "\u0000\u0007\b\u000B\u000C\u001F\u007F\u0080\u009F"],
  ["directions", "\u061C\u200E\u200F\u202A\u202E\u2066\u206F"],
  ["nothing to see", "\u200B\u2060\u2064\uFEFF"],
  ["tags", "\u{E0000}\u{E0041}\u{E007F}"],
])("printable removes what is hidden (%s), and JSON has it as escapes", (_, hidden) => {
  for (const character of hidden) {
    expect(printable(`a${character}b`)).toBe("ab");
    const json = toJson({ text: character });
    expect(json).not.toContain(character);
    expect(JSON.parse(json)).toEqual({ text: character });
  }
});

test.each([
  ["::error::owned", ": :error::owned"],
  ["a\n::error file=x::owned", "a\n: :error file=x::owned"],
  [" \t ::stop-commands::x", " \t : :stop-commands::x"],
  ["\u200B::error::owned", ": :error::owned"],
  [`${ESC}[31m::error::owned`, ": :error::owned"],
  ["a\r::error::owned", "a\n: :error::owned"],
  ["a ##[error]owned", "a # #[error]owned"],
  ["##vso[task.complete]", "# #vso[task.complete]"],
  ["a ##teamcity[buildStatus status='FAILURE']", "a # #teamcity[buildStatus status='FAILURE']"],
  ["a##TeamCity[x] ##\u200Bteamcity[y]", "a# #TeamCity[x] # #teamcity[y]"],
  ["##[section]x ##[group]y", "# #[section]x # #[group]y"],
  ["std::vector, a::b, #[x], ## teamcity, ##team[x]", "std::vector, a::b, #[x], ## teamcity, ##team[x]"],
])("%j is no command of a CI job", (text, expected) => {
  expect(printable(text)).toBe(expected);
  if (!/[\r\n]/.test(text)) expect(printableLine(text)).toBe(expected.trim());
  expect(toJson({ text })).not.toMatch(/##(?:vso|teamcity)?\[|^\s*::/im);
  expect(JSON.parse(toJson({ text }))).toEqual({ text });
});

test("of a section of GitLab's log nothing is left that makes it one: a carriage return and an escape", () => {
  const marker = `${ESC}[0Ksection_start:1560896352:x[collapsed=true]\r${ESC}[0KHeader`;
  expect(printable(marker)).toBe("section_start:1560896352:x[collapsed=true]\nHeader");
  expect(printableLine(marker)).toBe("section_start:1560896352:x[collapsed=true] Header");
});

test("a line has 10,000 characters at the most, and no half of one", () => {
  const line = "x".repeat(10_000);
  expect(printable(`${line}\n${line}y`)).toBe(`${line}\n${"x".repeat(9_999)}…`);
  expect(printableLine(`${"x".repeat(9_998)}😀y`)).toBe(`${"x".repeat(9_998)}…`);
});

test.each([
  ["a command in one part", ["::error::x\n"], ": :error::x\n"],
  ["one that is cut behind its first character", ["a\n:", ":error::x\n"], "a\n: :error::x\n"],
  ["one behind white space that comes before it", [" ".repeat(200), ":", ":error::x"], `${" ".repeat(200)}: :error::x`],
  ["one that begins within a line", ["a ", "::b\n", "c::d"], "a ::b\nc::d"],
  ["marks that are cut", ["a #", "#", "[error]x", "##vs", "o[y]"], "a # #[error]x# #vso[y]"],
  ["a mark that is cut at each of its letters", [..."a ##teamcity[x] ##TeamWork"], "a # #teamcity[x] ##TeamWork"],
  ["a colon and a mark that stay what they are", [":", " b #", "c :", ": d", "#"], ": b #c :: d#"],
])("what a script prints while it runs: %s", (_, parts, expected) => {
  const stream = createPrintableStream();
  expect(parts.map((part) => stream.add(part)).join("") + stream.end()).toBe(expected);
});

test("JSON keeps a tag character as two escapes", () => {
  expect(escapeHidden('"\u{E0041}"')).toBe(String.raw`"\udb40\udc41"`);
});

test("printable keeps what scripts and emoji need, tabs and line ends", () => {
  const text = "क्‍ष می‌خواهم 👩‍👩‍👧 ❤️\tä\n第";
  expect(printable(text)).toBe(text);
  expect(printable("a\r\nb")).toBe("a\nb");
});

test("printableLine is one line", () => {
  expect(printableLine(" a\n\n  b\tc\r\n")).toBe("a b c");
});
