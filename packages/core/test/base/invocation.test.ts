import { expect, test } from "vitest";
import { invocationOf, readInvocation, readTruth } from "../../src/base/invocation.js";
import { parseSkill } from "../../src/format/parse-skill.js";

test.each<[unknown, boolean | "unclear" | undefined]>([
  [true, true],
  ["true", true],
  [" YES ", true],
  ["on", true],
  [1, true],
  [false, false],
  ["false", false],
  ["No", false],
  ["off", false],
  ["0", false],
  [undefined, undefined],
  [null, undefined],
  ["maybe", "unclear"],
  ["", "unclear"],
  [2, "unclear"],
  [["true"], "unclear"],
  [{ is: true }, "unclear"],
])("%j is read as %j", (value, truth) => {
  expect(readTruth(value)).toBe(truth);
});

test("everybody may call for a skill whose front matter says nothing", () => {
  expect(readInvocation({})).toEqual({ invocation: { model: true, user: true }, warnings: [] });
  expect(readInvocation({ "disable-model-invocation": false, "user-invocable": "yes" }).invocation).toEqual({
    model: true,
    user: true,
  });
});

test("what is neither true nor false is read as what allows less, with a warning that names the field", () => {
  const { invocation, warnings } = readInvocation({ "disable-model-invocation": "maybe", "user-invocable": [] });
  expect(invocation).toEqual({ model: false, user: false });
  expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'invocation-unclear: "disable-model-invocation" must be true or false, and is neither. Until it is, no model is offered the skill.',
    'invocation-unclear: "user-invocable" must be true or false, and is neither. Until it is, no person is offered the skill.',
  ]);
});

test("what a source says counts before the front matter", () => {
  const metadata = { "disable-model-invocation": true };
  expect(invocationOf({ metadata })).toEqual({ model: false, user: true });
  expect(invocationOf({ metadata, invocation: { model: true, user: false } })).toEqual({ model: true, user: false });
});

test.each(["true", '"true"', "yes", "True", "'on'"])("a SKILL.md may write it as %s", async (truth) => {
  const text = `---\nname: a\ndescription: b\ndisable-model-invocation: ${truth}\n---\n`;
  const { invocation, warnings } = await parseSkill(text);
  expect({ invocation, warnings }).toEqual({ invocation: { model: false, user: true }, warnings: [] });
});

test("a SKILL.md that says neither is a warning of its own", async () => {
  const { invocation, warnings } = await parseSkill("---\nname: a\ndescription: b\nuser-invocable: sometimes\n---\n");
  expect(invocation).toEqual({ model: true, user: false });
  expect(warnings).toMatchObject([{ code: "invocation-unclear" }]);
});
