import { once } from "node:events";
import { expect, test } from "vitest";
import { warn } from "../../src/node/platform.js";

async function warned(message: string): Promise<string> {
  const emitted = once(process, "warning");
  warn(message);
  const [warning] = await emitted;
  expect(warning.name).toBe("SkillplugWarning");
  return warning.message;
}

test("a process warning is one line without what a terminal acts on", async () => {
  expect(await warned("a\u001B[2J\n::error::owned\u202E\r\nb")).toBe("a ::error::owned b");
});

test("a process warning holds no command of a CI job", async () => {
  expect(await warned("a #\u200B#[error]b ##vso[c] ##teamcity[d]")).toBe("a # #[error]b # #vso[c] # #teamcity[d]");
  expect(await warned("##[a]".repeat(100))).toHaveLength(500);
});

test("a process warning has 500 characters at the most", async () => {
  expect(await warned("x".repeat(500))).toBe("x".repeat(500));
  expect(await warned("x".repeat(501))).toBe(`${"x".repeat(499)}…`);
  expect(await warned("x".repeat(1_000_000))).toHaveLength(500);
});
