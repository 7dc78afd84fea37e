import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSkills, localExecutor } from "@skillplug/core";
import { normalizeSkillName } from "@skillplug/core/format";
import { hasProgram } from "@skillplug/testing/has-program";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../skills/", import.meta.url));
const offline = { executor: localExecutor({ env: { WEATHER_OFFLINE: "1" } }) };
const names = (await readdir(root, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const NEW = ["changelog-writer", "chinese-copywriting", "langgraph-docs", "weather-lookup", "web-research"];

test("the shipped skills load without a finding, held strictly to the format", async () => {
  const skills = await loadSkills(root, { validate: "strict", logger: false });
  expect(await skills.getDiagnostics()).toEqual([]);
  expect(Object.keys(await skills.listSkills()).sort()).toEqual([...names].sort());
  for (const name of NEW) {
    const skill = await skills.getSkill(name);
    expect(normalizeSkillName(name)).toBe(name);
    expect(skill?.metadata).toMatchObject({ license: "MIT", metadata: { version: "1.0" } });
    expect(skill?.description).toMatch(/Use when|使用/);
  }
});

test.each(NEW)("%s names only files that exist, and every file of references/ and assets/", async (name) => {
  const folder = join(root, name);
  const page = await readFile(join(folder, "SKILL.md"), "utf8");
  for (const [path] of page.matchAll(/\b(?:scripts|references|assets)\/[\w.-]+\w/g)) await access(join(folder, path));
  for (const file of await readdir(join(folder, "references"))) expect(page).toContain(`references/${file}`);
});

describe("search finds each shipped skill first", () => {
  test.each([
    ["web-research", "research a question on the web and cite the sources"],
    ["web-research", "fact-check this claim with several independent web pages"],
    ["web-research", "上网调研并写一份带引用来源的报告"],
    ["langgraph-docs", "how does the checkpointer in LangGraph work"],
    ["langgraph-docs", "my StateGraph fails with GRAPH_RECURSION_LIMIT"],
    ["langgraph-docs", "查阅 LangGraph 文档"],
    ["weather-lookup", "will it rain in Berlin tomorrow"],
    ["weather-lookup", "weather forecast for San Francisco"],
    ["weather-lookup", "北京明天的天气怎么样"],
    ["changelog-writer", "write the release notes for the next version"],
    ["changelog-writer", "what changed since the last tag"],
    ["changelog-writer", "根据提交记录写更新日志"],
    ["chinese-copywriting", "校对这篇中文文章的标点和空格"],
    ["chinese-copywriting", "中英文混排要不要加空格"],
    ["chinese-copywriting", "proofread my Chinese documentation"],
    ["arxiv-search", "find a scientific paper"],
    ["csv-profiler", "profile a CSV file"],
  ])("%s: %s", async (name, query) => {
    const hits = await (await loadSkills(root, { logger: false })).searchSkills(query);
    expect(hits[0]?.name).toBe(name);
  });
});

test("B05: the shipped script-based, process-oriented and tool-integration skills all work", async () => {
  const skills = await loadSkills(root, { logger: false });
  const tools = new Map((await skills.getTools()).map((tool) => [tool.name, tool]));
  const load = async (name: string) => (await tools.get("load_skill")?.execute({ name }))?.text;
  expect(await load("arxiv-search")).toContain("search.mjs");
  expect(await skills.runSkillScript("arxiv-search", "search", ["attention"])).toContain("arXiv:1706.03762");
  expect(await load("web-research")).toContain("## 1. Plan, before the first search");
  expect((await skills.getSkill("web-research"))?.scripts).toEqual([]);
  expect(await skills.readSkillResource("web-research", "references/report-template.md")).toContain("## Sources");
  expect(await load("langgraph-docs")).toContain("https://docs.langchain.com/llms.txt");
  expect((await skills.getSkill("langgraph-docs"))?.scripts).toEqual([]);
});

test.skipIf(!hasProgram("python3"))(
  "B06: run_skill_script runs the shipped weather-lookup's weather for San Francisco",
  async () => {
    const skills = await loadSkills(root, { ...offline, logger: false });
    const output = await skills.runSkillScript("weather-lookup", "weather", ["San Francisco"]);
    expect(output).toMatch(/^SAMPLE DATA, not the real weather/);
    expect(output).toContain("San Francisco, California, United States");
    const run = (await skills.getTools()).find(({ name }) => name === "run_skill_script");
    const input = { skill_name: "weather-lookup", script_name: "weather", args: ["San Francisco"] };
    expect(await run?.execute(input)).toMatchObject({ ok: true, text: expect.stringContaining(output) });
  },
);
