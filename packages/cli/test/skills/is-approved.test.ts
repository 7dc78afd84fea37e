import { expect, test, vi } from "vitest";
import { approvalOf, isApproved } from "../../src/skills/is-approved.js";

const request = {
  skillName: "s\u202E",
  scriptName: "scripts/a.mjs",
  args: ["x"],
  trusted: true,
  source: "/skills",
  digest: "0123456789abcdef".repeat(4),
  commandLine: ["/usr/bin/node", "scripts/a.mjs", "a\u202Eb"],
};

/** Whether a script may run where a person gives this answer, and what the person was asked. */
async function asked(answer: boolean | undefined) {
  const confirm = vi.fn(async (_question: string) => answer);
  const outcome = await isApproved(request, confirm).catch(({ message, fix, exitCode }) => ({
    message,
    fix,
    exitCode,
  }));
  return { outcome, question: confirm.mock.calls.flat().join() };
}

test("whoever is asked sees the skill, its source and digest, the script and the command line, with nothing hidden", async () => {
  expect(await asked(true)).toEqual({
    outcome: true,
    question: [
      String.raw`skill: "s\u202e"`,
      "source: /skills (trusted)",
      "digest: sha256 0123456789abcdef",
      "script: scripts/a.mjs",
      String.raw`command: /usr/bin/node scripts/a.mjs "a\u202eb"`,
      "Run it? [y/N] ",
    ].join("\n"),
  });
});

test("a trusted script runs unasked, with --ask only when a person says so, and --yes answers every question", () => {
  const confirm = async () => true;
  expect(approvalOf({}, confirm)).toBe("untrusted");
  expect(approvalOf({ ask: true }, confirm)).toBeTypeOf("function");
  expect(approvalOf({ ask: true, yes: true }, confirm)).toBe("never");
  expect(approvalOf({ yes: true }, confirm)).toBe("never");
});

test("whoever says no is not told to pass --yes; where nobody is asked, it is the way", async () => {
  const denied = (await asked(false)).outcome;
  expect(denied).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining("it was not approved"),
    fix: undefined,
  });
  const unasked = (await asked(undefined)).outcome;
  expect(unasked).toMatchObject({ exitCode: 4, fix: "Run it in a terminal, or pass --yes." });
});
