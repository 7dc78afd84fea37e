import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

const search = (...args: string[]) => ({
  calls: [
    {
      tool: "run_skill_script",
      input: { skill_name: "arxiv-search", script_name: "scripts/search.mjs", args: ["diffusion", ...args] },
    },
  ],
});

export const story: Example = {
  name: "langgraph-approval",
  about: "A person allows one script and turns another down: a LangGraph graph with an interrupt",
  provider: "openai-chat",
  script: [
    { calls: [{ tool: "load_skill", input: { name: "arxiv-search" } }] },
    search(),
    search("--online"),
    (answers) => {
      const title = /^1\. (.+)$/m.exec(answers[1]?.text ?? "")?.[1];
      return {
        text: `In the bundled list: "${title}". You did not allow a search on arXiv, so I cannot say what is there.`,
      };
    },
  ],
  checkText(text) {
    assert.match(text, /Diffusion/i, "The answer names no paper.");
  },
  checkTurns(turns) {
    const [skill, allowed, refused] = turns.at(-1)?.answers ?? [];
    assert.match(skill?.text ?? "", /## Skill: arxiv-search/, "Loading a skill needs nobody's approval.");
    assert.match(
      allowed?.text ?? "",
      /^Offline: searched 25 bundled papers/,
      "The script that was allowed did not run.",
    );
    assert.equal(refused?.text, "The user did not allow this call. Go on without it.");
  },
};
