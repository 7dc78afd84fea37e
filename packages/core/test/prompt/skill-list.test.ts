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
