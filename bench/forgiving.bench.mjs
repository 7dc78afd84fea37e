// How often search finds the right one of public skills for requests with typing errors, and in German, French and Spanish:
// `npm run bench forgiving FOLDER…`, with the folders of anthropics/skills, obra/superpowers, trailofbits/skills,
// vercel-labs/agent-skills and wshobson/agents. Requests whose skill is not there are left out.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { directory, loadSkills } from "@skillplug/core";

const DEPTH = 8; // they have their skills in plugins
const PLACES = [1, 3, 10];

const folders = process.argv.slice(3);
if (folders.length === 0) throw new Error("Name the folders of the skills.");
const sources = folders.map((folder) => directory(folder, { maxDepth: DEPTH }));
const skills = await loadSkills(sources, { logger: false });
const names = new Set(Object.keys(await skills.listSkills()));
const lines = readFileSync(join(import.meta.dirname, "search-set", "forgiving.jsonl"), "utf8")
  .trim()
  .split("\n");
const requests = lines
  .map((line) => JSON.parse(line))
  .filter(({ relevant }) => relevant.some((name) => names.has(name)));

const bySet = new Map();
for (const { set, query, relevant } of requests) {
  const found = (await skills.searchSkills(query, Math.max(...PLACES))).map(({ name }) => name);
  const place = 1 + found.findIndex((name) => relevant.includes(name));
  bySet.set(set, [...(bySet.get(set) ?? []), place]);
}

console.log(`${names.size} skills, Node ${process.version}\n`);
console.log(
  `| | requests | ${PLACES.map((most) => `in the first ${most}`).join(" | ")} |\n|---|${"--:|".repeat(PLACES.length + 1)}`,
);
for (const [set, places] of bySet) {
  const cells = PLACES.map((most) => places.filter((place) => place > 0 && place <= most).length);
  console.log(`| ${set} | ${places.length} | ${cells.join(" | ")} |`);
}
