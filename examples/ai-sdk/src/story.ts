import assert from "node:assert/strict";
import type { Example, ToolAnswer } from "@skillplug/example-model";

const find = (id: string) => ({
  tool: "run_skill_script",
  input: { skill_name: "arxiv-search", script_name: "scripts/search.mjs", args: [id] },
});

export const story: Example = {
  name: "ai-sdk",
  about: "Two references in house style: generateText of the Vercel AI SDK",
  provider: "openai-responses",
  script: [
    { calls: [{ tool: "search_skills", input: { query: "scientific papers" } }] },
    { calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] },
    { calls: [find("1810.04805"), find("1706.03762")] },
    (answers) => ({ calls: answers.filter(isSearch).map(({ text }) => ({ tool: "cite", input: paperIn(text) })) }),
    (answers) => ({ text: answers.slice(-2).map(textOf).join("\n") }),
  ],
  checkText(text) {
    assert.match(text, /DEVLIN et al\. 2018\. BERT/, "BERT is not cited in the style of the house.");
    assert.match(text, /VASWANI et al\. 2017\. Attention/, "The Transformer is not cited in the style of the house.");
  },
  checkTurns(turns) {
    assert(
      turns[0]?.tools.some(({ name }) => name === "cite"),
      "The tool of the user's own was not offered.",
    );
    assert.match(turns[1]?.answers[0]?.text ?? "", /arxiv-search/, "The search did not find the skill.");
  },
};

const textOf = ({ text }: ToolAnswer) => text;

const isSearch = ({ name }: ToolAnswer) => name === "run_skill_script";

/** The paper that the script has printed. */
function paperIn(printed: string): Record<string, unknown> {
  const pattern = /^1\. (?<title>.+)\n +arXiv:(?<id>\S+) \| (?<year>\d{4}).*\n +\S+ (?<author>[^,]+),/m;
  const { title, id, year, author } = pattern.exec(printed)?.groups ?? {};
  return { title, id, year: Number(year), author };
}
