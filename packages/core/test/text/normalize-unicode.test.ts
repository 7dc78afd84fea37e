import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeUnicode } from "../../src/text/normalize-unicode.js";

const FORMS = ["NFC", "NFD", "NFKC"] as const;

test("what people write is normalised as Unicode says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...FORMS), (text, form) => {
      expect(normalizeUnicode(text, form)).toBe(text.normalize(form));
    }),
  );
  expect(normalizeUnicode(`a${"\u0301".repeat(30)}`, "NFD")).toBe(`a${"\u0301".repeat(30)}`);
});

test("of more than thirty marks in a row the rest is left out", () => {
  for (const mark of ["\u0301", "\u0315", "\u{1D165}"]) {
    expect(normalizeUnicode(`a${mark.repeat(31)}b`, "NFD")).toBe(`a${mark.repeat(30)}b`.normalize("NFD"));
  }
  expect(normalizeUnicode(`a${"\uFF9E".repeat(31)}b`, "NFKC")).toBe(`a${"\u3099".repeat(30)}b`);
  expect(normalizeUnicode(`a${"\u0315".repeat(29)}${"\uFF9E\u0315".repeat(9)}`, "NFKC")).toHaveLength(31);
});
