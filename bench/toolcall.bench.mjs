// What our tool costs inside each framework: whole agent loops in which a scripted model calls load_skill once a turn.
// Judged is our tool against the one that a good user of the framework writes by hand over the same function of core.
// `npm run bench toolcall FRAMEWORK` measures one framework alone.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSkills, TOOL_NAMES } from "@skillplug/core";
import { scriptedModel } from "@skillplug/testing/models/scripted-model";
import matter from "gray-matter";
import { cpuOf, report } from "./measure.mjs";
import { writeSkillTree } from "./skill-tree.mjs";

const FRAMEWORKS = {
  "ai-sdk": () => import("./toolcall/ai-sdk.mjs"),
  langchain: () => import("./toolcall/langchain.mjs"),
  "langchain-middleware": () => import("./toolcall/langchain-middleware.mjs"),
  "openai-agents": () => import("./toolcall/openai-agents.mjs"),
  "openai-chat": () => import("./toolcall/openai-chat.mjs"),
};
const SKILLS = 20;
const CALLS = 20;
/** Loops in one figure: one alone is too short for the clock. */
const LOOPS = 10;
const WARM_UP = 3;
const ROUNDS = 21;

/** What every contender works with. */
async function prepare(folder) {
  writeSkillTree(folder, SKILLS);
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith("SKILL.md"));
  const files = new Map(paths.map((path) => [path.split(/[\\/]/).at(-2), join(folder, path)]));
  const names = [...files.keys()];
  const call = (_, turn) => ({ calls: [{ tool: "load_skill", input: { name: names[turn % names.length] } }] });
  const skills = await loadSkills(folder, { excludeTools: TOOL_NAMES.filter((name) => name !== "load_skill") });
  const [{ description }] = await skills.getTools();
  return {
    /** Offers load_skill alone, as the contenders do. */
    skills,
    /** Offers all five tools. */
    allTools: await loadSkills(folder),
    description,
    instructions: await skills.getInstructions(),
    script: [...Array.from({ length: CALLS }, call), { text: "Done." }],
    /** load_skill without core. */
    readSkill: async (name) => matter(await readFile(files.get(name), "utf8"), {}).content,
  };
}

/** Prints one framework's block. */
async function measure(framework, job) {
  const { contenders } = await FRAMEWORKS[framework]();
  const loops = Object.entries(await contenders(job));
  const results = Object.fromEntries(loops.map(([name]) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // Who goes first changes from round to round.
    const first = Math.abs(round) % loops.length;
    for (const [name, loop] of [...loops.slice(first), ...loops.slice(0, first)]) {
      const figure = await cpuOf(async () => {
        for (let index = 0; index < LOOPS; index += 1) {
          const model = scriptedModel(job.script);
          await loop(model);
          check(framework, name, model.requests.at(-1).answers);
        }
      });
      if (round >= 0) results[name].push((figure * 1000) / LOOPS / CALLS);
    }
  }
  console.log(`\n${framework}`);
  report(results, "µs");
}

function check(framework, name, answers) {
  const read = answers.filter(({ text }) => text.includes("40. Look at the"));
  if (read.length !== CALLS)
    throw new Error(`${framework}, ${name}: ${read.length} of ${CALLS} skills reached the model`);
}

const frameworks = process.argv[3] ? [process.argv[3]] : Object.keys(FRAMEWORKS);
const folder = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
try {
  const job = await prepare(folder);
  console.log(
    `CPU a turn with one call of load_skill, medians of ${ROUNDS} interleaved rounds of ${LOOPS} loops of ${CALLS} turns, Node ${process.version}`,
  );
  for (const framework of frameworks) await measure(framework, job);
} finally {
  rmSync(folder, { recursive: true });
}
