import { join } from "node:path";
import { SkillError } from "@skillplug/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkRelativePath } from "../../src/files/relative-path.js";

const refused = [
  ["", "it is empty"],
  ["../secret", "it leaves or repeats a folder"],
  ["sub/../../secret", "it leaves or repeats a folder"],
  ["../skills-evil/x", "it leaves or repeats a folder"],
  [".", "it leaves or repeats a folder"],
  ["./a", "it leaves or repeats a folder"],
  ["a//b", "it leaves or repeats a folder"],
  ["a/", "it leaves or repeats a folder"],
  ["..\\secret", "it contains a backslash"],
  ["\\\\host\\share", "it contains a backslash"],
  ["/etc/passwd", "it is not relative"],
  ["C:\\x", "it contains a backslash"],
  ["C:/x", "it is not relative"],
  ["file:///etc/passwd", "it is not relative"],
  ["~/.ssh/id_rsa", "it is not relative"],
  ["a\0b", "it contains a NUL character"],
  ["name.", "a part ends with a dot or a space"],
  ["name ", "a part ends with a dot or a space"],
  ["folder./x", "a part ends with a dot or a space"],
  [".../x", "a part ends with a dot or a space"],
  ["x".repeat(1025), "it is longer than 1024 characters"],
].map(([path = "", problem]) => ({ path, shown: JSON.stringify(path.slice(0, 20)), problem }));

test.each(refused)("A47, B32: bad input 15: the path $shown is refused: $problem", ({ path, problem }) => {
  expect(() => checkRelativePath(path)).toThrow(
    expect.objectContaining({ code: "resource_load_failed", message: expect.stringContaining(`refused: ${problem}.`) }),
  );
});

test("a path of 1,024 characters is accepted", () => {
  expect(checkRelativePath("x".repeat(1024))).toHaveLength(1024);
});

test("a refused path is shown with its escapes, and cut after 100 characters", () => {
  const [long, name] = ["x".repeat(98), "x".repeat(97)];
  expect(() => checkRelativePath(`${name}\n/.`)).toThrow(`The path "${name}\\n/." is refused`);
  expect(() => checkRelativePath(`${long}\n\0z`)).toThrow(`The path "${long}\\n\\u0000…" is refused`);
});

test.each(["a.md", "references/guide.md", ".hidden", "..data/x", "a b.md", "%2e%2e/x", "技能.md", "a\nb", "a\u0085b"])(
  "the path %s is accepted as it is",
  (path) => {
    expect(checkRelativePath(path)).toBe(path);
  },
);

test("A47: no path that is accepted leaves the folder", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom("..", ".", "a", "/", "\\", "~", "C:", "%2e", " ", "b.md")), (parts) => {
      const path = parts.join("");
      try {
        checkRelativePath(path);
      } catch (error) {
        expect(SkillError.isInstance(error)).toBe(true);
        return;
      }
      accepted += 1;
      expect(join("/x/skill", path).startsWith("/x/skill/")).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
