// Loads every SKILL.md below a folder and counts what happened: `node scripts/check-skill-files.mjs FOLDER`.
// Exits 1 when a file is neither loaded nor reported, or when fewer than 97 % are loaded.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { directory } from "../packages/core/dist/index.js";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node scripts/check-skill-files.mjs FOLDER");
  process.exit(2);
}

const files = readdirSync(folder, { recursive: true }).filter((path) => /(^|[/\\])SKILL\.md$/.test(path));
const { skills, diagnostics } = await directory(folder, { maxDepth: 20 }).list({});
const loaded = new Set(skills.map(({ uri }) => uri));
const errors = diagnostics.filter(({ severity }) => severity === "error");
const reported = new Set(errors.map(({ location }) => location));
const silent = files.map((path) => join(folder, path)).filter((path) => !loaded.has(path) && !reported.has(path));

const counts = new Map();
for (const { code, severity } of diagnostics)
  counts.set(`${severity} ${code}`, (counts.get(`${severity} ${code}`) ?? 0) + 1);
for (const [kind, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(6)}  ${kind}`);
const share = loaded.size / files.length;
console.log(
  `${files.length} files, ${loaded.size} loaded (${(share * 100).toFixed(1)} %), ${reported.size} reported, ${silent.length} silent`,
);
if (process.argv.includes("--verbose"))
  for (const { message, line } of errors) console.log(`- ${message} (line ${line})`);
process.exit(silent.length === 0 && share >= 0.97 ? 0 : 1);
