import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

/** What the user's own tool knows. */
export const COMMITS = {
  lastVersion: "2.3.1",
  subjects: [
    "feat(export): write CSV with the columns in the order of the table",
    "fix(login): keep the page that was asked for",
    "refactor: move the date functions",
    "ci: run on Node 24",
  ],
};

export const story: Example = {
  name: "raw-openai-responses",
  about: "Release notes from commits: a raw loop over OpenAI's Responses with previous_response_id",
  provider: "openai-responses",
  script: [
    // A skill and a tool of the user's own in one turn.
    {
      calls: [
        { tool: "load_skill", input: { name: "release-notes" } },
        { tool: "list_commits", input: {} },
      ],
    },
    (answers) => {
      const { lastVersion, subjects } = JSON.parse(answers.at(-1)?.text ?? "");
      const args = [lastVersion, ...subjects];
      const input = { skill_name: "release-notes", script_name: "scripts/group.mjs", args };
      return { calls: [{ tool: "run_skill_script", input }] };
    },
    (answers) => {
      const version = /^Next version: (.+)$/m.exec(answers.at(-1)?.text ?? "")?.[1];
      const added = "You can export tables as CSV, with the columns in the order that you see.";
      const fixed = "After signing in you land on the page that you asked for.";
      return { text: `## ${version}\n### New\n- ${added}\n### Fixed\n- ${fixed}` };
    },
  ],
  checkText(text) {
    assert.match(text, /## v?2\.4\.0/, "The notes are not headed by the version that the script printed.");
    assert.match(text, /CSV/, "The new export is missing.");
    assert.doesNotMatch(text, /Node 24|date functions/, "The notes tell users of what they cannot notice.");
  },
  checkTurns(turns) {
    const [, second, third] = turns;
    assert.match(second?.answers[0]?.text ?? "", /## Skill: release-notes/);
    assert.equal(second?.answers[1]?.name, "list_commits");
    assert.match(third?.answers[2]?.text ?? "", /Next version: 2\.4\.0/);
  },
};
