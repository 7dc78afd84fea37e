import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

export const story: Example = {
  name: "openai-agents",
  about: "An alert at night: an agent of the OpenAI Agents SDK with a runbook",
  provider: "openai-responses",
  script: [
    // A skill and a tool of the user's own in one turn.
    {
      calls: [
        { tool: "load_skill", input: { name: "incident-response" } },
        { tool: "get_alert", input: {} },
      ],
    },
    {
      calls: [
        {
          tool: "run_skill_script",
          input: { skill_name: "incident-response", script_name: "scripts/severity.mjs", args: ["--affected", "1200"] },
        },
        {
          tool: "read_skill_resource",
          input: { skill_name: "incident-response", resource_name: "references/disk-full.md" },
        },
      ],
    },
    (answers) => {
      const [severity, runbook] = answers.slice(-2).map(({ text }) => text);
      const command = /^1\. .*?`([^`]+)`/m.exec(runbook ?? "")?.[1];
      return { text: `${severity?.trim()} The disk of db-7 fills up. First: ${command}` };
    },
  ],
  checkText(text) {
    assert.match(text, /SEV2/, "The answer does not say what the script printed.");
    assert.match(text, /du -xh/, "The answer does not name the runbook's first step.");
  },
  checkTurns(turns) {
    assert.match(turns[1]?.answers[0]?.text ?? "", /## Skill: incident-response/);
    assert.match(turns[1]?.answers[1]?.text ?? "", /db-7/, "The tool of the user's own did not answer.");
  },
};
