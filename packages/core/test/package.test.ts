import { readFileSync } from "node:fs";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_SKILL_NAME_LENGTH,
  RESERVED_WORDS,
  SKILL_NAME_PATTERN,
} from "@skillplug/core/format";
import { expect, test } from "vitest";

test("A01: the package's constants are exported", () => {
  expect(SKILL_NAME_PATTERN).toEqual(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(RESERVED_WORDS).toEqual(new Set(["anthropic", "claude"]));
  expect([MAX_SKILL_NAME_LENGTH, MAX_DESCRIPTION_LENGTH]).toEqual([64, 1024]);
});

test("a bundler may leave out what a program does not use", () => {
  const { sideEffects } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(sideEffects).toBe(false);
});
