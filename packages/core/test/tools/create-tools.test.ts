import { loadSkills, SkillsToolset } from "@skillplug/core";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { expect, test } from "vitest";
import { weather } from "./call-tool.js";

test("whatever a model sends, a tool answers", async () => {
  const tools = await new SkillsToolset({ skills: [weather] }).getTools();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tools), fc.anything(), async (tool, input) => {
      const result = await tool.execute(input);
      expect(result.text).toMatch(/\S/);
      if (!result.ok) expect(result.error.code).toBe("invalid_input");
    }),
    { numRuns: 300 },
  );
});

test("every tool's schema is a plain object schema with described parameters", async () => {
  for (const { name, inputSchema } of await new SkillsToolset({ skills: [weather] }).getTools()) {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(inputSchema).not.toHaveProperty("$schema");
    // Says only that keys are texts, which some providers refuse to read.
    expect(JSON.stringify(inputSchema)).not.toContain("propertyNames");
    for (const property of Object.values(inputSchema.properties)) expect(property).toHaveProperty("description");
  }
});

test("running a script is the one tool that may change something, and none asks for skills of the program itself", async () => {
  const tools = await new SkillsToolset({ skills: [weather] }).getTools();
  expect(tools.filter(({ readOnly }) => !readOnly).map(({ name }) => name)).toEqual(["run_skill_script"]);
  expect(tools.filter((tool) => "requestApproval" in tool)).toEqual([]);
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
  expect(listed?.text).toBe("- report: Writes a report");
  const loaded = await tools.get("load_skill")?.execute({ name: "report" });
  expect(loaded?.text).toContain("- references/style.md");
  expect(loaded?.text).toContain("- scripts/write.mjs");
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
