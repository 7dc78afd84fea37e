// One task on the skills of this repository, through every adapter: `npm run quickstart -- --help`.
import { fileURLToPath } from "node:url";
import { loadSkills } from "@skillplug/core";
import { type Choice, HELP, hasApiKey, readArguments, UsageError } from "./arguments.js";
import { type PlayedRun, play } from "./play.js";
import { print, printWrapped } from "./print.js";
import type { Skills } from "./run.js";
import { startScripted } from "./scripted-task.js";
import { printSummary } from "./summary.js";
import { checkRun, checkScriptedRun, hasPython, PROMPT, SCRIPT } from "./task.js";

/** A path from this file's place in dist. */
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The reader has gone, as with `| head`.
process.stdout.on("error", () => process.exit());

try {
  const choice = readArguments();
  if (choice.help) console.log(HELP);
  else await quickstart(choice);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${message}\nTry: npm run quickstart -- --help` : `\nThe quickstart failed: ${message}`);
  process.exitCode = isUsage ? 2 : 1;
}

async function quickstart({ runs, model }: Choice): Promise<void> {
  // The user's folder, where sales.csv lies, wherever this program is started.
  const skills = await loadSkills(pathOf("../../../skills"), { workFolder: pathOf("..") });

  print("Skillplug quickstart", { style: "bold" });
  printWrapped(model ? `Model: ${model.provider}:${model.name}` : whyScripted());
  print();
  print(`Skills: ${Object.keys(await skills.listSkills()).join(", ")}  (in skills/)`);
  printWrapped(`Task:   ${PROMPT}`, { hang: 8 });

  const played: PlayedRun[] = [];
  for (const [index, run] of runs.entries()) {
    const start = (watched: Skills) =>
      model
        ? run.start({ model: model.name, connection: {}, skills: watched, prompt: PROMPT })
        : startScripted(run, SCRIPT, { skills: watched, prompt: PROMPT });
    // A scripted model does the same each time: once in full is enough.
    const brief = !model && index > 0;
    const result = await play(run, start, skills, { position: `${index + 1} of ${runs.length}`, brief });
    checkRun(result);
    if (!model) checkScriptedRun(result);
    played.push(result);
  }
  printSummary(played, played.every(hasPython));
}

function whyScripted(): string {
  const why = hasApiKey() ? "No --model" : "No API key";
  return `${why}: a scripted model plays its part; the tools, files and scripts are real.`;
}
