// How much CPU it costs to list skills with their resources and scripts, against one bare walk that reads each SKILL.md:
// `npm run bench discover [COUNT]`.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { directory } from "@skillplug/core";
import { cpuOf, report } from "./measure.mjs";
import { writeSkillTree } from "./skill-tree.mjs";

const SKILLS = Number(process.argv[3] ?? 1000);
const ROUNDS = 15;

function bareWalk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) bareWalk(join(folder, entry.name));
    else if (entry.name === "SKILL.md") readFileSync(join(folder, entry.name));
  }
}

const root = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
const original = join(root, "original");
writeSkillTree(original, SKILLS);
const results = { "bare readdirSync and readFileSync": [], "first discovery": [], "second, unchanged": [] };
try {
  for (let round = -2; round < ROUNDS; round += 1) {
    const copy = join(root, `copy-${round}`);
    cpSync(original, copy, { recursive: true });
    // What was written within the last tick of the disk's clock is read again the second time; see folder-cache.ts.
    await setTimeout(50);
    const source = directory(copy);
    const list = async () => {
      const { skills } = await source.list({});
      if (skills.length !== SKILLS) throw new Error(`found ${skills.length} skills`);
    };
    const bare = () => cpuOf(() => bareWalk(copy));
    // Who goes first changes from round to round, since the first one warms the disk's cache for the other.
    const early = round % 2 === 0 ? await bare() : undefined;
    const first = await cpuOf(list);
    const second = await cpuOf(list);
    const figures = [early ?? (await bare()), first, second];
    if (round >= 0) for (const [index, values] of Object.values(results).entries()) values.push(figures[index]);
    rmSync(copy, { recursive: true });
  }
} finally {
  rmSync(root, { recursive: true });
}
console.log(
  `CPU to list ${SKILLS} skills with resources and scripts, medians of ${ROUNDS} rounds, Node ${process.version}`,
);
report(results, "ms");
