import { expect, test } from "vitest";
import { askedNames, cut, meansName, nameKey, shownLine, shownName } from "../../src/text/shown-name.js";

test("a name of 64 characters is shown whole, one more is cut, and no character in half", () => {
  expect(shownName("x".repeat(64))).toBe("x".repeat(64));
  expect(shownName("x".repeat(65))).toBe(`${"x".repeat(63)}…`);
  expect(cut(`${"x".repeat(62)}😀y`, 64)).toBe(`${"x".repeat(62)}…`);
  expect(shownName("a\u202E\nb")).toBe("a b");
});

test("what lies far behind the cut is not looked at, and … stands for it also where nothing before it can be seen", () => {
  expect(shownLine(`ab${"\u200B".repeat(1_000)}c`, 10)).toBe("ab…");
  expect(shownLine(`${"\u200B".repeat(40)}`, 10)).toBe("");
});

test.each([
  ["as it is seen", "a\nb", "a b"],
  ["with what cannot be seen", "a\u200Bb", "a\u200Bb"],
  ["between the tags of a prompt", "Q&A <1>", "Q&amp;A &lt;1&gt;"],
  ["in an attribute", `it's "x"`, "it&apos;s &quot;x&quot;"],
  ["cut", "x".repeat(100), `${"x".repeat(63)}…`],
  ["composed", "Ä\u0301", "Ä\u0301".normalize("NFC")],
  ["decomposed", "é", "e\u0301"],
])("a name that is sent back %s is found", (_, name, sent) => {
  expect(askedNames(sent).some((asked) => meansName(asked, nameKey(name)))).toBe(true);
});

test("… alone, another beginning and another name mean nothing", () => {
  for (const sent of ["…", "y…", "ab", "abc", ""]) {
    expect(askedNames(sent).some((asked) => meansName(asked, nameKey("abcd")))).toBe(false);
  }
});
