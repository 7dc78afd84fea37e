import { expect, test } from "vitest";
import { isApproved } from "../../src/skills/is-approved.js";

const request = { skillName: "s\u202E", scriptName: "scripts/a\n.mjs", args: ["x"], trusted: true };

/** Whether a script may run where a person gives this answer, and what the person was asked. */
async function asked(
  answer: boolean | undefined,
  { trusted = true, ...consent }: { trusted?: boolean; ask?: boolean; yes?: boolean },
) {
  const questions: string[] = [];
  const confirm = async (question: string) => {
    questions.push(question);
    return answer;
  };
  const outcome = await isApproved({ ...request, trusted }, consent, confirm).catch(({ message, fix, exitCode }) => ({
    message,
    fix,
    exitCode,
  }));
  return { outcome, questions };
}

test("a trusted script runs unasked, and one from elsewhere or with --ask only when a person says so", async () => {
  const question = 'Run scripts/a .mjs ["x"] of the skill s? [y/N] ';
  expect(await asked(undefined, {})).toEqual({ outcome: true, questions: [] });
  expect(await asked(true, { trusted: false })).toEqual({ outcome: true, questions: [question] });
  expect(await asked(true, { ask: true })).toEqual({ outcome: true, questions: [question] });
  expect(await asked(undefined, { trusted: false, yes: true })).toEqual({ outcome: true, questions: [] });
});

test("whoever says no is not told to pass --yes; where nobody is asked, it is the way", async () => {
  const denied = (await asked(false, { trusted: false })).outcome;
  expect(denied).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining("it was not approved"),
    fix: undefined,
  });
  const unasked = (await asked(undefined, { trusted: false })).outcome;
  expect(unasked).toMatchObject({ exitCode: 4, fix: "Run it in a terminal, or pass --yes." });
});
