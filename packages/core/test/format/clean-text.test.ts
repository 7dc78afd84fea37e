import { parseSkill } from "@skillplug/core/format";
import { expect, test } from "vitest";
import { cleanText, removeUnprintable } from "../../src/format/clean-text.js";
import { skill } from "./refusal.js";

test("bad input 13: escapes, bidirectional controls, zero-width and tag characters are stripped and reported", async () => {
  const { name, description, warnings } = await parseSkill(
    skill('name: "pd\\u200Bf"\ndescription: "\\e[31mred\\e[0m \\u202Eevil\\U000E0041 👩‍💻"'),
  );
  expect([name, description]).toEqual(["pdf", "red evil 👩‍💻"]);
  expect(warnings).toEqual(
    ["The name holds 1 control", "The description holds 12 control"].map((message) => ({
      code: "hidden-characters",
      severity: "warning",
      message: expect.stringContaining(message),
    })),
  );
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

test.each([
  ["a colour", "a\u001B[1;31mb"],
  ["a title", "a\u001B]0;title\u0007b"],
  ["a link", "a\u001B]8;;https://example.org\u001B\\b"],
  ["an escape of one letter", "a\u001BMb"],
  ["NUL", "a\0b"],
  ["a backspace", "a\bb"],
  ["DEL", "a\u007Fb"],
  ["a C1 control", "a\u0085b"],
  ["an Arabic letter mark", "a\u061Cb"],
  ["a right-to-left mark", "a\u200Fb"],
  ["an override", "a\u202Eb"],
  ["an isolate", "a\u2066b"],
  ["a word joiner", "a\u2060b"],
  ["a byte order mark", "a\uFEFFb"],
  ["a tag", "a\u{E0041}b"],
  ["a joiner between ASCII letters", "a\u200Db"],
])("%s is removed and counted", (_, text) => {
  expect(cleanText(text)).toEqual({ text: "ab", removed: text.length - 2 });
});

test("tabs, line ends and joiners where scripts need them stay; white space around does not, and is not counted", () => {
  expect(cleanText(" \ta\tb\r\nc\n ")).toEqual({ text: "a\tb\r\nc", removed: 0 });
  for (const text of ["👩‍💻", "نمی\u200Cخواهم"]) expect(cleanText(text)).toEqual({ text, removed: 0 });
});

test("before YAML is read, only what it does not allow is removed", () => {
  expect(removeUnprintable(" a\u001B[31m\u0000\u0008\u007F\u0084\uFFFE\uFFFFb ")).toEqual({
    text: " ab ",
    removed: 11,
  });
  const kept = "\t\r\n\u0085\u200B\u202E\uFEFF\u{E0041} ";
  expect(removeUnprintable(kept)).toEqual({ text: kept, removed: 0 });
});
