// Skills and requests: those of bench/search-set, or of a FOLDER with
//   sets.json             { set: { pool } }
//   skills-POOL.jsonl.gz  { id, name, description, body } a line; `all` is the pool of the cost benchmark
//   queries-SET.jsonl.gz  { query, relevant: [id…] } a line
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const OWN = join(import.meta.dirname, "..", "search-set");

/** Those whose requests are in another language than the skills. They stay out of the means. */
const CROSS_LINGUAL = new Set(["cross-lingual", "chinese-for-english", "english-for-chinese"]);

/**
 * Sets of requests, and for each the skills among which it searches.
 *
 * @returns {{ set: string, crossLingual: boolean, skills: object[], requests: { query: string, relevant: string[] }[] }[]}
 */
export function readSets(folder) {
  const sets = folder ? readFolder(folder) : readOwn();
  return sets.map((one) => ({ ...one, crossLingual: CROSS_LINGUAL.has(one.set) }));
}

/** All skills of a folder. */
export function readAllSkills(folder) {
  return withDistinctNames(readLines(join(folder, "skills-all.jsonl.gz")));
}

function readFolder(folder) {
  const pools = new Map();
  const readPool = (pool) => {
    if (!pools.has(pool)) pools.set(pool, withDistinctNames(readLines(join(folder, `skills-${pool}.jsonl.gz`))));
    return pools.get(pool);
  };
  const sets = Object.entries(JSON.parse(readFileSync(join(folder, "sets.json"), "utf8")));
  return sets.map(([set, { pool }]) => ({
    set,
    skills: readPool(pool),
    requests: readLines(join(folder, `queries-${set}.jsonl.gz`)),
  }));
}

function readOwn() {
  const skills = readLines(join(OWN, "skills.jsonl"));
  const requests = readLines(join(OWN, "queries.jsonl"));
  const names = [...new Set(requests.map(({ set }) => set))];
  return names.map((name) => ({ set: name, skills, requests: requests.filter(({ set }) => set === name) }));
}

function readLines(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** A catalogue has one skill of a name; the second of a name gets a number, so that all contenders search the same texts. */
function withDistinctNames(skills) {
  const seen = new Map();
  return skills.map((skill) => {
    const repeat = (seen.get(skill.name) ?? 0) + 1;
    seen.set(skill.name, repeat);
    return repeat === 1 ? skill : { ...skill, name: `${skill.name}-${repeat}` };
  });
}
