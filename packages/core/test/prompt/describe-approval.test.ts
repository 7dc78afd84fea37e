import { expect, test } from "vitest";
import { describeApproval } from "../../src/prompt/describe-approval.js";

const request = {
  skillName: "papers",
  scriptName: "scripts/s.py",
  trusted: false,
  source: "/skills",
  digest: "0123456789abcdef".repeat(4),
  commandLine: ["/usr/bin/python3", "scripts/s.py", "--city", "São Paulo"],
};
const commandOf = (commandLine: readonly string[]) =>
  describeApproval({ ...request, commandLine })
    .split("\n")
    .at(-1);

test("each thing that an approval is of has its line", () => {
  expect(describeApproval(request)).toBe(
    [
      "skill: papers",
      "source: /skills (not trusted)",
      "digest: sha256 0123456789abcdef",
      "script: scripts/s.py",
      'command: /usr/bin/python3 scripts/s.py --city "São Paulo"',
    ].join("\n"),
  );
});

test("the work folder and the standard input have lines of their own, and what is long is cut and says so", () => {
  const shown = describeApproval({ ...request, workFolder: "/home/ada/my files", stdin: "a\nskill: b\u202E" });
  expect(shown.split("\n").slice(-2)).toEqual([
    'work folder: "/home/ada/my files"',
    String.raw`standard input: "a\nskill: b\u202e"`,
  ]);
  const long = describeApproval({ ...request, stdin: "x".repeat(9_000) })
    .split("\n")
    .at(-1);
  expect(long).toMatch(/^standard input: "x{7999}… \(the first 8000 of 9002 characters\)$/);
});

test("a function has no command, and its arguments are shown", () => {
  const shown = describeApproval({ ...request, trusted: true, commandLine: undefined, args: { city: "Oslo\u200B" } });
  expect(shown).toContain("source: /skills (trusted)");
  expect(shown.split("\n").at(-1)).toBe(String.raw`function, with the arguments: {"city":"Oslo\u200b"}`);
});

test.each([
  ["", '""'],
  ["a b", '"a b"'],
  ["$(x)", '"$(x)"'],
  ['"', String.raw`"\""`],
  ["a\nskill: b", String.raw`"a\nskill: b"`],
  ["\u001B[2J", String.raw`"\u001b[2J"`],
  ["\u009B2J", String.raw`"\u009b2J"`],
  ["\u202Ex", String.raw`"\u202ex"`],
  ["\u{E0041}", String.raw`"\udb40\udc41"`],
  ["\u{E0100}", String.raw`"\udb40\udd00"`],
  ["x\uFE0F", String.raw`"x\ufe0f"`],
  ["\u3164", String.raw`"\u3164"`],
  ["\u2800", String.raw`"\u2800"`],
  ["a\u00A0b", String.raw`"a\u00a0b"`],
  ["a\u2028b", String.raw`"a\u2028b"`],
  ["a\u200Db", String.raw`"a\u200db"`],
  ["\uD800", String.raw`"\ud800"`],
  ["天气", '"天气"'],
])("the argument %j stands as %s", (word, shown) => {
  expect(commandOf(["p", word])).toBe(`command: p ${shown}`);
});

test("a word of 1,000 characters is shown, and of a longer one the first 1,000", () => {
  expect(commandOf(["x".repeat(1_000)])).toBe(`command: ${"x".repeat(1_000)}`);
  expect(commandOf(["x".repeat(1_001)])).toBe(`command: "${"x".repeat(1_000)}"… (the first 1000 of 1001 characters)`);
});

test("a command line is shown up to 8,000 characters, with how much is left out", () => {
  const words = Array.from({ length: 9 }, () => "x".repeat(999));
  expect(commandOf(words.slice(0, 8))).toBe(`command: ${words.slice(0, 8).join(" ")}`);
  expect(commandOf(words)).toBe(
    `command: ${words.slice(0, 8).join(" ")} … (1 more of 9 words are not shown; all have 8999 characters)`,
  );
});

test("a function's arguments are shown up to 8,000 characters", () => {
  const lastLine = (length: number) =>
    describeApproval({ ...request, commandLine: undefined, args: ["x".repeat(length)] })
      .split("\n")
      .at(-1);
  expect(lastLine(7_996)).toMatch(/"\]$/);
  expect(lastLine(7_997)).toMatch(/… \(the first 8000 of 8001 characters\)$/);
});
