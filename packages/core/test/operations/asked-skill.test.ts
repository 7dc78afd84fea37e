import { memory, type SkillSource, SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";

const sourceOf = (name: string, trusted: boolean): SkillSource => ({
  ...memory([{ name, description: "d", content: trusted ? "OURS" : "THEIRS" }], { id: trusted ? "ours" : "theirs" }),
  trusted,
});

test.each([
  ["a long name is cut to", "a".repeat(80), `${"a".repeat(63)}…`],
  ["a name with decomposed letters is composed to", "cafe\u0301", "caf\u00E9"],
  ["a name with two spaces is shown as", "data  tools", "data tools"],
  ["a name with a hidden character is shown as", "pd\u200Bf", "pdf"],
  ["a name is escaped to", "q&a", "q&amp;a"],
])("a stranger does not get the calls for what %s", async (_, own, strangers) => {
  for (const sources of [
    [sourceOf(own, true), sourceOf(strangers, false)],
    [sourceOf(strangers, false), sourceOf(own, true)],
  ]) {
    const toolset = new SkillsToolset({ sources, logger: false });
    expect(await toolset.loadSkill(strangers)).toContain("OURS");
    expect(await toolset.loadSkill(own)).toContain("OURS");
  }
});

test("a stranger's skill is found by its exact name where no trusted one is shown by it", async () => {
  const sources = [sourceOf("pdf-forms", true), sourceOf("pdf", false)];
  const toolset = new SkillsToolset({ sources, logger: false });
  expect(await toolset.loadSkill("pdf")).toContain("THEIRS");
  const equals = new SkillsToolset({ sources: [sourceOf("data  tools", false), sourceOf("data tools", false)] });
  expect(await equals.loadSkill("data tools")).toContain("THEIRS");
});

test("strangers push no trusted name out of what is proposed for a wrong one, and look-alikes are not proposed", async () => {
  const strangers = Array.from({ length: 40 }, (_, index) => `brokeb-${index}`);
  const sources = [
    ...[...strangers, "refund_policy"].map((name) => sourceOf(name, false)),
    sourceOf("refund-policy", true),
  ];
  const error = await new SkillsToolset({ sources, logger: false }).loadSkill("broken").catch((thrown) => thrown);
  expect(error.available[0]).toBe("refund-policy");
  expect(error.message).toContain("Available skills: refund-policy, brokeb-");
  expect(error.available).toHaveLength(20);
  expect(error.available).not.toContain("refund_policy");
});
