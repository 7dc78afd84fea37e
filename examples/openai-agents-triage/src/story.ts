import assert from "node:assert/strict";
import type { Example, ModelRequest } from "@skillplug/example-model";

export const QUESTIONS = [
  "Which paper introduced residual networks, and when?",
  "My CSV has semicolons and writes 1,5 for one and a half. How do I profile it?",
];

export const story: Example = {
  name: "openai-agents-triage",
  about: "A question for each specialist: hand-offs of the OpenAI Agents SDK between agents with different skills",
  provider: "openai-responses",
  script: [
    { calls: [{ tool: "transfer_to_Librarian", input: {} }] },
    { calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] },
    {
      calls: [
        {
          tool: "run_skill_script",
          input: { skill_name: "arxiv-search", script_name: "scripts/search.mjs", args: ["ti:residual"] },
        },
      ],
    },
    (answers) => {
      const { title, date } =
        /^1\. (?<title>.+)\n.* \| (?<date>[\d-]+) /m.exec(answers.at(-1)?.text ?? "")?.groups ?? {};
      return { text: `${title}, ${date}. I searched the bundled papers, not arXiv itself.` };
    },
    { calls: [{ tool: "transfer_to_Analyst", input: {} }] },
    // The librarian's skill is not there for the analyst.
    { calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] },
    { calls: [{ tool: "load_skill", input: { name: "csv-profiler" } }] },
    { text: "Run scripts/profile.py with the file's absolute path and --delimiter semicolon --decimal ','." },
  ],
  checkText(text) {
    assert.match(text, /^Librarian: .*Deep Residual Learning.*2015/m, "The librarian did not name the paper.");
    assert.match(text, /^Analyst: .*--decimal/ms, "The analyst did not name the option.");
  },
  checkTurns(turns) {
    const [triage, librarian, , , , analyst, , last] = turns;
    assert.deepEqual(namesIn(triage), ["transfer_to_Librarian", "transfer_to_Analyst"]);
    for (const turn of [librarian, analyst]) assert(namesIn(turn).includes("run_skill_script"));
    assert.match(skillsIn(librarian), /arxiv-search: Search arXiv/);
    assert.doesNotMatch(skillsIn(librarian), /csv-profiler/);
    assert.match(skillsIn(analyst), /csv-profiler: Profile/);
    assert.doesNotMatch(skillsIn(analyst), /arxiv-search/);
    assert.match(last?.answers.at(-2)?.text ?? "", /'arxiv-search' not found\. Available skills: csv-profiler/);
  },
};

const namesIn = (turn: ModelRequest | undefined) => turn?.tools.map(({ name }) => name) ?? [];

/** What a turn tells the model of skills: load_skill lists them. */
const skillsIn = (turn: ModelRequest | undefined) =>
  turn?.tools.find(({ name }) => name === "load_skill")?.description ?? "";
