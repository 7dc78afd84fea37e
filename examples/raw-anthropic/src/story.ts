import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Example, ToolAnswer } from "@skillplug/example-model";

/** A file with one order twice. Its absolute path: scripts start in the folder of their skill. */
export const ORDERS = fileURLToPath(new URL("../orders.csv", import.meta.url));

const SCRIPT = { skill_name: "csv-profiler", script_name: "scripts/profile.py", args: [ORDERS] };

export const story: Example = {
  name: "raw-anthropic",
  about: "A file is checked before an import: a raw loop over Anthropic's Messages",
  provider: "anthropic",
  script: [
    { calls: [{ tool: "load_skill", input: { name: "csv-profiler" } }] },
    { calls: [{ tool: "run_skill_script", input: SCRIPT }] },
    (answers) => ({ calls: [{ tool: "open_ticket", input: { title: titleFrom(answers) } }] }),
    { text: "No. I have opened a ticket that says why." },
  ],
  checkText(text) {
    assert.match(text, /Tickets: .+/, "There is no ticket.");
  },
  checkTurns(turns) {
    const [, profile, ticket] = turns.at(-1)?.answers ?? [];
    // The machine may have no Python: then the script's answer is a failure, and the ticket says so.
    if (profile?.isError) assert.match(profile.text, /needs python/);
    else assert.match(profile?.text ?? "", /\*\*duplicate-rows\*\*.+See row 5/);
    assert.equal(ticket?.text, "Ticket 1 is open.");
    assert.equal(ticket.isError, false);
  },
};

function titleFrom(answers: readonly ToolAnswer[]): string {
  const warning = /^1\. \*\*(?<text>.+)$/m.exec(answers.at(-1)?.text ?? "")?.groups?.["text"];
  return warning ? `orders.csv: ${warning.replace("**", "")}` : "orders.csv could not be checked: there is no Python.";
}
