import { join } from "node:path";
import { directory, type SkillValidationError } from "@skillplug/core";
import { parseSkill } from "@skillplug/core/format";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

test.each([
  ["a fence with more on its line before a good one", "---\nname: a\n---x\ndescription: b\n---\nBody"],
  ["no opening fence", "# Title\n\n---\nname: a\n---\n"],
  ["blank lines before the fence", "\n\n---\nname: a\ndescription: b\n---\n"],
  ["no closing fence", "---\nname: a\ndescription: b\n"],
  ["another language", "---js\nmodule.exports = {}\n---\nBody"],
  ["a missing description", "---\nname: a\n---\n---\ndescription: b\n---\n"],
  ["broken YAML", "---\nname: [a\ndescription: b\n---\nBody"],
  ["nothing", ""],
])("a listing, which reads the front matter alone, says of %s what parseSkill says of the whole", async (_, text) => {
  const folder = await folderWith({ "a/SKILL.md": text });
  const { diagnostics } = await directory(folder).list({ signal: undefined });
  const error: SkillValidationError = await parseSkill(text).then(
    () => Promise.reject(new Error("it was accepted")),
    (thrown: SkillValidationError) => thrown,
  );
  const message = `Failed to load skill from ${join(folder, "a/SKILL.md")}: ${error.message}`;
  expect(diagnostics).toMatchObject([{ code: error.reason, message, line: error.line }]);
});

test.each([
  "---\nname: a\ndescription: b\n---",
  "---\r\nname: a\r\ndescription: b\r\n--- \r\nBody\n---\n",
  "\uFEFF---\nname: a\ndescription: b\n---\n技",
])("a listing finds the end of the front matter as parseSkill does: %j", async (text) => {
  const { skills } = await directory(await folderWith({ "a/SKILL.md": text })).list({ signal: undefined });
  const { content: _, warnings: __, ...fields } = await parseSkill(text);
  expect(skills).toMatchObject([fields]);
});
