import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

const search = (query: string) => ({
  tool: "run_skill_script",
  input: { skill_name: "arxiv-search", script_name: "scripts/search.mjs", args: [query, "--max-papers", "1"] },
});

const save = (id: string, title: string) => ({ tool: "save_paper", input: { arxiv_id: id, title } });

const RAG = ["2005.11401", "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks"] as const;
const LORA = ["2106.09685", "LoRA: Low-Rank Adaptation of Large Language Models"] as const;

export const story: Example = {
  name: "raw-openai-chat",
  about: "Two papers for a reading list: a raw loop over OpenAI's Chat Completions",
  provider: "openai-chat",
  script: [
    { calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] },
    { calls: [search("retrieval augmented generation")] },
    // A search of the skill and a tool of the user's own in one turn.
    { calls: [save(...RAG), search("low-rank adaptation")] },
    { calls: [save(...LORA)] },
    { text: "Both papers are on your reading list. I searched the bundled papers, not arXiv itself." },
  ],
  checkText(text) {
    for (const [id] of [RAG, LORA]) assert.match(text, new RegExp(`arXiv:${id}`), `${id} is not on the reading list.`);
  },
  checkTurns(turns) {
    const answers = turns.at(-1)?.answers ?? [];
    const printed = answers.filter(({ name }) => name === "run_skill_script").map(({ text }) => text);
    assert.match(printed[0] ?? "", /arXiv:2005\.11401/);
    assert.match(printed[1] ?? "", /arXiv:2106\.09685/);
    assert.equal(answers.filter(({ name }) => name === "save_paper").length, 2);
  },
};
