// A thousand calls of all five tools at once, beside reloads and edits of files: `npm run test:soak calls [--seconds 600]`.
// No answer may be wrong, none refused, and memory, descriptors, processes and folders stay as they were.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadSkills } from "../packages/core/dist/index.js";

const SKILLS = 60;
const AT_ONCE = 1_000;
const seconds = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 600;
const root = mkdtempSync(join(tmpdir(), "skillplug-soak-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
const names = Array.from({ length: SKILLS }, (_, index) => `skill-${String(index).padStart(2, "0")}`);
const own = (name) => `token${name.slice(-2)}x`;
/** Any edition of a skill says the same of itself, so that whatever is answered can be checked. */
const skillText = (name, edition) =>
  `---\nname: ${name}\ndescription: Knows ${own(name)}, edition ${edition}\n---\n# ${name}\n\nSays ${own(name)} in edition ${edition}.\n`;
for (const name of names) {
  const folder = join(root, "skills", name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), skillText(name, 0));
  await writeFile(join(folder, "notes.md"), `notes of ${own(name)} 0`);
  await writeFile(join(folder, "say.sh"), `echo said ${own(name)} "$1"\n`);
}
const toolset = await loadSkills(join(root, "skills"), { logger: false });
const tools = Object.fromEntries((await toolset.getTools()).map((tool) => [tool.name, tool]));

/** How each tool is called for a skill, and what its answer must hold. Scripts are dear: one call in fifty. */
const CALLS = [
  ["list_skills", () => ({}), (text) => names.every((name) => text.includes(name))],
  ["search_skills", (name) => ({ query: own(name), limit: 1 }), (text, name) => text.includes(name)],
  ["load_skill", (name) => ({ name }), (text, name) => text.includes(`Says ${own(name)} in edition`)],
  [
    "read_skill_resource",
    (name) => ({ skill_name: name, resource_name: "notes.md" }),
    (text, name) => text.startsWith(`notes of ${own(name)} `),
  ],
];
const RUN = [
  "run_skill_script",
  (name, call) => ({ skill_name: name, script_name: "say.sh", args: [`call${call}`] }),
  (text, name, call) => text === `said ${own(name)} call${call}`,
];
const counts = Object.fromEntries([...CALLS, RUN].map(([tool]) => [tool, 0]));
const wrong = [];
let calls = 0;
let isOver = false;

async function caller() {
  while (!isOver) {
    const call = ++calls;
    const name = names[call % SKILLS];
    const [tool, input, isRight] = call % 50 === 0 ? RUN : CALLS[call % CALLS.length];
    const answer = await tools[tool].execute(input(name, call));
    counts[tool] += 1;
    if (!answer.ok || !isRight(answer.text, name, call)) wrong.push({ tool, name, text: answer.text.slice(0, 300) });
    // A caller has other things to do too, and the event loop others than callers.
    await new Promise((resume) => setImmediate(resume));
  }
}

let edits = 0;
async function editor() {
  while (!isOver) {
    edits += 1;
    const name = names[edits % SKILLS];
    const file = edits % 2 ? ["SKILL.md", skillText(name, edits)] : ["notes.md", `notes of ${own(name)} ${edits}`];
    const path = join(root, "skills", name, file[0]);
    // As an editor saves: another file takes the place of the one before.
    await writeFile(join(root, "saved"), file[1]);
    await rename(join(root, "saved"), path);
    await pause(20);
  }
}

let reloads = 0;
async function reloader() {
  while (!isOver) {
    const { removed } = await toolset.reload();
    reloads += 1;
    if (removed.length > 0) wrong.push({ tool: "reload", text: `removed ${removed}` });
    await pause(200);
  }
}

const descriptors = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);
const privateFolders = () => readdirSync(tmpdir()).filter((name) => /^skillplug-(?!soak|test)/.test(name)).length;
function figures() {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const inMegabytes = (bytes) => Math.round(bytes / 1e5) / 10;
  return { heap: inMegabytes(heapUsed), rss: inMegabytes(rss), descriptors: descriptors(), folders: privateFolders() };
}
const show = (label, { heap, rss, descriptors: open, folders }) =>
  console.log(`${label}: heap ${heap} MB, rss ${rss} MB, ${open} descriptors, ${folders} private folders`);

process.on("warning", (warning) => wrong.push({ tool: "process", text: String(warning) }));
process.on("unhandledRejection", (error) => wrong.push({ tool: "process", text: String(error) }));
console.log(`${AT_ONCE} calls at once for ${seconds} s`);
const others = [editor(), reloader()];
const callers = Array.from({ length: AT_ONCE }, caller);
// What is compiled and cached at first is no leak.
await pause(Math.min(20_000, seconds * 200));
const first = figures();
show("first", first);
await pause(seconds * 1000 - Math.min(20_000, seconds * 200));
const last = figures();
isOver = true;
await Promise.all([...callers, ...others]);
show("last", last);
await pause(200);
const after = figures();
show("after", after);
console.log(
  `${calls} calls (${Object.entries(counts)
    .map(([tool, count]) => `${tool} ${count}`)
    .join(", ")}) beside ${reloads} reloads and ${edits} edits`,
);
const problems = [
  ...wrong.slice(0, 10).map((one) => `wrong: ${JSON.stringify(one)}`),
  ...(last.heap > first.heap * 1.5 + 20 ? [`the heap grew from ${first.heap} to ${last.heap} MB`] : []),
  ...(after.descriptors > first.descriptors
    ? [`${after.descriptors} descriptors are open, before ${first.descriptors}`]
    : []),
];
console.log(
  problems.length === 0 ? "no answer was wrong" : `${wrong.length} answers were wrong\n${problems.join("\n")}`,
);
await rm(root, { recursive: true, force: true });
process.exit(problems.length === 0 ? 0 : 1);
