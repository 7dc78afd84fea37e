import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { shortPath } from "../../src/output/short-path.js";

test("a path below the working folder is told from there, another one whole", () => {
  expect(shortPath(resolve("skills/a/SKILL.md"))).toBe("skills/a/SKILL.md");
  expect(shortPath(resolve("..data/SKILL.md"))).toBe("..data/SKILL.md");
  expect(shortPath(process.cwd())).toBe(".");
  for (const outside of [resolve(".."), join(resolve(".."), "beside", "SKILL.md")]) {
    expect(shortPath(outside)).toBe(outside);
  }
});
