import fc from "fast-check";
import { expect, test } from "vitest";
import { type ListedSkill, listSkills } from "../../src/prompt/skill-list.js";

const elsewhere = "ask for them";
const listWithin = (length: number, skills: readonly ListedSkill[]) =>
  listSkills(skills, { fits: (list) => list.length <= length, elsewhere });
const skill = (name: string, description: string, detail?: string): ListedSkill => ({ name, description, detail });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => skill(`s${index}`, "x".repeat(60)));

test("a description is on one line, and cut at a word where one ends in its second half", () => {
  const words = `${"word ".repeat(10)}${"y".repeat(50)}`;
  expect(listWithin(999, [skill("a", " one\n\ttwo  three ")])).toBe("- a: one two three");
  expect(listWithin("- a: ".length + 80, [skill("a", words)])).toBe(`- a: ${"word ".repeat(10).trim()}…`);
  const early = `${"word ".repeat(10)}${"y".repeat(60)}`;
  expect(listWithin("- a: ".length + 105, [skill("a", early)])).toBe(`- a: ${"word ".repeat(10)}${"y".repeat(54)}…`);
});

test("a description is shown whole where it fits exactly", () => {
  const description = "x".repeat(60);
  expect(listWithin("- a: ".length + 60, [skill("a", description)])).toBe(`- a: ${description}`);
  expect(listWithin("- a: ".length + 59, [skill("a", description)])).toBe(`- a: ${"x".repeat(58)}…`);
});

test("a cut leaves no half of a character", () => {
  const [description, room] = ["🙂".repeat(40), "- a: ".length + 50];
  expect(listWithin(room, [skill("a", description)])).toBe(`- a: ${"🙂".repeat(24)}…`);
  expect(listWithin(room, [skill("a", `x${description}`)])).toBe(`- a: x${"🙂".repeat(24)}…`);
});

test("a description that would have fewer than 40 characters is left out, and with it all others", () => {
  const skills = [skill("a", "short"), skill("b", "x".repeat(60))];
  const cut = `- a: short\n- b: ${"x".repeat(39)}…`;
  expect(listWithin(cut.length, skills)).toBe(cut);
  expect(listWithin(cut.length - 1, skills)).toBe("- a\n- b");
});

test("names are left out last, as many as must be, and the rest is counted", () => {
  const skills = numbered(20);
  const eleven = `${skills
    .slice(0, 11)
    .map(({ name }) => `- ${name}`)
    .join("\n")}\nand 9 more: ask for them.`;
  expect(listWithin(eleven.length, skills)).toBe(eleven);
  expect(listWithin(eleven.length - 1, skills)).toBe(eleven.replace("- s10\nand 9", "and 10"));
  expect(listWithin(0, skills)).toBe("and 20 more: ask for them.");
});

test("a detail has half the length of the description, and is the first to be left out", () => {
  const both = [skill("a", "x".repeat(200), "y".repeat(100))];
  const whole = `- a: ${"x".repeat(200)}\n  ${"y".repeat(100)}`;
  expect(listWithin(whole.length, both)).toBe(whole);
  const cut = `- a: ${"x".repeat(79)}…\n  ${"y".repeat(39)}…`;
  expect(listWithin(cut.length, both)).toBe(cut);
  // one less would leave fewer than 40 characters of the detail
  expect(listWithin(cut.length - 1, both)).toBe(`- a: ${"x".repeat(78)}…`);
  expect(listWithin(999, [skill("a", "short", "y".repeat(100))])).toBe(`- a: short\n  ${"y".repeat(100)}`);
});

test("all of a skill that is shown is escaped, however short the list", () => {
  const skills = [skill("<a>", `<b>${"x".repeat(60)}`, `<c>${"x".repeat(60)}`), skill("<d>", "<e>")];
  const escapeText = (text: string) => text.replaceAll("<", "&lt;");
  for (const [length, detail, description] of [
    [999, true, true],
    [80, false, true],
    [20, false, false],
  ] as const) {
    const list = listSkills(skills, { fits: (text) => text.length <= length, elsewhere, escapeText });
    expect([list.includes("- &lt;a>"), list.includes("&lt;c>"), list.includes("&lt;b>")]).toEqual([
      true,
      detail,
      description,
    ]);
    expect(list).not.toContain("<");
  }
});

test("E13: a list never exceeds its length, whatever the skills are", () => {
  const some = fc.record({
    name: fc.string({ maxLength: 80 }),
    description: fc.string({ maxLength: 3000 }),
    detail: fc.option(fc.string({ maxLength: 500 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 60 }), fc.integer({ min: 100, max: 5000 }), (skills, length) => {
      expect(listWithin(length, skills).length).toBeLessThanOrEqual(length);
    }),
  );
});

const stranger = (name: string, description: string): ListedSkill => ({ name, description, trusted: false });
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => stranger(`a${"0".repeat(5)}${index}`, "y".repeat(200)));

test.each([
  ["everything fits", 10_000],
  ["descriptions of the trusted are shortened", 1_500],
  ["only names of the trusted fit", 300],
  ["not even all names of the trusted fit", 120],
])("trusted skills are shown as if there were no others: %s", (_, length) => {
  const trusted = Array.from({ length: 20 }, (_, index) => skill(`s${index}`, "x".repeat(200)));
  const alone = listWithin(length, trusted);
  for (const others of [strangers(1), strangers(3_000), [stranger("n".repeat(31_000), "d".repeat(31_000))]]) {
    const list = listWithin(length, [...others, ...trusted]);
    const shown = alone.replace(/\nand \d+ more: .*$/, "");
    expect(list.startsWith(shown)).toBe(true);
    expect(list.length).toBeLessThanOrEqual(length);
    // Their names only follow where no trusted one is missing.
    if (shown !== alone) expect(list.slice(shown.length)).toMatch(/^\nand \d+ more: ask for them\.$/);
  }
});

test("strangers get the room that is left, their descriptions shortened to it, and are counted where they have none", () => {
  const trusted = skill("b", "x".repeat(60));
  const line = `- b: ${"x".repeat(60)}`;
  expect(listWithin(999, [stranger("a", "y".repeat(60)), trusted])).toBe(`${line}\n- a: ${"y".repeat(60)}`);
  expect(listWithin(line.length + 1 + 46, [stranger("a", "y".repeat(60)), trusted])).toBe(
    `${line}\n- a: ${"y".repeat(40)}…`,
  );
  expect(listWithin(line.length + 26, [...strangers(3), trusted])).toBe(`${line}\nand 3 more: ask for them.`);
  expect(listWithin(line.length + 25, [...strangers(3), trusted])).toBe(line);
  expect(listWithin(9_999, strangers(2))).toMatch(/^- a000000: y+\n- a000001: y+$/);
});

test("a name has 64 characters at the most, and a description 1,024", () => {
  expect(listWithin(9_999, [skill("n".repeat(64), "d".repeat(1_024))])).toBe(
    `- ${"n".repeat(64)}: ${"d".repeat(1_024)}`,
  );
  expect(listWithin(9_999, [skill("n".repeat(65), "d".repeat(1_025))])).toBe(
    `- ${"n".repeat(63)}…: ${"d".repeat(1_023)}…`,
  );
});

test.each([
  ["long descriptions", Array.from({ length: 100 }, (_, index) => skill(`s${index}`, "word ".repeat(6_000)))],
  ["many skills", Array.from({ length: 20_000 }, (_, index) => skill(`s${index}`, "word ".repeat(40)))],
  [
    "many strangers",
    [skill("b", "x"), ...Array.from({ length: 20_000 }, (_, index) => stranger(`s${index}`, "word ".repeat(40)))],
  ],
])("what is counted grows with what is shown, not with what there is: %s", (_, skills) => {
  let counted = 0;
  const fits = (list: string): boolean => {
    counted += list.length;
    return list.length <= 10_000;
  };
  const list = listSkills(skills, { fits, elsewhere });
  expect(list.length).toBeGreaterThan(8_000);
  expect(counted).toBeLessThan(100 * list.length);
});
