import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { directory, loadSkills, SkillsToolset } from "@skillplug/core";
import { hasProgram } from "@skillplug/testing/has-program";
import { describe, expect, test } from "vitest";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const quiet = { logger: false } as const;

test("160 well-formed skills load without a diagnostic", async () => {
  const { skills, diagnostics } = await directory(join(fixtures, "skills"), { maxDepth: 6 }).list({
    signal: undefined,
  });
  expect(skills).toHaveLength(160);
  expect(diagnostics).toEqual([]);
});

describe("malformed skills, each in a folder of its own", async () => {
  const folder = join(fixtures, "malformed");
  const expectations: Record<string, { loads: boolean; why: string }> = JSON.parse(
    readFileSync(join(folder, "expectations.json"), "utf8"),
  );
  const { skills, diagnostics } = await directory(folder).list({ signal: undefined });
  const caseOf = (path = "") => path.slice(folder.length + 1).split(/[/\\]/)[0];
  const loaded = new Set(skills.map(({ baseDir }) => caseOf(baseDir)));

  test.each(Object.entries(expectations))("%s", (name, { loads, why }) => {
    expect(loaded.has(name), why).toBe(loads);
    // What is not loaded is reported.
    if (!loads) expect(diagnostics.some(({ location }) => caseOf(location) === name)).toBe(true);
  });
  test("every folder has an expectation", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(expectations).sort());
  });
  test("bad input 1: none of them has run its code", () => {
    expect("skillplugFixtureRan" in globalThis).toBe(false);
    const traces = readdirSync(tmpdir()).filter((name) => name.startsWith("skillplug-fixture-ran"));
    expect(traces).toEqual([]);
  });
  test("a second listing reports the same", async () => {
    const source = directory(folder);
    const first = await source.list({ signal: undefined });
    expect((await source.list({ signal: undefined })).diagnostics).toEqual(first.diagnostics);
  });
});

test("B03, B04, B16: the extended structure: documents, examples and data are resources, tools are scripts", async () => {
  const toolset = await loadSkills(join(fixtures, "extended-skill"), quiet);
  const [name] = Object.keys(await toolset.listSkills());
  const skill = await toolset.getSkill(name ?? "");
  const scripts = skill?.scripts.map((script) => script.name) ?? [];
  const resources = skill?.resources.map((resource) => resource.name) ?? [];
  expect(scripts).toEqual(expect.arrayContaining(["scripts/primary_tool.py", "scripts/secondary_tool.py"]));
  expect(scripts.some((script) => script.endsWith("__init__.py"))).toBe(false);
  for (const document of ["FORMS.md", "REFERENCE.md", "EDGE_CASES.md", "TROUBLESHOOTING.md"])
    expect(resources).toContain(document);
  expect(resources).toEqual(expect.arrayContaining(["examples/basic_usage.py", "resources/data/values.json"]));
  expect(skill?.metadata).toHaveProperty("version");
});

test("A21, A37: 'research papers' finds arxiv-search first and scores it higher than web-research, in the seed's default call", async () => {
  const skills = await Promise.all(
    ["arxiv-search", "web-research", "data-analyzer"].map(async (name) => {
      const skill = await (await loadSkills(join(fixtures, "seed-skills"), quiet)).getSkill(name);
      if (!skill) throw new Error(`${name} is missing`);
      return skill;
    }),
  );
  const hits = await new SkillsToolset({ skills }).searchSkills("research papers");
  expect(hits).toEqual([
    { name: "arxiv-search", description: "Search arXiv for research papers", score: expect.any(Number) },
    { name: "web-research", description: "Conduct comprehensive web research", score: expect.any(Number) },
  ]);
  expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
  for (const { score } of hits) expect(score).toBe(Math.round(score * 1000) / 1000);
});

test.each(["天气", "城市天气"])(
  "A25: %s finds the two Chinese weather skills first, among 160 others",
  async (query) => {
    const toolset = await loadSkills([join(fixtures, "skills"), join(fixtures, "seed-skills")], {
      ...quiet,
      maxDepth: 6,
    });
    const [first, second] = await toolset.searchSkills(query);
    expect([first?.name, second?.name].sort()).toEqual(["tianqi-chaxun", "weather-zh"]);
  },
);

test("A16: the seed's arxiv-search has its script in its own folder", async () => {
  const skill = await (await loadSkills(join(fixtures, "seed-skills"), quiet)).getSkill("arxiv-search");
  expect(skill?.scripts.map(({ name }) => name)).toEqual(["arxiv_search.py"]);
  expect(skill?.metadata["version"]).toBe("1.0.0");
});

test("B05: script-based, process-oriented and tool-integration skills all work", async () => {
  const toolset = await loadSkills(join(fixtures, "seed-skills"), quiet);
  const tools = new Map((await toolset.getTools()).map((tool) => [tool.name, tool]));
  const load = async (name: string) => (await tools.get("load_skill")?.execute({ name }))?.text;
  expect(await load("arxiv-search")).toContain("Scripts, for run_skill_script:\n- arxiv_search.py");
  expect(await load("web-research")).not.toContain("Scripts,");
  expect(await load("langgraph-docs")).toContain("Fetch the documentation's index with your tool");
});

test.skipIf(!hasProgram("python3"))(
  "B06: run_skill_script runs weather-lookup's weather for San Francisco",
  async () => {
    const tools = await (await loadSkills(join(fixtures, "seed-skills"), quiet)).getTools();
    const input = { skill_name: "weather-lookup", script_name: "weather", args: ["San Francisco"] };
    expect(await tools.find(({ name }) => name === "run_skill_script")?.execute(input)).toMatchObject({
      ok: true,
      text: "San Francisco: fog, 14 degrees",
    });
  },
);
