import { expect, test } from "vitest";
import { hintsOf, shownDescription } from "../../src/base/skill-hints.js";

test.each([
  ["Paints.", { when_to_use: "For walls." }, "Paints. For walls."],
  ["Paints", { when_to_use: "For walls." }, "Paints. For walls."],
  ["Paints.", { when_to_use: ["For walls.", "For doors."] }, "Paints. For walls. For doors."],
  ["Paints.", { metadata: { when_to_use: "For walls." } }, "Paints. For walls."],
  ["Paints. Use for  WALLS; and doors.", { when_to_use: "for walls and doors" }, "Paints. Use for  WALLS; and doors."],
  ["Paints.", { when_to_use: "" }, "Paints."],
  ["Paints.", { when_to_use: 5 }, "Paints."],
  ["Paints.", {}, "Paints."],
])("%j with %j is shown as %j", (description, metadata, shown) => {
  expect(shownDescription({ description, metadata })).toBe(shown);
});

test("of when_to_use as much is shown as of a description", () => {
  expect(shownDescription({ description: "Paints.", metadata: { when_to_use: "x".repeat(5000) } })).toHaveLength(1032);
  const description = "x".repeat(1025);
  expect(shownDescription({ description, metadata: { when_to_use: "y" } })).toBe(description);
});

test("hints are prose, lists and lists of maps, at the top and below metadata, each once", () => {
  const metadata = {
    tags: ["walls", "doors"],
    keywords: "brush, roller",
    triggers: [{ pattern: "paint it" }, "walls"],
    metadata: { tags: "ceilings", when_to_use: "On Sundays." },
    other: "nothing",
  };
  expect(hintsOf({ metadata })).toBe("walls\npaint it\ndoors\nbrush, roller\nOn Sundays.\nceilings");
});

test("of lists in lists 200 values are read", () => {
  const list = (name: string) => Array.from({ length: 150 }, (_, index) => `${name}${index}`);
  const hints = hintsOf({ metadata: { tags: [list("a"), list("b")] } }).split("\n");
  expect(hints.length).toBeLessThan(200);
  expect(hints).toContain("a149");
});

test("hints without end are cut", () => {
  expect(
    hintsOf({ metadata: { tags: Array.from({ length: 100_000 }, (_, index) => `tag${index}`) } }).length,
  ).toBeLessThan(4_001);
  expect(hintsOf({ metadata: { tags: "x".repeat(100_000) } })).toHaveLength(4_000);
});
