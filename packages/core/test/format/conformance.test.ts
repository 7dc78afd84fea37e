// The cases of skills-ref, the reference implementation of the Agent Skills format. Those about the path that is validated,
// H21 to H23, are beside `skillplug validate`, in packages/cli/test/validate.test.ts.
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { directory, SkillNotFoundError, SkillsToolset, toAvailableSkillsXml } from "@skillplug/core";
import { parseSkill, serializeSkill, validateSkill } from "@skillplug/core/format";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";

const BASIC = "name: my-skill\ndescription: A test skill";
const document = (frontMatter: string) => `---\n${frontMatter}\n---\n# My Skill\n\nInstructions here.\n`;
const list = (folder: string) => directory(folder).list({ signal: undefined });
const toolset = (folder: string) => new SkillsToolset({ directories: [folder], logger: false });

/** The codes of all that is found in a folder with one skill that can be read. */
async function codesOf(folder: string, frontMatter: string): Promise<string[]> {
  const { skills, diagnostics } = await list(await folderWith({ [`${folder}/SKILL.md`]: document(frontMatter) }));
  expect(skills).toHaveLength(1);
  const findings = skills.flatMap((skill) => validateSkill(skill, { profile: "agentskills" }));
  return [...diagnostics, ...findings].map(({ code }) => code);
}

/** The codes for a name in a folder of the same name. */
const nameCodes = (name: string) =>
  validateSkill({ name, description: "x", baseDir: `/${name.trim()}` }, { profile: "agentskills" }).map(
    ({ code }) => code,
  );

test("H01: a valid front matter gives its fields and the body", async () => {
  expect(await parseSkill(document(BASIC))).toMatchObject({
    name: "my-skill",
    description: "A test skill",
    content: "# My Skill\n\nInstructions here.\n",
    warnings: [],
  });
});

test.each([
  ["H02", "a text without front matter is refused", "# No front matter here", "front-matter-missing"],
  ["H03", "a front matter that is not closed is refused", `---\n${BASIC}\n`, "front-matter-unclosed"],
  ["H04", "invalid YAML is refused", document("name: [invalid\ndescription: broken"), "front-matter-yaml"],
  ["H05", "a list as front matter is refused", document("- just\n- a\n- list"), "front-matter-not-a-map"],
])("%s: %s", async (_id, _text, text, reason) => {
  await expect(parseSkill(text)).rejects.toMatchObject({ name: "SkillValidationError", reason });
});

test("H06: a skill's properties are read from its folder, the license with them", async () => {
  const folder = await folderWith({ "my-skill/SKILL.md": document(`${BASIC}\nlicense: MIT`) });
  const { skills, diagnostics } = await list(folder);
  expect(skills).toMatchObject([{ name: "my-skill", description: "A test skill", license: "MIT" }]);
  expect(diagnostics).toEqual([]);
});

test("H07: values below metadata are texts: an unquoted version 1.0 stays 1.0", async () => {
  const { metadata } = await parseSkill(
    document(`${BASIC}\nmetadata:\n  author: Test Author\n  version: 1.0\n  major: 1`),
  );
  expect({ ...Object(metadata["metadata"]) }).toEqual({ author: "Test Author", version: "1.0", major: "1" });
});

test("H08: to load a skill from a folder without a SKILL.md is an error", async () => {
  const folder = await folderWith({ "my-skill/readme.md": "" });
  await expect(toolset(folder).loadSkill("my-skill")).rejects.toThrow(SkillNotFoundError);
});

test.each([
  ["H09", "name", "description: A test skill"],
  ["H10", "description", "name: my-skill"],
])("%s: a skill without a %s is not loaded, and the finding says so", async (_id, field, frontMatter) => {
  const { skills, diagnostics } = await list(await folderWith({ "my-skill/SKILL.md": document(frontMatter) }));
  expect(skills).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: `${field}-missing`, severity: "error" }]);
});

// Where the disk takes both names for one file there is only one.
test.skipIf(process.platform === "darwin" || process.platform === "win32")(
  "H11: SKILL.md is preferred to a skill.md beside it",
  async () => {
    const folder = await folderWith({
      "my-skill/SKILL.md": skillText("my-skill", "upper case"),
      "my-skill/skill.md": skillText("my-skill", "lower case"),
    });
    expect(await toolset(folder).listSkills()).toEqual({ "my-skill": "upper case" });
  },
);

test("H12: a skill.md alone is not lost in silence: a finding names the right spelling", async () => {
  const folder = await folderWith({ "my-skill/skill.md": document(BASIC) });
  const { skills, diagnostics } = await list(folder);
  expect(skills).toEqual([]);
  const location = join(folder, "my-skill/skill.md");
  const message = expect.stringContaining("must be named exactly SKILL.md");
  expect(diagnostics).toEqual([{ code: "misspelled-skill-file", severity: "warning", message, location }]);
});

test("H13: where there is no skill there is none, and nothing is found", async () => {
  const skills = toolset(await folderWith({ "my-skill/readme.md": "" }));
  expect(await skills.getSkill("my-skill")).toBeUndefined();
  expect(await skills.getDiagnostics()).toEqual([]);
});

test("H14: parseSkill gives the properties of a skill.md, and so does its folder once it is renamed", async () => {
  const folder = await folderWith({ "my-skill/skill.md": document(BASIC) });
  const path = join(folder, "my-skill/skill.md");
  const properties = { name: "my-skill", description: "A test skill" };
  expect(await parseSkill(await readFile(path, "utf8"))).toMatchObject(properties);
  await rename(path, join(folder, "my-skill/SKILL.md"));
  expect(await list(folder)).toMatchObject({ skills: [properties], diagnostics: [] });
});

test("H15: allowed-tools stays one text, and is written under the same key with its hyphen", async () => {
  const tools = "Bash(jq:*) Bash(git:*)";
  const skill = await parseSkill(document(`${BASIC}\nallowed-tools: ${tools}`));
  expect(skill.metadata["allowed-tools"]).toBe(tools);
  const { metadata } = await parseSkill(serializeSkill(skill));
  expect({ ...metadata }).toEqual({ name: "my-skill", description: "A test skill", "allowed-tools": tools });
});

test("H16: the XML of no skills is an empty element", () => {
  expect(toAvailableSkillsXml([])).toBe("<available_skills>\n</available_skills>");
});

test("H17: the XML of a skill has its name, description and location on lines of their own", async () => {
  const folder = await folderWith({ "my-skill/SKILL.md": document(BASIC) });
  const { skills } = await list(folder);
  expect(toAvailableSkillsXml(skills)).toBe(`<available_skills>
<skill>
<name>
my-skill
</name>
<description>
A test skill
</description>
<location>
${join(folder, "my-skill/SKILL.md")}
</location>
</skill>
</available_skills>`);
});

test("H18: the XML of two skills has two elements, in their order", async () => {
  const folder = await folderWith({ "b/SKILL.md": skillText("skill-b"), "a/SKILL.md": skillText("skill-a") });
  const xml = toAvailableSkillsXml((await list(folder)).skills);
  expect(xml.match(/<skill>\n<name>\n.*\n<\/name>/g)).toEqual([
    "<skill>\n<name>\nskill-a\n</name>",
    "<skill>\n<name>\nskill-b\n</name>",
  ]);
  expect(xml.match(/<\/skill>/g)).toHaveLength(2);
});

test("H19: angle brackets and ampersands are escaped in the XML, in a location too", () => {
  const xml = toAvailableSkillsXml([{ name: "a", description: "Use <foo> & <bar> tags", uri: "/<x>&/SKILL.md" }]);
  expect(xml).toContain("\nUse &lt;foo&gt; &amp; &lt;bar&gt; tags\n");
  expect(xml).toContain("\n/&lt;x&gt;&amp;/SKILL.md\n");
});

test("the XML of a skill that is no file has no location", () => {
  expect(toAvailableSkillsXml([{ name: "a", description: "b" }])).not.toContain("location");
});

const LONG_NAME = "a".repeat(70);
const named = (name: string) => `name: ${name}\ndescription: A test skill`;

test.each([
  ["H20", "a valid skill has no finding", "my-skill", BASIC, []],
  ["H24", "upper case in a name is a finding", "MySkill", named("MySkill"), ["name-case"]],
  ["H25", "a name of 70 characters is a finding", LONG_NAME, named(LONG_NAME), ["name-too-long"]],
  ["H26", "a hyphen at the start of a name is a finding", "-my-skill", named("-my-skill"), ["name-hyphens"]],
  ["H27", "two hyphens in a row are a finding", "my--skill", named("my--skill"), ["name-hyphens"]],
  ["H28", "an underscore is a finding", "my_skill", named("my_skill"), ["name-characters"]],
  ["H29", "a name unlike its folder is a finding", "wrong-name", named("correct-name"), ["name-folder"]],
  [
    "H30",
    "a field that the standard does not know is a finding",
    "my-skill",
    `${BASIC}\nunknown_field: x`,
    ["unexpected-field"],
  ],
  [
    "H31",
    "all fields of the standard together have no finding",
    "my-skill",
    `${BASIC}\nlicense: MIT\ncompatibility: Any\nallowed-tools: Read\nmetadata:\n  author: Test`,
    [],
  ],
  ["H32", "allowed-tools is allowed", "my-skill", `${BASIC}\nallowed-tools: Bash(jq:*) Bash(git:*)`, []],
  ["H33", "a Chinese name is allowed", "技能", named("技能"), []],
  ["H34", "a Russian name with a hyphen is allowed", "мой-навык", named("мой-навык"), []],
  ["H35", "a Russian name in lower case is allowed", "навык", named("навык"), []],
  ["H36", "a Russian name in upper case is a finding", "НАВЫК", named("НАВЫК"), ["name-case"]],
  [
    "H37",
    "a description of 1,100 characters is a finding",
    "my-skill",
    `name: my-skill\ndescription: ${"x".repeat(1100)}`,
    ["description-too-long"],
  ],
  ["H38", "compatibility is allowed", "my-skill", `${BASIC}\ncompatibility: Requires Python 3.11+`, []],
  [
    "H39",
    "a compatibility of 550 characters is a finding",
    "my-skill",
    `${BASIC}\ncompatibility: ${"x".repeat(550)}`,
    ["compatibility-too-long"],
  ],
  ["H40", "a name in decomposed form fits a folder in composed form", "caf\u00e9", named("cafe\u0301"), []],
])("%s: %s", async (_id, _text, folder, frontMatter, codes) => {
  expect(await codesOf(folder, frontMatter)).toEqual(codes);
});

test("H41: lengths are code points, those of a name after NFKC and without white space around", () => {
  const tooLong = ["name-too-long"];
  expect(nameCodes("𠮷".repeat(64))).toEqual([]);
  expect(nameCodes("𠮷".repeat(65))).toEqual(tooLong);
  expect(nameCodes("e\u0301".repeat(64))).toEqual([]);
  expect(nameCodes("ﬁ".repeat(33))).toEqual(tooLong);
  expect(nameCodes(` ${"a".repeat(64)} `)).toEqual([]);
  const described = (length: number) =>
    validateSkill({ name: "a", description: "🙂".repeat(length) }, { profile: "agentskills" });
  expect(described(1024)).toEqual([]);
  expect(described(1025)).toMatchObject([{ code: "description-too-long", severity: "warning" }]);
});

test("H42: a name has letters and digits of any script, and hyphens", () => {
  for (const name of ["pdf-2", "技能-二", "مهارة", "スキル", "기술", "ความ", "٣", "straße"]) {
    expect(nameCodes(name), name).toEqual([]);
  }
  for (const character of ["_", ".", ",", " ", "+", "😀", "·", "’", "⁄", "—"]) {
    expect(nameCodes(`a${character}b`), character).toEqual(["name-characters"]);
  }
});

test("H43: names in scripts whose marks combine are a finding, as in the reference", () => {
  for (const name of ["कौशल", "อิโมจิ"]) expect(nameCodes(name), name).toEqual(["name-characters"]);
});

test("H44: full-width letters are those of ASCII", async () => {
  expect(await codesOf("abc", named("ａｂｃ"))).toEqual([]);
  expect(await codesOf("ａｂｃ", named("abc"))).toEqual([]);
});

test("H45: an empty compatibility is allowed", async () => {
  expect(await codesOf("my-skill", `${BASIC}\ncompatibility:`)).toEqual([]);
  expect(await codesOf("my-skill", `${BASIC}\ncompatibility: ""`)).toEqual([]);
});

test("H46: --- inside a value does not end the front matter", async () => {
  const { description, license } = await parseSkill(
    document("name: my-skill\ndescription: |\n  before --- after\n  ---\n  below\nlicense: MIT"),
  );
  expect(description).toBe("before --- after\n---\nbelow");
  expect(license).toBe("MIT");
});

test("agentskills: a compatibility that is no text is a finding", async () => {
  expect(await codesOf("my-skill", `${BASIC}\ncompatibility: [node, python]`)).toEqual(["field-type"]);
});

test("agentskills: a hyphen at the end of a name is a finding", () => {
  expect(nameCodes("my-skill-")).toEqual(["name-hyphens"]);
});

test("agentskills: no word is reserved, and the lenient profile stays with ASCII and any field", async () => {
  expect(nameCodes("claude-helper")).toEqual([]);
  const skill = { ...(await parseSkill(document(`${named("技能")}\nversion: 1.0.0`))), baseDir: "/技能" };
  expect(validateSkill(skill)).toMatchObject([{ code: "name-pattern" }]);
  expect(validateSkill(skill, { profile: "agentskills" })).toMatchObject([{ code: "unexpected-field" }]);
});
