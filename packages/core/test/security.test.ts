import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// SECURITY.md promises nothing without a test.
const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(join(root, "SECURITY.md"), "utf8");
const [, defended = ""] = /^## What is defended$(.*?)^## /ms.exec(page) ?? [];
const promises = defended.split("\n").filter((line) => line.startsWith("- "));

test("there are promises", () => {
  expect(promises.length).toBeGreaterThan(20);
});

test.each(promises)("%s", (promise) => {
  const references = [...promise.matchAll(/`([a-z-]+\/[^`]+\.ts)`((?:,? "[^"]+")*)/g)];
  expect(references).not.toEqual([]);
  for (const [, path = "", titles = ""] of references) {
    const file = join(root, "packages", path);
    expect([path, existsSync(file)]).toEqual([path, true]);
    const text = readFileSync(file, "utf8");
    for (const [, title = ""] of titles.matchAll(/"([^"]+)"/g)) expect(text).toContain(title);
  }
});
