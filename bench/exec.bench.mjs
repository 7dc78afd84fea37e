// What a script costs through `run_skill_script`, against a bare `spawn` of the same interpreter with the same file and piped
// output. Warm: both in one process that has run scripts before. Cold: whole processes that take turns; each loads the toolset,
// lists the skills and gets the tools, waits a moment as an agent waits for its model, and then times its first run alone.
// `npm run bench exec -- --at-once` waits no moment. The work folder, which is looked at before and after each run, has a
// hundred files; for comparison it is the largest that is looked at whole as well.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { loadSkills, localExecutor } from "@skillplug/core";
import { report } from "./measure.mjs";

const WARM_ROUNDS = 40;
const COLD_ROUNDS = 15;
const AT_ONCE = 100;
const AT_ONCE_ROUNDS = 7;
const WAIT_MS = process.argv.includes("--at-once") ? 0 : 300;

// A shim such as that of pyenv is another program than the Python that it starts: both contenders get the latter.
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout?.trim();
if (python) process.env.PATH = [dirname(python), process.env.PATH].join(delimiter);
const bash = spawnSync("bash", ["-c", "command -v bash"], { encoding: "utf8" }).stdout?.trim();

const kinds = [
  { name: "shell", file: "run.sh", program: bash || "/bin/sh", text: "echo done\n" },
  ...(python ? [{ name: "Python", file: "run.py", program: python, text: 'print("done")\n' }] : []),
  { name: "Node", file: "run.mjs", program: process.execPath, text: 'console.log("done");\n' },
];

const folder = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
const skill = join(folder, "runs");
const works = {
  usual: join(folder, "..", `${basename(folder)}-usual`),
  large: join(folder, "..", `${basename(folder)}-large`),
};

function prepare() {
  mkdirSync(join(skill, "scripts"), { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), "---\nname: runs\ndescription: Runs scripts\n---\n");
  for (const { file, text } of kinds) writeFileSync(join(skill, "scripts", file), text);
  fill(works.usual, 100);
  fill(works.large, 1_700);
}

/** Ten files a folder. */
function fill(work, count) {
  for (let number = 0; number < count; number += 1) {
    const below = join(work, `part-${Math.floor(number / 10)}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${number}.txt`), "x");
  }
}

/** What a user would write without us. */
function bare({ program, file }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [join(skill, "scripts", file)], { cwd: skill, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    child.stderr.on("data", () => {});
    child.on("error", reject);
    child.on("close", () => (printed === "done\n" ? resolve() : reject(new Error(`${program} printed ${printed}`))));
  });
}

async function ours(tool, { file }) {
  const result = await tool.execute({ skill_name: "runs", script_name: `scripts/${file}` });
  if (result.text.trim() !== "done") throw new Error(result.text);
}

async function timed(work) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

/** Runs the contenders in turns, and prints a table of the time that passed and one of this process's CPU. */
async function compare(title, contenders, rounds, warmUp = 2) {
  const none = () => Object.fromEntries(contenders.map(([name]) => [name, []]));
  const figures = { wall: none(), cpu: none() };
  for (let round = -warmUp; round < rounds; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const [name, work] of order) {
      const figure = await work();
      if (round < 0) continue;
      for (const kind of ["wall", "cpu"]) figures[kind][name].push(figure[kind]);
    }
  }
  console.log(`\n${title}, time`);
  report(figures.wall, "ms");
  console.log(`${title}, CPU of the program that runs it`);
  report(figures.cpu, "ms");
}

function coldProgram(kind, contender) {
  const run =
    contender === "spawn"
      ? `await new Promise((resolve) => {
  const child = spawn(${JSON.stringify(kind.program)}, [${JSON.stringify(join(skill, "scripts", kind.file))}],
    { cwd: ${JSON.stringify(skill)}, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", () => {});
  child.stderr.on("data", () => {});
  child.on("close", resolve);
});`
      : `const result = await tool.execute({ skill_name: "runs", script_name: ${JSON.stringify(`scripts/${kind.file}`)} });
if (result.text.trim() !== "done") throw new Error(result.text);`;
  return `import { spawn } from "node:child_process";
import { loadSkills } from ${JSON.stringify(import.meta.resolve("@skillplug/core"))};
const skills = await loadSkills(${JSON.stringify(folder)}, { workFolder: ${JSON.stringify(works.usual)} });
await skills.listSkills();
const tool = (await skills.getTools()).find(({ name }) => name === "run_skill_script");
await new Promise((resolve) => setTimeout(resolve, ${WAIT_MS}));
const [start, before] = [performance.now(), process.cpuUsage()];
${run}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall: performance.now() - start, cpu: (user + system) / 1000 }));`;
}

function cold(kind, contender) {
  const file = join(folder, `${contender}-${kind.name}.mjs`);
  writeFileSync(file, coldProgram(kind, contender));
  return async () => JSON.parse(spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout);
}

try {
  prepare();
  console.log(`medians of interleaved rounds, Node ${process.version}; a ratio is the median of the rounds' ratios`);
  const toolIn = async (workFolder, options = {}) => {
    const tools = await (await loadSkills(folder, { workFolder, ...options })).getTools();
    return tools.find(({ name }) => name === "run_skill_script");
  };
  const [tool, inLarge] = [await toolIn(works.usual), await toolIn(works.large)];
  for (const kind of kinds) {
    const contenders = [
      ["spawn", () => timed(() => bare(kind))],
      ["run_skill_script", () => timed(() => ours(tool, kind))],
      ["… in 1,700 files", () => timed(() => ours(inLarge, kind))],
    ];
    await compare(`${kind.name}, warm`, contenders, WARM_ROUNDS);
  }
  for (const kind of kinds) {
    const contenders = [
      ["spawn", cold(kind, "spawn")],
      ["run_skill_script", cold(kind, "run_skill_script")],
    ];
    await compare(`${kind.name}, cold`, contenders, COLD_ROUNDS, 1);
  }
  const executor = localExecutor({ maxConcurrent: AT_ONCE });
  const many = await toolIn(works.usual, { executor });
  const all = (run) => () => timed(() => Promise.all(Array.from({ length: AT_ONCE }, run)));
  const contenders = [
    ["spawn", all(() => bare(kinds[0]))],
    ["run_skill_script", all(() => ours(many, kinds[0]))],
  ];
  await compare(`${AT_ONCE} shell scripts at once`, contenders, AT_ONCE_ROUNDS);
} finally {
  for (const made of [folder, ...Object.values(works)]) rmSync(made, { recursive: true, force: true });
}
