// What search costs, against other engines and a plain BM25: `npm run bench search [FOLDER] [COUNT]`. With a FOLDER of real
// skills (bench/search/data.mjs says in what form) at 100, 1,000 and all of them; without one, variations of bench/search-set.
import { createManager, PLAIN_AND_OTHERS } from "./search/contenders.mjs";
import { costOf, median } from "./search/cost-of.mjs";
import { readAllSkills, readSets } from "./search/data.mjs";
import { longRequests, takeEvenly, vary } from "./search/samples.mjs";

const OURS = "Skillplug";
const contenders = {
  [OURS]: createManager,
  "plain BM25, one field": PLAIN_AND_OTHERS["plain BM25, one field"],
  MiniSearch: PLAIN_AND_OTHERS.MiniSearch,
  Orama: PLAIN_AND_OTHERS.Orama,
  FlexSearch: PLAIN_AND_OTHERS["FlexSearch, `suggest`"],
};
const SENTENCES = 60;
const TASKS = 15;

/** Fewer where a round takes minutes. */
function roundsFor(count) {
  if (count <= 100) return 9;
  return count <= 1000 ? 5 : 2;
}

async function measure(job) {
  const names = Object.keys(contenders);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < roundsFor(job.skills.length); round += 1) {
    // Who goes first changes from round to round.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      results[name].push(await costOf(contenders[name], job));
    }
  }
  return results;
}

/** A cell has the median of the rounds, and the median of the ratios to ours, round by round. */
function print(results) {
  const figures = Object.keys(results[OURS][0]);
  console.log(`\n| | ${figures.join(" | ")} |\n|---|${"--:|".repeat(figures.length)}`);
  for (const [name, rounds] of Object.entries(results)) {
    const cells = figures.map((figure) => {
      if (rounds[0][figure] === undefined) return "–";
      const middle = median(rounds.map((costs) => costs[figure]));
      const ratio = median(rounds.map((costs, round) => costs[figure] / results[OURS][round][figure]));
      return name === OURS ? show(middle) : `${show(middle)} (${show(ratio)} ×)`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  const shares = results[OURS].map((costs) => (costs["insert one, ms"] + costs["remove one, ms"]) / costs["build, ms"]);
  console.log(
    `\nOne skill changed, taken out and put in again, costs ${(100 * median(shares)).toFixed(2)} % of a rebuild.`,
  );
}

const show = (number) => (number < 10 ? number.toFixed(2) : number.toFixed(0));

const given = process.argv.slice(3);
const folder = given.find((argument) => Number.isNaN(Number(argument)));
const wanted = given.map(Number).find((number) => number > 0);
const sets = readSets(folder);
const all = folder ? readAllSkills(folder) : vary(sets[0].skills, wanted ?? 1000);
const requests = sets.flatMap((set) => set.requests.map(({ query }) => query));
const sentences = takeEvenly(
  requests.filter((query) => query.length < 300),
  SENTENCES,
);
const tasks = longRequests(
  requests.filter((query) => query.length >= 300),
  300,
).slice(0, TASKS);
const counts = wanted ? [wanted] : new Set([100, 1000, all.length]);
console.log(
  `CPU and memory of search, medians of rounds in which contenders took turns, ${sentences.length} sentences and ${tasks.length} requests of 300 words, Node ${process.version}`,
);
await costOf(createManager, { skills: takeEvenly(all, 100), sentences, tasks });
for (const count of counts) {
  const skills = takeEvenly(all, count);
  const results = await measure({ skills, sentences, tasks });
  console.log(`\n${skills.length} ${folder ? "real" : "made-up"} skills, ${results[OURS].length} rounds`);
  print(results);
}
