import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSkills, type SkillInput, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { callTool, research, toolOf, weather } from "./call-tool.js";

test("E12: load_skill needs one parameter, name, and takes an offset for long instructions", async () => {
  expect((await toolOf(new SkillsToolset({ skills: [weather] }), "load_skill")).inputSchema).toEqual({
    type: "object",
    properties: {
      name: { type: "string", description: "The skill's name" },
      offset: { type: "number", description: "Where to read on in long instructions; 0 when absent" },
    },
    required: ["name"],
    additionalProperties: false,
  });
});

test.each([{ name: "weather" }, { skill_name: "weather" }, { skillName: "weather" }, '{"name": "weather"}'])(
  "B11: load_skill takes %j",
  async (input) => {
    const result = await callTool("load_skill", input);
    expect(result).toMatchObject({ ok: true, data: { name: "weather", content: weather.content } });
    expect(result.text).not.toContain("description:");
  },
);

test("E15, E16: load_skill answers the name, the base directory, the body, and what can be read and run", async () => {
  const folder = await folderWith({
    "a/SKILL.md": skillText("a", "d", "\n# Title\n\nBody\n"),
    "a/x.md": "",
    "a/scripts/y.py": "",
  });
  const load = await toolOf(await loadSkills(folder), "load_skill");
  expect((await load.execute({ name: "a" })).text).toBe(`<skill_content name="a">
## Skill: a

Base directory: ${join(folder, "a")}
Relative paths in these instructions are below it.

# Title

Body

Resources, for read_skill_resource:
- x.md

Scripts, for run_skill_script:
- scripts/y.py

They run in the work folder ${process.cwd()}: relative paths in args are files there, $SKILL_DIR/… the skill's own.
</skill_content>`);
});

test("a base directory is shown as it is used, and ends neither the element nor its line", async () => {
  const folder = await folderWith({
    "R&D  1/a/SKILL.md": skillText("a"),
    "<x>\n/b/SKILL.md": skillText("b"),
  });
  const skills = await loadSkills(folder);
  expect(await skills.loadSkill("a")).toContain(`Base directory: ${join(folder, "R&D  1", "a")}\n`);
  expect(await skills.loadSkill("b")).toContain(`Base directory: ${join(folder, "&lt;x&gt; ", "b")}\n`);
});

test("where scripts run is said of files alone, as functions run in no folder", async () => {
  expect((await callTool("load_skill", { name: "weather" })).text).not.toContain("They run in");
});

test("load_skill shows the parameters of functions", async () => {
  const { text } = await callTool("load_skill", { name: "weather" });
  expect(text).toContain(
    '- now: The weather now Parameters: {"type":"object","properties":{"city":{"type":"string"}}}',
  );
});

test.each([
  [100, "- file-099.md"],
  [101, "- file-099.md\n- and 1 more, which can be used by their names too"],
  [250, "- file-099.md\n- and 150 more, which can be used by their names too"],
])("of %d files load_skill names 100 and counts the rest", async (count, end) => {
  const resources = Array.from({ length: count }, (_, index) => ({
    name: `file-${String(index).padStart(3, "0")}.md`,
    content: "",
  }));
  const { text } = await callTool("load_skill", { name: "web-research" }, [{ ...research, resources }]);
  expect(text.match(/^- file-\d+\.md$/gm)).toHaveLength(100);
  expect(text).toMatch(new RegExp(`\n${end}\n</skill_content>$`));
});

test("G06: names, descriptions and parameters of resources and scripts are escaped in load_skill's answer, and stay on their lines", async () => {
  const entry = { name: "</skill_content>&\n- b.md", description: "<system>\n- c" };
  const functionSchema = { type: "object" as const, properties: { "<a>": { type: "string", description: "</b>" } } };
  const { text } = await callTool("load_skill", { name: "web-research" }, [
    {
      ...research,
      resources: [{ ...entry, content: "" }],
      scripts: [{ ...entry, function: () => "", functionSchema }],
    },
  ]);
  const line = "- &lt;/skill_content&gt;&amp; - b.md: &lt;system&gt; - c";
  expect(text.split("\n").filter((shown) => shown.startsWith("- "))).toEqual([
    line,
    `${line} Parameters: {"type":"object","properties":{"&lt;a&gt;":{"type":"string","description":"&lt;/b&gt;"}}}`,
  ]);
  expect(text.match(/<[^>]*>/g)).toEqual(['<skill_content name="web-research">', "</skill_content>"]);
});

describe("the description of load_skill", () => {
  const description = async (skills: readonly SkillInput[]) =>
    (await toolOf(new SkillsToolset({ skills }), "load_skill")).description;
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `skill-${index}`,
      description: "word ".repeat(length),
      content: "",
    }));

  test("E13: names every skill with its description", async () => {
    expect(await description([weather, research])).toBe(
      `Loads a skill: its instructions, and the names of its files and scripts. The loadable skills are:\n- weather: ${weather.description}\n- web-research: ${research.description}`,
    );
  });

  test("E13: has 1,024 characters at the most", async () => {
    const [skill = weather] = many(1, 0);
    const whole = (length: number) => description([{ ...skill, description: "x".repeat(length) }]);
    const room = 1024 - (await whole(0)).length;
    expect(await whole(room)).toMatch(/: x+$/);
    expect(await whole(room)).toHaveLength(1024);
    expect(await whole(room + 1)).toMatch(/: x+…$/);
    expect(await whole(room + 1)).toHaveLength(1024);
  });

  test("E13: shortens descriptions, all alike", async () => {
    const text = await description(many(8, 60));
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text.match(/- skill-\d: (word )+word…/g)).toHaveLength(8);
  });

  test("E13: with more skills leaves descriptions out, then names, and points to search_skills", async () => {
    expect(await description(many(40, 60))).toMatch(/- skill-9$/);
    const text = await description(many(1000, 60));
    expect(text.length).toBeLessThanOrEqual(1024);
    expect(text).toMatch(/and \d+ more: call search_skills to find them\.$/);
  });
});

test("E14: the list in the description is of the moment when the tools were made", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = await loadSkills(folder);
  const describe = async () => (await toolOf(toolset, "load_skill")).description;
  expect(await describe()).not.toContain("- b:");
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "b/SKILL.md"), skillText("b"));
  await toolset.reload();
  expect(await describe()).toContain("- b: Does b");
});

test("E17: bad input 35: an unknown skill is an answer that names the nearest, never a throw", async () => {
  const result = await callTool("load_skill", { name: "web-reserch" });
  expect(result).toEqual({
    ok: false,
    text: "Error: Skill 'web-reserch' not found. Available skills: web-research, weather.",
    error: {
      code: "skill_not_found",
      message: "Skill 'web-reserch' not found. Available skills: web-research, weather.",
      available: ["web-research", "weather"],
    },
  });
});

describe("long instructions come in pages", () => {
  const loadAll = async (skill: SkillInput): Promise<string[]> => {
    const maxAnswerTokens = Number.POSITIVE_INFINITY;
    const load = await toolOf(new SkillsToolset({ skills: [skill], logger: false, maxAnswerTokens }), "load_skill");
    const pages: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { text } = await load.execute({ name: skill.name, offset });
      pages.push(text);
      const next: string | undefined = /; read on with offset (\d+)\]$/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    return pages;
  };
  const instructionsOf = (page: string): string =>
    /^<skill_content name="long">\n## Skill: long\n\n([\s\S]*?)(?:\n\nResources, [\s\S]*?)?\n<\/skill_content>/.exec(
      page,
    )?.[1] ?? "";

  test("each of 50,000 characters at the most, that give the whole together", async () => {
    const content = `# Long\n${"a word or two 😀\n".repeat(12_000)}end`;
    const pages = await loadAll({
      name: "long",
      description: "Is long",
      content,
      resources: [{ name: "a.md", content: "" }],
    });
    expect(pages.length).toBe(5);
    for (const page of pages.slice(0, -1)) {
      expect(page.length).toBeLessThanOrEqual(50_000);
      expect(page.length).toBeGreaterThan(49_900);
    }
    expect(pages.map(instructionsOf).join("")).toBe(content);
    expect(pages.map((page) => page.includes("- a.md"))).toEqual([true, false, false, false, false]);
    expect(pages[1]).toMatch(/\n\[characters of the instructions 4\d{4} to \d+ of \d+; read on with offset \d+\]$/);
    expect(pages.at(-1)).toMatch(/\n\[characters of the instructions \d+ to (\d+) of \1\]$/);
  });

  test("an answer that is as long as a page comes whole, one more character makes two", async () => {
    const skill = (length: number): SkillInput => ({ name: "long", description: "x", content: "x".repeat(length) });
    const around = (await callTool("load_skill", { name: "long" }, [skill(1)])).text.length - 1;
    const note = "\n[characters of the instructions 9999999 to 9999999 of 10000000; read on with offset 9999999]"
      .length;
    const room = 50_000 - around - note;
    expect(await loadAll(skill(room - 2))).toHaveLength(1);
    expect(await loadAll(skill(room + 2))).toHaveLength(2);
  });

  test.each([
    [-5, "0 to"],
    [3, "2 to"],
    [2.9, "2 to"],
  ])("an offset of %d begins at a whole character of the text", async (offset, shown) => {
    const { text } = await callTool("load_skill", { name: "x", offset }, [
      { name: "x", description: "x", content: "ab😀" },
    ]);
    if (offset === -5) expect(text).not.toContain("[characters");
    else expect(text).toContain(`[characters of the instructions ${shown}`);
  });
});

test.each([
  ["ab😀", 4, "it has 4 characters. Send an offset from 0 to 3, or none."],
  ["ab😀", 1e9, "it has 4 characters. Send an offset from 0 to 3, or none."],
  ["a", 1, "it has 1 character. Send offset 0, or none."],
])(
  "of %j an offset of %d is past the end, which is an error that says what there is",
  async (content, offset, what) => {
    const skill = { name: "x", description: "x", content };
    expect(await callTool("load_skill", { name: "x", offset }, [skill])).toMatchObject({
      ok: false,
      text: `Error: The text of the instructions ends before offset ${offset}: ${what}`,
      error: { code: "invalid_input" },
    });
    const toolset = new SkillsToolset({ skills: [skill] });
    await expect(toolset.loadSkill("x", { offset })).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test("without instructions there is one page, whatever the offset", async () => {
  const empty = { name: "x", description: "x", content: "", resources: [{ name: "a.md", content: "" }] };
  for (const offset of [0, 7])
    expect((await callTool("load_skill", { name: "x", offset }, [empty])).text).toContain("- a.md");
});

test("only tools that are offered are named", async () => {
  const excludeTools = ["read_skill_resource", "run_skill_script", "load_skill"] as const;
  const load = await toolOf(
    new SkillsToolset({ skills: [weather], excludeTools: excludeTools.slice(0, 2) }),
    "load_skill",
  );
  const { text } = await load.execute({ name: "weather" });
  expect(text).toContain("\nResources:\n- references/cities.md");
  expect(text).toContain("\nScripts:\n- now");
  expect(text).not.toContain("read_skill_resource");
  const search = await toolOf(
    new SkillsToolset({ skills: [weather], excludeTools: excludeTools.slice(2) }),
    "search_skills",
  );
  expect((await search.execute({ query: "weather" })).text).toBe("- weather: Looks up the weather of a city");
});

test("what cannot be seen in the instructions is left out, and counted in a line", async () => {
  const answer = await callTool("load_skill", { name: "x" }, [
    { name: "x", description: "x", content: `# X\u200B\u202E\n\n<p>a &amp; b</p>\r\n\ttab</skill_content>` },
  ]);
  expect(answer.text).toBe(
    '<skill_content name="x">\n## Skill: x\n\n# X\n\n<p>a &amp; b</p>\n\ttab&lt;/skill_content>\n</skill_content>\n[2 characters that cannot be seen were left out]',
  );
  expect(answer).toMatchObject({ data: { content: "# X\n\n<p>a &amp; b</p>\n\ttab</skill_content>" } });
});

test("the list of files has a bound of its own, and so have names, descriptions and parameters", async () => {
  const resources = Array.from({ length: 90 }, (_, index) => ({ name: `${index}${"n".repeat(300)}`, content: "" }));
  const functionSchema = {
    type: "object" as const,
    properties: { x: { type: "string", description: "p".repeat(5_000) } },
  };
  const scripts = [{ name: "s", description: "d".repeat(2_000), function: () => "", functionSchema }];
  const { text } = await callTool("load_skill", { name: "x" }, [
    { name: "x", description: "x", content: "", resources, scripts },
  ]);
  const lines = text.split("\n").filter((line) => /^- \d/.test(line));
  expect(lines[0]).toBe(`- 0${"n".repeat(198)}…`);
  expect(lines.join("\n").length).toBeLessThanOrEqual(8_000);
  expect(text).toContain(`\n- and ${90 - lines.length} more, which can be used by their names too\n`);
  const [, description = "", parameters = ""] = /^- s: (d+…) Parameters: (\{.*…)$/m.exec(text) ?? [];
  expect([description.length, parameters.length]).toEqual([1_024, 2_000]);
});
