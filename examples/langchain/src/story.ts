import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

export const story: Example = {
  name: "langchain",
  about: "Receipts are checked before they are handed in: createAgent of LangChain with skillsMiddleware",
  provider: "openai-chat",
  script: [
    // A skill and a tool of the user's own in one turn.
    {
      calls: [
        { tool: "load_skill", input: { name: "expense-check" } },
        { tool: "get_receipts", input: { trip: "Lyon" } },
      ],
    },
    {
      calls: [
        {
          tool: "run_skill_script",
          input: {
            skill_name: "expense-check",
            script_name: "scripts/check.mjs",
            args: ["taxi:38.50", "meal:104:2", "hotel:149"],
          },
        },
      ],
    },
    (answers) => ({ text: `Not as they are. ${answers.at(-1)?.text.trim().replaceAll("\n", "; ")}` }),
  ],
  checkText(text) {
    assert.match(text, /\b277[.,]50/, "The total that can be handed in is missing.");
    assert.match(text, /\b14\b/, "The dinner is 14 EUR over the limit, which the answer does not say.");
  },
  checkTurns(turns) {
    const [first, second] = turns;
    assert(
      first?.tools.some(({ name }) => name === "get_receipts"),
      "The tool of the user's own was not offered.",
    );
    assert.match(second?.answers[0]?.text ?? "", /## Skill: expense-check/);
    assert.match(second?.answers[1]?.text ?? "", /dinner for two/);
  },
};
