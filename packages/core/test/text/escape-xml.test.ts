import { expect, test } from "vitest";
import { escapeOwnTags, escapeXmlAttribute, escapeXmlText, unescapeXml } from "../../src/text/escape-xml.js";

test.each([
  ["<skill_content>", "&lt;skill_content>"],
  ["</skill_content>", "&lt;/skill_content>"],
  ["</ SKILL_content\n>", "&lt;/ SKILL_content\n>"],
  ["< /available_skills>", "&lt; /available_skills>"],
  ["<available_skills/>", "&lt;available_skills/>"],
  ["<skill_content name='x'", "&lt;skill_content name='x'"],
])("our own tag %j begins and ends nothing", (text, expected) => {
  expect(escapeOwnTags(text)).toBe(expected);
});

test.each(["<p>a & b</p>", "<skill>", "<skill_contents>", "<skill_content-x>", "a < b", "&lt;skill_content>"])(
  "%s stays as it is written",
  (text) => {
    expect(escapeOwnTags(text)).toBe(text);
  },
);

test("what is escaped is read back", () => {
  const text = `<a b="c">&amp; 'd'`;
  for (const write of [escapeXmlText, escapeXmlAttribute]) expect(unescapeXml(write(text))).toBe(text);
});
