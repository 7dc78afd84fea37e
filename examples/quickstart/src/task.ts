import assert from "node:assert/strict";
import type { ScriptedCall, ScriptStep, ToolAnswer } from "@skillplug/testing/models/scripted-model";
import type { RecordedCall } from "./transcript.js";

/** What the model is asked to do. */
export const PROMPT =
  "Find the paper that introduced the Transformer, and profile sales.csv. (Scripts start in the folder of that file.)";

/** What the scripted model does. Its last words are made of what the scripts really printed. */
export const SCRIPT: readonly ScriptStep[] = [
  call("search_skills", { query: "find a scientific paper, profile a CSV file" }),
  call("load_skill", { name: "arxiv-search" }),
  call("read_skill_resource", { skill_name: "arxiv-search", resource_name: "references/query-syntax.md" }),
  call("run_skill_script", {
    skill_name: "arxiv-search",
    script_name: "scripts/search.mjs",
    args: ["abs:transformer AND ti:attention"],
  }),
  call("load_skill", { name: "csv-profiler" }),
  call("run_skill_script", { skill_name: "csv-profiler", script_name: "scripts/profile.py", args: ["sales.csv"] }),
  (answers) => ({ text: `${paperIn(answers)}\n${profileIn(answers)}` }),
];

function call(tool: ScriptedCall["tool"], input: unknown): ScriptStep {
  return { calls: [{ tool, input }] };
}

function paperIn(answers: readonly ToolAnswer[]): string {
  const found = printedBy(answers, /^1\. (?<title>.+)\n +arXiv:(?<id>\S+) \| (?<year>\d{4})/m);
  return found
    ? `The Transformer was introduced in "${found["title"]}" (${found["year"]}), arXiv:${found["id"]}. I searched the bundled papers, not arXiv itself.`
    : "I did not find the paper.";
}

function profileIn(answers: readonly ToolAnswer[]): string {
  const found = printedBy(answers, /^- Size: (?<size>[^\n]+)$.*^## Warnings \((?<warnings>\d+)\)$/ms);
  return found
    ? `sales.csv has ${found["size"]}; the profile warns of ${found["warnings"]} things to look at.`
    : "I could not profile sales.csv: its script did not run.";
}

/** Of scripts only: a skill's instructions hold examples of what its scripts print. */
function printedBy(answers: readonly ToolAnswer[], pattern: RegExp) {
  const scripts = answers.filter(({ name }) => name === "run_skill_script");
  return scripts.map(({ text }) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
}

/** What is checked of a run. */
interface DoneRun {
  readonly calls: readonly RecordedCall[];
  readonly text: string;
}

/** Whether the machine has a Python for the script that needs one. */
export function hasPython({ calls }: DoneRun): boolean {
  return !calls.some(({ result }) => !result.ok && /needs python/.test(result.text));
}

/** @throws AssertionError when the run did not do what the task asks for */
export function checkRun(run: DoneRun): void {
  const printed = run.calls.flatMap(({ tool, result }) =>
    tool === "run_skill_script" && result.ok ? result.text : [],
  );
  const hasPrinted = (text: string) => printed.some((output) => output.includes(text));
  assert(
    run.calls.some(({ tool }) => tool === "load_skill"),
    "The model did not load a skill.",
  );
  assert(hasPrinted("1706.03762"), "No script printed the id of the paper, 1706.03762.");
  assert(hasPrinted("sales.csv") || !hasPython(run), "No script printed a profile of sales.csv.");
  assert.match(run.text, /1706\.03762|Attention Is All You Need/i, "The answer does not name the paper.");
}

/** @throws AssertionError when a call is missing, or failed although what it needs is there */
export function checkScriptedRun(run: DoneRun): void {
  const failed = run.calls.filter(({ result }) => !result.ok);
  assert.equal(run.calls.length, SCRIPT.length - 1, "A call of the script was not made.");
  assert.equal(failed.length, hasPython(run) ? 0 : 1, `A tool call failed: ${failed[0]?.result.text}`);
}
