import { SkillsToolset } from "@skillplug/core";
import { expect, test } from "vitest";
import { countTokens, topicSkills } from "../prompt/topic-skills.js";
import { callTool, research, toolOf, weather } from "./call-tool.js";

test("search_skills shows below each hit the lines that speak of the task", async () => {
  const papers = {
    name: "papers",
    description: "Finds papers",
    content: "# Papers\n\nAsk arXiv first.\nThen others.\n",
  };
  const result = await callTool("search_skills", { query: "papers on arxiv, and others" }, [papers, weather]);
  expect(result.text).toBe(
    "- papers: Finds papers\n  line 5: # Papers Ask arXiv first. Then others.\nCall load_skill with the name that fits.",
  );
  expect(result).toMatchObject({ data: [{ name: "papers", passage: { startLine: 5, endLine: 8 } }] });
  expect((await callTool("search_skills", { query: "finds" }, [papers])).text).not.toContain("line ");
});

test("where load_skill is not offered, search_skills does not tell to call it", async () => {
  const toolset = new SkillsToolset({ skills: [weather], excludeTools: ["load_skill"], logger: false });
  const result = await (await toolOf(toolset, "search_skills")).execute({ query: "weather" });
  expect(result).toMatchObject({ ok: true, data: [{ name: "weather" }] });
  expect(result.text).toMatch(/^- weather: /);
  expect(result.text).not.toContain("load_skill");
});

test("search_skills that finds nothing tells how to go on", async () => {
  expect(await callTool("search_skills", { query: "zebra" })).toEqual({
    ok: true,
    text: "No skill matches. Try other words for the task, or go on without a skill.",
    data: [],
  });
});

const reports = Array.from({ length: 60 }, (_, index) => ({
  name: `report-${index}`,
  description: "Writes a report",
  content: "",
}));

test.each([
  [undefined, 5],
  [1, 1],
  [49, 49],
  [50, 50],
  [51, 50],
  [1e9, 50],
  [0, 1],
  [-1, 1],
  [1.5, 1],
  [Number.NaN, 5],
  [null, 5],
])("bad input 36: with the limit %d search_skills answers %d hits", async (limit, expected) => {
  const result = await callTool("search_skills", { query: "report", limit }, reports);
  expect(result).toMatchObject({ ok: true, data: { length: expected } });
  expect(result.text.match(/^- report-\d+/gm)).toHaveLength(expected);
});

test.each(["", "the of and", "🙂🙂", ".*", "constructor __proto__", "AND OR NOT (", "的"])(
  "bad input 36: the query %j finds nothing",
  async (query) => {
    expect(await callTool("search_skills", { query })).toMatchObject({ ok: true, data: [] });
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
    "x ",
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
  const result = await callTool("search_skills", { query, limit: 50 }, [weather, research, chinese]);
  expect(result).toMatchObject({ ok: true, data: expect.any(Array) });
});

test("five hits of a search cost 400 tokens at the most", async () => {
  for (const length of [200, 1024]) {
    const search = await toolOf(new SkillsToolset({ skills: topicSkills(1000, length) }), "search_skills");
    for (const query of ["fill in PDF forms", "数据库迁移"]) {
      const { text } = await search.execute({ query });
      expect(text.match(/^- skill-\d+/gm)).toHaveLength(5);
      expect(countTokens(text)).toBeLessThanOrEqual(400);
    }
  }
});

const sentence = "Before anything else, work on invoices as the team has agreed. ";

test.each([
  [1, 1, 400],
  [5, 5, 400],
  [50, 50, 4000],
])(
  "%d of %d hits with long descriptions and passages show lines, and cost %d tokens at the most",
  async (limit, count, most) => {
    const inputs = Array.from({ length: 50 }, (_, index) => ({
      name: `skill-${index}`,
      description: `Works on invoices. ${"Use it for all of them. ".repeat(40)}`,
      content: `# Skill ${index}\n${sentence.repeat(30)}\n发票${"处理发票的说明".repeat(200)}\n`,
    }));
    const { text } = await callTool("search_skills", { query: "invoices as the team has agreed", limit }, inputs);
    expect(text.match(/^- skill-\d+: Works on invoices\./gm)).toHaveLength(count);
    expect(text.match(/^ {2}line 6: Before anything else, /gm)).toHaveLength(count);
    expect(countTokens(text)).toBeLessThanOrEqual(most);
  },
);
