import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  loadSkills,
  type SkillInput,
  SkillsToolset,
  sameNameError,
  type ToolName,
  type ToolResult,
} from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const weather: SkillInput = {
  name: "weather",
  description: "Looks up the weather of a city",
  content: "# Weather\n\nRun the script.\n",
  resources: [
    { name: "references/cities.md", content: "Paris\nRome\n" },
    { name: "dot.png", content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]) },
    { name: "data.bin", content: new Uint8Array([0, 1, 2]) },
    { name: "query", function: (args: unknown) => args },
  ],
  scripts: [
    {
      name: "now",
      description: "The weather now",
      function: (args: unknown) => args,
      functionSchema: { type: "object", properties: { city: { type: "string" } } },
    },
    { name: "echo", function: (args: unknown) => args },
    {
      name: "breaks",
      function: () => {
        throw new Error("the service is down");
      },
    },
    { name: "silent", function: () => undefined },
  ],
};
const other: SkillInput = { name: "web-research", description: "Researches the web", content: "# Research" };

async function call(
  name: ToolName,
  input: unknown,
  skills: readonly SkillInput[] = [weather, other],
): Promise<ToolResult> {
  const tools = await new SkillsToolset({ skills }).getTools();
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`${name} is not offered`);
  return tool.execute(input);
}

test.each(["A33", "B10"])("%s: list_skills answers a text for the model and a record for a program", async () => {
  const result = await call("list_skills", {});
  expect(result.text).toBe("- weather: Looks up the weather of a city\n- web-research: Researches the web");
  expect(result).toMatchObject({ ok: true, data: { weather: weather.description, "web-research": other.description } });
});

test("E12: load_skill has exactly one parameter, name", async () => {
  const tool = (await new SkillsToolset({ skills: [weather] }).getTools()).find(({ name }) => name === "load_skill");
  expect(tool?.inputSchema).toEqual({
    type: "object",
    properties: { name: { type: "string", description: "The skill's name" } },
    required: ["name"],
    additionalProperties: false,
  });
});

test.each([{ name: "weather" }, { skill_name: "weather" }, { skillName: "weather" }, '{"name": "weather"}'])(
  "B11: load_skill takes %j",
  async (input) => {
    expect(await call("load_skill", input)).toMatchObject({
      ok: true,
      data: { name: "weather", content: weather.content },
    });
  },
);

test.each(["E15", "E16"])(
  "%s: load_skill answers the name, the base directory, the body, and what can be read and run",
  async () => {
    const folder = await folderWith({
      "a/SKILL.md": skillText("a", "d", "\n# Title\n\nBody\n"),
      "a/x.md": "",
      "a/scripts/y.py": "",
    });
    const tools = await (await loadSkills(folder)).getTools();
    const result = await tools.find(({ name }) => name === "load_skill")?.execute({ name: "a" });
    expect(result?.text).toBe(`<skill_content name="a">
## Skill: a

Base directory: ${join(folder, "a")}
Relative paths in these instructions are below it.

# Title

Body

Resources, for read_skill_resource:
- x.md

Scripts, for run_skill_script:
- scripts/y.py
</skill_content>`);
  },
);

test("load_skill shows the parameters of functions", async () => {
  const { text } = await call("load_skill", { name: "weather" });
  expect(text).toContain(
    '- now: The weather now Parameters: {"type":"object","properties":{"city":{"type":"string"}}}',
  );
});

describe("E13: the description of load_skill", () => {
  const description = async (skills: readonly SkillInput[]) =>
    (await new SkillsToolset({ skills }).getTools()).find(({ name }) => name === "load_skill")?.description ?? "";
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `skill-${index}`,
      description: "word ".repeat(length),
      content: "",
    }));

  test("E13: names every skill with its description", async () => {
    expect(await description([weather, other])).toContain(
      `- weather: ${weather.description}\n- web-research: ${other.description}`,
    );
  });
  test("E13: stays within 1,024 characters by shortening descriptions, all alike", async () => {
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
  test("E13: never exceeds its length, whatever the skills are", async () => {
    const skill = fc.record({ name: fc.string({ maxLength: 80 }), description: fc.string({ maxLength: 3000 }) });
    const { listSkills } = await import("../../src/prompt/skill-list.js");
    fc.assert(
      fc.property(fc.array(skill, { maxLength: 60 }), fc.integer({ min: 100, max: 5000 }), (skills, length) => {
        const list = listSkills(skills, { fits: (text) => text.length <= length, elsewhere: "elsewhere" });
        expect(list.length).toBeLessThanOrEqual(length);
      }),
    );
  });
});

test("E14: the list in the description is of the moment when the tools were made", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a") });
  const toolset = await loadSkills(folder);
  const describe = async () => (await toolset.getTools()).find(({ name }) => name === "load_skill")?.description;
  expect(await describe()).not.toContain("- b:");
  const { mkdir, writeFile } = await import("node:fs/promises");
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "b/SKILL.md"), skillText("b"));
  await toolset.reload();
  expect(await describe()).toContain("- b: Does b");
});

test("E17: bad input 35: an unknown skill is an answer that names the nearest, never a throw", async () => {
  // By the alphabet the nearest is the second; in its own case it is further away than xyz.
  const skills = ["another-far-away", "xyz", "weather"].map((name) => ({ ...weather, name }));
  const result = await call("load_skill", { name: "WETHER" }, skills);
  const available = ["weather", "xyz", "another-far-away"];
  expect(result).toMatchObject({ ok: false, error: { code: "skill_not_found", available } });
  expect(result.text).toBe(`Error: Skill 'WETHER' not found. Available skills: ${available.join(", ")}.`);
});

test.each([
  ["load_skill", {}, "name expected string, received undefined"],
  ["load_skill", { name: null }, "name expected string"],
  ["load_skill", { name: 7 }, "name expected string, received number"],
  ["load_skill", { name: "weather", extra: 1 }, 'Unrecognized key: "extra"'],
  ["load_skill", "weather", "not valid JSON"],
  ["load_skill", '"weather"', "expected a JSON object, got string"],
  ["load_skill", [], "expected a JSON object, got a list"],
  ["load_skill", null, "It takes name (string, required)."],
  ["run_skill_script", { skill_name: "weather" }, "script_name expected string"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: 5 }, "args"],
  ["run_skill_script", { skill_name: "weather", script_name: "now", args: "Paris" }, "list of strings"],
  ["read_skill_resource", { skill_name: "weather", resource_name: "query", args: "[1]" }, "named args"],
] as const)("bad input 35: %s with %j says what was expected", async (name, input, expected) => {
  const result = await call(name, input);
  expect(result).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  expect(result.text).toContain(expected);
});

test("null counts as absent", async () => {
  const result = await call("run_skill_script", { skill_name: "weather", script_name: "now", args: null });
  expect(result).toMatchObject({ ok: true, text: "{}" });
});

test.each([
  [["a", "b"], '["a","b"]'],
  [{ city: "Paris" }, '{"city":"Paris"}'],
  ['["a"]', '["a"]'],
  ['{"city": "Rome"}', '{"city":"Rome"}'],
])("B15: run_skill_script takes the args %j", async (args, text) => {
  expect(await call("run_skill_script", { skill_name: "weather", script_name: "echo", args })).toMatchObject({
    ok: true,
    text,
  });
});

test("a failing script is an answer with what it said", async () => {
  expect(await call("run_skill_script", { skill_name: "weather", script_name: "breaks" })).toMatchObject({
    ok: false,
    text: "Error: Script exited with code 1\nthe service is down",
    error: { code: "script_failed" },
  });
});

test("a script that prints nothing says so", async () => {
  const { text } = await call("run_skill_script", { skill_name: "weather", script_name: "silent" });
  expect(text).toBe("The script succeeded and printed nothing.");
});

describe("read_skill_resource", () => {
  const read = (fields: object) => call("read_skill_resource", { skill_name: "weather", ...fields });

  test.each(["references/cities.md", "cities.md", "cities", "./references/cities.md"])(
    "B12: finds %s",
    async (resource_name) => {
      expect(await read({ resource_name })).toEqual({ ok: true, text: "Paris\nRome\n" });
    },
  );
  test("pages a long text, and says how to go on", async () => {
    expect((await read({ resource_name: "cities", limit: 5 })).text).toBe(
      "Paris\n\n[characters 0 to 5 of 11; read on with offset 5]",
    );
    expect((await read({ resource_name: "cities", offset: 6 })).text).toBe("Rome\n\n\n[characters 6 to 11 of 11]");
  });
  test.each([
    [-5, 0],
    [1e9, 11],
    [Number.NaN, 0],
  ])("an offset of %d is brought into the text", async (offset, start) => {
    expect((await read({ resource_name: "cities", offset, limit: 3 })).text).toContain(`[characters ${start} to`);
  });
  test("bad input 19: an image is attached, another binary file too, each with its type and size", async () => {
    expect(await read({ resource_name: "dot.png" })).toMatchObject({
      text: "dot.png: image/png, 5 bytes",
      content: [{ type: "text" }, { type: "image", data: "iVBORwA=", mediaType: "image/png" }],
    });
    expect(await read({ resource_name: "data.bin" })).toMatchObject({
      content: [
        { type: "text" },
        { type: "file", data: "AAEC", mediaType: "application/octet-stream", name: "data.bin" },
      ],
    });
  });
  test("A35: arguments reach a function", async () => {
    expect((await read({ resource_name: "query", args: { q: 1 } })).text).toBe('{"q":1}');
  });
  test.each(["../secret", "/etc/passwd", "..\\x", "C:\\x", "~/.ssh/id_rsa", "file:///etc/passwd"])(
    "bad input 15: %s is refused with the names that exist",
    async (resource_name) => {
      const result = await read({ resource_name });
      expect(result).toMatchObject({ ok: false, error: { code: "resource_not_found" } });
      expect(result.text).toContain("references/cities.md");
    },
  );
});

test.each(["", "the of and", "🙂🙂", ".*", "constructor __proto__", "x ".repeat(50_000), "AND OR NOT (", "的"])(
  "bad input 36: the query %j is answered",
  async (query) => {
    expect(await call("search_skills", { query })).toMatchObject({ ok: true });
  },
);

test.each([
  ["operators", '&& || !() {} [] ^ ~ * ? : \\ / + - "'],
  ["a range of a field", "name:[* TO *] AND -body:weather^2"],
  ["emoji of several characters", "👩‍👩‍👧‍👦🏳️‍🌈"],
  ["a name of Object.prototype", "constructor hasOwnProperty __proto__ toString"],
  ["halves of characters", "\ud800\udfff\0"],
  ...[
    "weather ",
    "w",
    "天气",
    "天",
    "かな",
    "カナ",
    "한국어",
    "ไทย",
    "погода ",
    "طقس ",
    "मौसम ",
    "🙂",
    "(",
    "a.",
    "Aa",
    "١",
  ].map((unit): [string, string] => [
    `100 kB of ${unit}`,
    unit.repeat(Math.ceil(100_000 / new TextEncoder().encode(unit).length)),
  ]),
])("bad input 36: a query of %s is answered", async (_what, query) => {
  const chinese = { name: "tianqi", description: "查询天气", content: "# 天气\n城市的天气。\n" };
  const result = await call("search_skills", { query, limit: 50 }, [weather, other, chinese]);
  expect(result).toMatchObject({ ok: true, data: expect.any(Array) });
});

test("search_skills shows below each hit the lines that speak of the task", async () => {
  const research = {
    name: "papers",
    description: "Finds papers",
    content: "# Papers\n\nAsk arXiv first.\nThen others.\n",
  };
  const result = await call("search_skills", { query: "papers on arxiv, and others" }, [research, weather]);
  expect(result.text).toBe(
    "- papers: Finds papers\n  line 5: # Papers Ask arXiv first. Then others.\nCall load_skill with the name that fits.",
  );
  expect(result).toMatchObject({ data: [{ name: "papers", passage: { startLine: 5, endLine: 8 } }] });
  expect((await call("search_skills", { query: "finds" }, [research])).text).not.toContain("line ");
});

test.each([0, -1, 1e9, Number.NaN, 1.5])("bad input 36: limit %d is clamped", async (limit) => {
  const result = await call("search_skills", { query: "weather research", limit });
  expect(result).toMatchObject({ ok: true });
  expect(result.text.split("\n").length).toBeGreaterThan(1);
});

test("whatever a model sends, a tool answers", async () => {
  const tools = await new SkillsToolset({ skills: [weather] }).getTools();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tools), fc.anything(), async (tool, input) => {
      const result = await tool.execute(input);
      expect(typeof result.text).toBe("string");
    }),
    { numRuns: 300 },
  );
});

test("every tool's schema is a plain object schema with described parameters", async () => {
  for (const { name, inputSchema } of await new SkillsToolset({ skills: [weather] }).getTools()) {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(inputSchema).not.toHaveProperty("$schema");
    for (const property of Object.values(inputSchema.properties)) expect(property).toHaveProperty("description");
  }
});

test("an aborted call reads no file", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.md": "x" });
  const tools = await (await loadSkills(folder)).getTools();
  const read = tools.find(({ name }) => name === "read_skill_resource");
  const input = { skill_name: "a", resource_name: "x.md" };
  expect(await read?.execute(input, { signal: AbortSignal.abort() })).toMatchObject({
    ok: false,
    error: { code: "aborted" },
  });
});

test("an abort ends a function at once", async () => {
  const skill: SkillInput = { ...other, scripts: [{ name: "hang", function: () => new Promise(() => {}) }] };
  const tools = await new SkillsToolset({ skills: [skill] }).getTools();
  const run = tools.find(({ name }) => name === "run_skill_script");
  const aborter = new AbortController();
  const result = run?.execute({ skill_name: "web-research", script_name: "hang" }, { signal: aborter.signal });
  aborter.abort();
  expect(await result).toMatchObject({ ok: false, error: { code: "aborted" } });
});

test("B17: what a script prints is not interpreted", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "a/x.mjs": "console.log('{\"a\": 1}')" });
  const tools = await (await loadSkills(folder)).getTools();
  const result = await tools
    .find(({ name }) => name === "run_skill_script")
    ?.execute({ skill_name: "a", script_name: "x" });
  expect(result).toMatchObject({ ok: true, text: '{"a": 1}', data: { exitCode: 0 } });
});

test("B20: list, load, read, run: each step tells what the next one needs", async () => {
  const folder = await folderWith({
    "report/SKILL.md": skillText(
      "report",
      "Writes a report",
      "Read references/style.md, then run scripts/write.mjs TITLE.\n",
    ),
    "report/references/style.md": "Short sentences.",
    "report/scripts/write.mjs": "console.log('#', process.argv[2])",
  });
  const tools = new Map((await (await loadSkills(folder)).getTools()).map((tool) => [tool.name, tool]));
  const listed = await tools.get("list_skills")?.execute({});
  expect(listed?.text).not.toContain("style.md");
  const loaded = await tools.get("load_skill")?.execute({ name: "report" });
  expect(loaded?.text).toContain("- references/style.md");
  expect(loaded?.text).not.toContain("Short sentences");
  const read = await tools
    .get("read_skill_resource")
    ?.execute({ skill_name: "report", resource_name: "references/style.md" });
  expect(read?.text).toBe("Short sentences.");
  const ran = await tools
    .get("run_skill_script")
    ?.execute({ skill_name: "report", script_name: "scripts/write.mjs", args: ["Hello"] });
  expect(ran?.text).toBe("# Hello");
});

test("A01: the package's constants are exported", async () => {
  const core = await import("@skillplug/core");
  expect(core.SKILL_NAME_PATTERN.source).toBe("^[a-z0-9]+(-[a-z0-9]+)*$");
  expect([...core.RESERVED_WORDS]).toEqual(["anthropic", "claude"]);
  expect([core.MAX_SKILL_NAME_LENGTH, core.MAX_DESCRIPTION_LENGTH]).toEqual([64, 1024]);
  expect(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).toContain('"sideEffects": false');
});

test("the error about two tools of one name says where the other is and what to do", () => {
  const error = sameNameError("load_skill", "on an MCP server");
  expect(error).toMatchObject({ code: "invalid_option" });
  expect(error.message).toMatch(/on an MCP server.*load_skill.*Rename.*excludeTools: \["load_skill"\]/);
});
