// One task on the skills of this repository, through the AI SDK and through raw API calls: `npm run quickstart -- --help`.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSkills, localExecutor } from "@skillplug/ai-sdk";
import { type PlayedRun, play } from "./play.js";
import { print, printWrapped } from "./print.js";
import { hasApiKey, realRuns, UsageError } from "./real-model.js";
import { scriptedRuns } from "./scripted-model.js";
import { printSummary } from "./summary.js";
import { checkRun, checkScriptedRun, hasPython, PROMPT, SCRIPT } from "./task.js";

const HELP = `Usage: npm run quickstart [-- --model PROVIDER:NAME]

Gives a model one task that needs two skills of skills/, through each adapter, and shows every tool call.

  --model   openai:NAME with OPENAI_API_KEY set, or anthropic:NAME with ANTHROPIC_API_KEY set,
            such as openai:gpt-5-mini. Without it a scripted model plays, offline and free.
  --help    this text

Exit codes: 0 done, 1 a run did not do what the task asks for, 2 wrong arguments.`;

/** A path from this file's place in dist. */
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The reader has gone, as with `| head`.
process.stdout.on("error", () => process.exit());

try {
  const { model, help } = readArguments();
  if (help) console.log(HELP);
  else await quickstart(model);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? `${message}\nTry: npm run quickstart -- --help` : `\nThe quickstart failed: ${message}`);
  process.exitCode = isUsage ? 2 : 1;
}

function readArguments() {
  try {
    return parseArgs({ options: { model: { type: "string" }, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function quickstart(model: string | undefined): Promise<void> {
  const isScripted = model === undefined;
  const { runs, note } = isScripted ? scripted() : await realRuns(PROMPT, model);
  // Scripts of these skills start in the folder where sales.csv lies: that of the user, not that of the skill.
  const executor = localExecutor({ cwd: pathOf("..") });
  const skills = await loadSkills(pathOf("../../../skills"), { executor });

  print("Skillplug quickstart", { style: "bold" });
  printWrapped(note);
  print();
  print(`Skills: ${Object.keys(await skills.listSkills()).join(", ")}  (in skills/)`);
  printWrapped(`Task:   ${PROMPT}`, { hang: 8 });

  const played: PlayedRun[] = [];
  for (const [index, run] of runs.entries()) {
    // A scripted model does the same each time: once in full is enough.
    const result = await play(run, skills, `${index + 1} of ${runs.length}`, isScripted && index > 0);
    checkRun(result);
    if (isScripted) checkScriptedRun(result);
    played.push(result);
  }
  printSummary(played, played.every(hasPython));
}

function scripted() {
  const why = hasApiKey() ? "No --model" : "No API key";
  const note = `${why}: a scripted model plays its part; the tools, files and scripts are real.`;
  return { runs: scriptedRuns(PROMPT, SCRIPT), note };
}
