import { expect, test } from "vitest";
import { decodeSkillText, decodeText } from "../../src/files/decode-text.js";

test("UTF-8 is text, without its byte order mark", () => {
  expect(decodeText(Buffer.from("\uFEFFgrüße 技能 😀"))).toBe("grüße 技能 😀");
  expect([decodeText(new Uint8Array()), decodeSkillText(new Uint8Array())]).toEqual(["", ""]);
});

test.each([
  ["a NUL", Buffer.from("a\0b")],
  ["half a character", Buffer.from("ü").subarray(0, 1)],
  ["Latin-1", Buffer.from("ü", "latin1")],
  ["UTF-16", Buffer.from("a", "utf16le")],
])("%s is no text", (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
  expect(() => decodeSkillText(bytes)).toThrow(expect.objectContaining({ reason: "encoding" }));
});

test("a file that is no text leaves nothing behind for the next", () => {
  expect(decodeText(Buffer.from("ü").subarray(0, 1))).toBeUndefined();
  expect(decodeText(Buffer.from("plain"))).toBe("plain");
});
