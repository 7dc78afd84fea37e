import type { PlayedRun } from "./play.js";
import { print, printTable, printWrapped } from "./print.js";

const COLUMNS = ["adapter", "turns", "tool calls", "failures", "prompt", "tool answers", "time"];

const NEXT_STEPS = [
  "Read a skill: skills/arxiv-search/SKILL.md. Add your own: a folder in skills/ with a SKILL.md.",
  "Read the code: examples/quickstart/src/with-*.ts; more in examples/README.md, run by npm run examples.",
  "Use a real model: OPENAI_API_KEY=... npm run quickstart -- --model openai:gpt-5-mini",
  "In your project: npm i @skillplug/ai-sdk ai@7, or @skillplug/langchain, @skillplug/openai-agents, @skillplug/json-schema.",
  "Go on with packages/<adapter>/README.md.",
];

/** Prints what the runs came to, and what to do next. */
export function printSummary(runs: readonly PlayedRun[], hasPython: boolean): void {
  print();
  print("Summary", { style: "bold" });
  printTable([COLUMNS, ...runs.map(toRow)], { indent: 2 });
  const legend =
    "prompt and tool answers in characters; prompt: what the model is sent of the skills before it loads one; time: with loading the framework";
  printWrapped(legend, { indent: 2, style: "dim" });
  print();
  const checked = hasPython
    ? "the script printed the paper's id, sales.csv was profiled, the answer names the paper."
    : "the script printed the paper's id, the answer names the paper.";
  printWrapped(`Checked in each run: ${checked}`);
  if (!hasPython) {
    const missing = "Python was not found, so sales.csv was not profiled: the model was told, and went on.";
    printWrapped(missing, { style: "red" });
  }
  print();
  print("What to do next", { style: "bold" });
  for (const step of NEXT_STEPS) printWrapped(`- ${step}`, { hang: 2 });
}

function toRow({ name, turns, calls, promptLength, seconds }: PlayedRun): string[] {
  const failures = calls.filter(({ result }) => !result.ok).length;
  const answersLength = calls.reduce((sum, { result }) => sum + result.text.length, 0);
  const figures = [turns, calls.length, failures, promptLength, answersLength];
  return [name, ...figures.map((figure) => figure.toLocaleString("en")), `${seconds.toFixed(1)} s`];
}
