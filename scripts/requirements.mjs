// Writes docs/requirements.md from the report of the last `npm test` (`--write`), or fails when it is not in step with the names
// of the tests.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

/** The areas that requirements come from, how many each has, and the part of the project that brings those without a test. */
const areas = [
  {
    letter: "A",
    count: 48,
    title: "The toolset: skills, discovery, search, tools, executors",
    part: "later",
  },
  {
    letter: "B",
    count: 42,
    title: "Skills as packages: structure, disclosure, sources, operation",
    part: "the sources and sandbox packages",
  },
  { letter: "C", count: 40, title: "Editable skills in the browser", part: "the store package" },
  { letter: "D", count: 62, title: "Executable skill packages", part: "the sandbox and apexbridge packages" },
  { letter: "E", count: 24, title: "load_skill for the Vercel AI SDK", part: "later" },
  {
    letter: "F",
    count: 11,
    title: "The kit: adapters, packaging, examples",
    part: "later",
  },
  { letter: "G", count: 10, title: "Safety", part: "the sources and sandbox packages" },
  {
    letter: "H",
    count: 46,
    title: "Conformance with skills-ref, the standard's reference implementation",
    part: "later",
  },
];

/** The tests that passed in the last run of all, each as {name, file}. */
function passedTests() {
  const { testResults } = JSON.parse(readFileSync(".reports/tests.json", "utf8"));
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === "passed").map(({ title: name }) => ({ name, file })),
  );
}

/** The tests that there are, in the same form, without running them. */
function listedTests() {
  const list = ".reports/tests-by-name.json";
  mkdirSync(".reports", { recursive: true });
  const command = ["node_modules/vitest/vitest.mjs", "list", `--json=${list}`];
  const { stderr, status } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  return JSON.parse(readFileSync(list, "utf8")).map(({ name, file }) => ({ name: name.split(" > ").at(-1), file }));
}

// A report lists files in an order of its own; within a file the order is that of the text.
const tests = process.argv.includes("--write") ? passedTests() : listedTests();
tests.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));

/** ID to the tests whose own name begins with it, one line a distinct text and file. `A09, G01: …` proves two requirements. */
const proofs = new Map();
for (const { name, file } of tests) {
  const match = /^([A-H]\d\d(?:, [A-H]\d\d)*): (.*)$/s.exec(name);
  if (!match) continue;
  const [, ids, text] = match;
  const place = relative(process.cwd(), file).replaceAll("\\", "/");
  for (const id of ids.split(", "))
    proofs.set(id, (proofs.get(id) ?? new Map()).set(`${text} ${place}`, { text, place }));
}

const escapeCell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", "\\n").replaceAll("<", "&lt;");
const row = (id, part) => {
  const found = [...(proofs.get(id)?.values() ?? [])];
  if (found.length === 0) return `| ${id} | – | ${part} |`;
  const shown = found
    .slice(0, 3)
    .map(({ text, place }) => `${escapeCell(text)} ([${place.split("/").at(-1)}](../${place}))`);
  const more = found.length > 3 ? `; ${found.length - 3} more` : "";
  return `| ${id} | ${shown.join("; ")}${more} | |`;
};
const sections = areas.map(({ letter, count, title, part }) => {
  const ids = Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`);
  return `## ${letter}. ${title}\n\n| ID | test | or the part that will bring it |\n|---|---|---|\n${ids.map((id) => row(id, part)).join("\n")}\n`;
});
const total = areas.reduce((sum, { count }) => sum + count, 0);
const document = `# Requirements

Each requirement counts as done when a test whose name begins with its ID passes. This page is written by \`npm run requirements\`
from the report of the tests: ${proofs.size} of ${total} have one today.

${sections.join("\n")}`;

const path = "docs/requirements.md";
if (process.argv.includes("--write")) {
  writeFileSync(path, document);
  console.log(`${path}: ${proofs.size} of ${total} requirements have a test`);
} else if (readFileSync(path, "utf8") !== document) {
  console.error(`${path} is not in step with the tests: run \`npm run requirements\``);
  process.exit(1);
}
