import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { cpuOf } from "../measure.mjs";

/** Skills taken out and put in again: one alone is too short for the clock. */
const CHANGES = 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/**
 * One round of one contender, alone in memory: milliseconds of CPU and megabytes.
 *
 * @param {(skills: object[]) => object} createIndex
 * @param {{ skills: object[], sentences: string[], tasks: string[] }} job
 * @returns {Promise<Record<string, number>>} by what was measured; what a contender cannot do is missing
 */
export async function costOf(createIndex, { skills, sentences, tasks }) {
  const before = await bytesInUse();
  let index;
  const build = await cpuOf(async () => {
    index = await createIndex(skills);
  });
  const memory = ((await bytesInUse()) - before) / 1e6;
  // As in a process that has searched before.
  for (const query of [...sentences, ...tasks.slice(0, 2)]) await index.search(query, 10);
  const costs = {
    "build, ms": build,
    "memory, MB": memory,
    ...percentiles("sentence", await eachQuery(index, sentences)),
    ...percentiles("300 words", await eachQuery(index, tasks)),
  };
  if (!index.insert) return costs;
  // The first removal may prepare something for all later ones.
  await index.remove(skills[0].name);
  await index.insert(skills[0]);
  const changed = skills.filter((_, number) => number % Math.ceil(skills.length / CHANGES) === 0);
  const removing = await cpuOf(async () => {
    for (const { name } of changed) await index.remove(name);
  });
  const inserting = await cpuOf(async () => {
    for (const skill of changed) await index.insert(skill);
  });
  return { ...costs, "insert one, ms": inserting / changed.length, "remove one, ms": removing / changed.length };
}

/** The middle one of the rounds. */
export const median = (figures) => percentile(figures, 0.5);

async function eachQuery(index, queries) {
  const costs = [];
  for (const query of queries) {
    // Not `cpuOf`: a collection before each query would empty what a warm process has at hand.
    const before = process.cpuUsage();
    await index.search(query, 10);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return costs;
}

function percentiles(kind, costs) {
  return { [`${kind} p50, ms`]: percentile(costs, 0.5), [`${kind} p95, ms`]: percentile(costs, 0.95) };
}

/** The smallest figure that such a share of them does not exceed. */
function percentile(figures, share) {
  return [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * share) - 1];
}

/** The heap, and what lies beside it, such as typed arrays. */
async function bytesInUse() {
  // What the contender before has left goes in two steps: its pending callbacks, then what they held.
  for (let step = 0; step < 3; step += 1) {
    await setTimeout(20);
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
