import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";
import type { UIMessage } from "ai";

const MESSAGE = `fix(session): refresh the token before it expires

A request that was under way while the token expired was refused,
and users lost what they had typed.

Refs: #482`;

const check = (message: string) => ({
  tool: "run_skill_script",
  input: { skill_name: "git-commit", script_name: "scripts/check-message.mjs", args: [message] },
});

export const story: Example = {
  name: "chat-backend",
  about: "A commit message from a chat over HTTP: Hono, streamText, and load_skill beside the app's own tools",
  provider: "openai-responses",
  script: [
    {
      calls: [
        { tool: "load_skill", input: { name: "git-commit" } },
        { tool: "staged_diff", input: {} },
      ],
    },
    {
      calls: [
        { tool: "find_issues", input: { words: ["signed out", "token"] } },
        check("fix(session): Refreshed the token."),
      ],
    },
    { calls: [check(MESSAGE)] },
    { text: `\`\`\`text\n${MESSAGE}\n\`\`\`` },
  ],
  checkText(text) {
    assert.match(text, /^fix\(?.*: /m, "There is no commit message.");
  },
  checkTurns(turns) {
    const names = turns[0]?.tools.map(({ name }) => name) ?? [];
    for (const name of ["staged_diff", "find_issues", "load_skill"])
      assert(names.includes(name), `${name} is missing.`);
    const [, , , draft, final] = turns.at(-1)?.answers ?? [];
    assert.match(draft?.text ?? "", /3 to correct/);
    assert.equal(final?.text, "The message is fine.");
  },
};

/** What the client has seen: each call and its answer, then the text. */
export function checkParts(parts: UIMessage["parts"]): void {
  const seen = parts.filter(({ type }) => type !== "step-start").map(({ type }) => type.replace("tool-", ""));
  const calls = ["load_skill", "staged_diff", "find_issues", "run_skill_script", "run_skill_script"];
  assert.deepEqual(seen, [...calls, "text"]);
  const states = parts.map((part) => ("state" in part ? part.state : "done"));
  assert(!states.some((state) => state !== "done" && state !== "output-available"), `A call failed: ${states}`);
}
