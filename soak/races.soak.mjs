// Reads and runs the files of skills while other processes exchange them with what lies outside:
// `npm run test:soak races`, or `node soak/races.soak.mjs [--seconds 3600] [--only reads|runs] [--untrusted] [--json]`.
// A third of the time is for reads, the rest for runs. Needs Linux and python3.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { directory, SkillsToolset } from "../packages/core/dist/index.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    only: { type: "string" },
    untrusted: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const READERS = 4;
const RUNNERS = 2;

// Exchanges two names at once, as no two renames can: there is never a moment without either. Most of the time all lies where
// it should; then come one, two or three exchanges in step, in the pace of a reader's calls.
const SWAPPER = `
import ctypes, os, random, sys, time
libc = ctypes.CDLL(None, use_errno=True)
one, other = (os.fsencode(path) for path in sys.argv[1:3])
parent = os.getppid()
def exchange():
    if libc.renameat2(-100, one, -100, other, 2) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
def pause(longest):
    until = time.perf_counter() + random.random() * longest
    while time.perf_counter() < until:
        pass
count = 0
while os.getppid() == parent:
    for _ in range(random.choice((2, 2, 4, 6))):
        exchange()
        pause(random.choice((0, 0.00005, 0.0005)))
    count += 1
    time.sleep(random.random() * 0.002)
`;

/** What is exchanged with what, by the name of the skill. */
const SWAPS = {
  "own-folder-and-link": ["skills/own-folder-and-link", "swaps/own"],
  "inner-folder-and-link": ["skills/inner-folder-and-link/docs", "swaps/docs"],
  "scripts-folder-and-link": ["skills/scripts-folder-and-link/scripts", "swaps/scripts"],
  "folder-and-folder": ["skills/folder-and-folder", "swaps/other"],
  "file-and-link": ["skills/file-and-link/docs/x.md", "swaps/x.md"],
};
const FILES = ["SKILL.md", "docs/x.md"];
const OUTSIDE = "OUTSIDE";

function writeSkill(folder, name, mark) {
  for (const part of ["docs", "scripts"]) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), `---\nname: ${name}\ndescription: ${mark}\n---\n${mark}\n`);
  writeFileSync(join(folder, "docs/x.md"), `${mark}\n`);
  writeFileSync(join(folder, "scripts/go.sh"), `echo ${mark}\n`);
}

function build() {
  const root = mkdtempSync(join(tmpdir(), "skillplug-races-"));
  for (const name of Object.keys(SWAPS)) writeSkill(join(root, "skills", name), name, "inside");
  writeSkill(join(root, "outside"), "outside", OUTSIDE);
  writeSkill(join(root, "swaps/other"), "folder-and-folder", OUTSIDE);
  for (const [link, target] of [
    ["own", "outside"],
    ["docs", "outside/docs"],
    ["scripts", "outside/scripts"],
    ["x.md", "outside/docs/x.md"],
  ]) {
    symlinkSync(join(root, target), join(root, "swaps", link));
  }
  return root;
}

const tally = () => ({ tries: 0, done: 0, refused: 0, leaked: 0 });
const figures = { reads: {}, runs: {}, listings: tally() };
const reasons = new Map();

async function count(into, work) {
  into.tries += 1;
  try {
    const text = await work();
    if (text.includes(OUTSIDE)) into.leaked += 1;
    else into.done += 1;
  } catch (error) {
    into.refused += 1;
    if (error?.code === undefined) throw error;
    const reason = String(error.message).replace(/\/\S+/g, "…").slice(0, 90);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
}

const root = build();
const skillsFolder = join(root, "skills");
const source = directory(skillsFolder, { trusted: !values.untrusted });
const { skills } = await source.list({});
const toolset = new SkillsToolset({
  sources: [source],
  logger: false,
  ...(values.untrusted && { approval: () => true }),
});
await toolset.listSkills();
for (const { name } of skills) {
  figures.reads[name] = tally();
  figures.runs[name] = tally();
}
const seconds = Number(values.seconds);
const readSeconds = { reads: seconds, runs: 0 }[values.only] ?? seconds / 3;
let until = 0;
const swappers = Object.values(SWAPS).map((paths) =>
  spawn("python3", ["-c", SWAPPER, ...paths.map((path) => join(root, path))], {
    stdio: ["ignore", "ignore", "inherit"],
  }),
);
const isRunning = () => Date.now() < until && swappers.every(({ exitCode }) => exitCode === null);

async function read() {
  for (let index = 0; isRunning(); index += 1) {
    const skill = skills[index % skills.length];
    const file = FILES[Math.floor(index / skills.length) % FILES.length];
    const bytes = () => source.readFile(skill, file, { maxBytes: 10_000 });
    await count(figures.reads[skill.name], async () => Buffer.from(await bytes()).toString());
  }
}

async function run() {
  for (let index = 0; isRunning(); index += 1) {
    const { name } = skills[index % skills.length];
    await count(figures.runs[name], () => toolset.runSkillScript(name, "scripts/go.sh"));
  }
}

/** An untrusted source follows no link out of its folder; whole folders that lie there are its skills, whatever they hold. */
async function list() {
  while (isRunning()) {
    await setTimeout(20);
    await count(figures.listings, async () => {
      const listing = await directory(skillsFolder, { trusted: false }).list({});
      return listing.skills
        .flatMap(({ name, description }) => (name === "folder-and-folder" ? [] : [description]))
        .join();
    });
  }
}

let hasFailed = false;
try {
  until = Date.now() + readSeconds * 1000;
  await Promise.all([list(), ...Array.from({ length: READERS }, read)]);
  until = Date.now() + (seconds - readSeconds) * 1000;
  await Promise.all(Array.from({ length: RUNNERS }, run));
} finally {
  hasFailed = swappers.some(({ exitCode }) => exitCode !== null);
  await Promise.all(
    swappers.map((swapper) => {
      const ended = swapper.exitCode === null && new Promise((resolve) => swapper.once("exit", resolve));
      swapper.kill("SIGKILL");
      return ended;
    }),
  );
  rmSync(root, { recursive: true, force: true });
}

const sum = (tallies) => {
  const total = tally();
  for (const each of Object.values(tallies)) for (const key of Object.keys(total)) total[key] += each[key];
  return total;
};
const totals = { reads: sum(figures.reads), runs: sum(figures.runs), listings: figures.listings };
if (values.json) console.log(JSON.stringify({ ...figures, totals, trusted: !values.untrusted }));
else {
  const show = (name, { tries, done, refused, leaked }) =>
    console.log(`${name.padEnd(34)} ${tries} tries, ${done} right, ${refused} refused, ${leaked} from outside`);
  for (const kind of ["reads", "runs"]) {
    for (const [name, each] of Object.entries(figures[kind])) show(`${kind} ${name}`, each);
    show(`all ${kind}`, totals[kind]);
  }
  show("listings", totals.listings);
  for (const [reason, times] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 8))
    console.log(`${times} × ${reason}`);
  if (!values.untrusted) {
    console.log("Runs of a trusted source: the interpreter opens the script by its path, after our last look at it.");
  }
}
const leaks = totals.reads.leaked + totals.listings.leaked + (values.untrusted ? totals.runs.leaked : 0);
if (hasFailed) console.error("A process that exchanges files has ended.");
if (leaks > 0 || hasFailed || (readSeconds > 0 && totals.reads.done === 0)) process.exitCode = 1;
