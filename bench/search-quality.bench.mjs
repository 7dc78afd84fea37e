// How often a search finds the right skill: `npm run bench search-quality [FOLDER]`. Without a FOLDER with skills and requests
// (bench/search/data.mjs says in what form), on the small set of bench/search-set.
import { createToolset, PLAIN_AND_OTHERS } from "./search/contenders.mjs";
import { readSets } from "./search/data.mjs";
import { average, judge } from "./search/judge.mjs";

const contenders = { Skillplug: createToolset, ...PLAIN_AND_OTHERS };
const FIGURES = ["nDCG@10", "recall@10", "hit@1"];

/** The judgement of each set, by its name. Sets with the same skills share one index. */
async function measure(createIndex, sets) {
  const bySet = {};
  for (const skills of new Set(sets.map((one) => one.skills))) {
    const index = await createIndex(skills);
    const ids = new Map(skills.map(({ name, id }) => [name, id]));
    for (const { set, requests } of sets.filter((one) => one.skills === skills)) {
      const judgements = [];
      for (const { query, relevant } of requests) {
        const found = (await index.search(query, 10)).map((name) => ids.get(name));
        judgements.push(judge(found, relevant));
      }
      bySet[set] = average(judgements);
    }
  }
  return bySet;
}

const show = (number) => number.toFixed(3).replace(/^0/, "");
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
const head = (cells) => {
  row(cells);
  row(cells.map((_, index) => (index === 0 ? "---" : "--:")));
};

const sets = readSets(process.argv[3]);
const same = sets.filter(({ crossLingual }) => !crossLingual);
const across = sets.filter(({ crossLingual }) => crossLingual);
const results = {};
for (const [name, createIndex] of Object.entries(contenders)) results[name] = await measure(createIndex, sets);

console.log("Means of the sets in the skills' own language\n");
head(["", ...FIGURES]);
for (const [name, bySet] of Object.entries(results)) {
  const means = average(same.map(({ set }) => bySet[set]));
  row([name, ...FIGURES.map((figure) => show(means[figure]))]);
}
for (const figure of FIGURES) {
  console.log(`\n${figure} by set\n`);
  head([figure, ...[...same, ...across].map(({ set, requests }) => `${set} (${requests.length})`)]);
  for (const [name, bySet] of Object.entries(results)) {
    row([name, ...[...same, ...across].map(({ set }) => show(bySet[set][figure]))]);
  }
}
