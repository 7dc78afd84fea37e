import { expect, test } from "vitest";
import { loadBackendSkills } from "../src/skills.js";

async function check(...args: string[]): Promise<string> {
  const skills = await loadBackendSkills();
  return skills.runSkillScript("git-commit", "scripts/check-message.mjs", args).catch(({ message }) => message);
}

test.each([
  "fix(session): refresh the token before it expires",
  "feat!: drop Node 18\n\nIt is past its end of life.\n\nBREAKING CHANGE: use Node 20 or later",
  "docs: say where keys come from\n\nWhoever runs the tests should know.\nNote: they need no key.",
  `build: update the lock file\n\nhttps://example.com/${"a".repeat(80)}\n\nRefs: #1`,
])("the check has nothing against %j", async (message) => {
  expect(await check(message)).toBe("The message is fine.");
});

test.each([
  ["Fixed it", "not of the form"],
  ["fixes: keep the order", 'unknown type "fixes"'],
  ["fix: added a check", '"added" is not an order'],
  ["fix: Keep the order", "upper case"],
  ["fix: keep the order.", "full stop"],
  ["chore: wip", "does not say what changed"],
  [`feat: ${"keep ".repeat(15)}order`, "longer than 72 characters: 86"],
  ["fix: keep the order\nIt was lost.", "no blank line after the subject"],
  [`fix: keep the order\n\n${"It was lost. ".repeat(7)}`, "Line 3 is longer than 72"],
  ["fix: keep the order\n\nIt was lost.\nRefs: #1", "no blank line before the footers"],
  ["feat!: drop Node 18", "needs a footer"],
  ["feat: drop Node 18\n\nBREAKING CHANGE: use Node 20", 'needs "!"'],
])("the check of %j names what is wrong", async (message, words) => {
  const answer = await check(message);
  expect(answer).toMatch(/1 to correct:\n- /);
  expect(answer).toContain(words);
});

test("the repository's own types can be given, and wrong arguments are told from a bad message", async () => {
  expect(await check("deps: take Hono 4", "--types", "feat, deps")).toBe("The message is fine.");
  expect(await check()).toContain("exited with code 2");
  expect(await check("fix: a", "--type", "feat")).toContain("Unknown option '--type'");
});
