// What the package costs a process that uses it for the first time, as whole processes that take turns: the import against an
// empty process, and the first loadSkill() of a ready toolset against reading the same file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { report } from "./measure.mjs";

const ROUNDS = 25;
const folder = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
const core = JSON.stringify(import.meta.resolve("@skillplug/core"));
const skills = fileURLToPath(new URL("../skills", import.meta.url));
const file = JSON.stringify(join(skills, "csv-profiler/SKILL.md"));

/** Programs that print milliseconds of CPU; each table's first row is what the others are compared with. */
const tables = {
  "CPU of a whole process": {
    "an empty Node process": printed("0", ""),
    'import("@skillplug/core")': printed("0", `await import(${core});`),
  },
  "CPU of the first call in a process whose toolset is ready": {
    "readFile of the SKILL.md": afterLoading(`await readFile(${file}, "utf8");`),
    "loadSkill() of the same skill": afterLoading(`await skills.loadSkill("csv-profiler");`),
  },
};

/** The process itself says what it has used since `start`, just before it ends. */
function printed(start, work) {
  return `const start = ${start};\n${work}\nconst { user, system } = process.cpuUsage(start || undefined);\nconsole.log((user + system) / 1000);`;
}

function afterLoading(work) {
  const ready = `import { readFile } from "node:fs/promises";
import { loadSkills } from ${core};
const skills = await loadSkills(${JSON.stringify(skills)});
`;
  return ready + printed("process.cpuUsage()", work);
}

try {
  for (const [title, contenders] of Object.entries(tables)) {
    const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
    for (const [index, code] of Object.values(contenders).entries()) writeFileSync(join(folder, `${index}.mjs`), code);
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const [index, name] of Object.keys(contenders).entries()) {
        const { stdout } = spawnSync(process.execPath, [join(folder, `${index}.mjs`)], { encoding: "utf8" });
        if (round >= 0) results[name].push(Number(stdout));
      }
    }
    console.log(`${title}, medians of ${ROUNDS} interleaved runs, Node ${process.version}`);
    report(results, "ms");
  }
} finally {
  rmSync(folder, { recursive: true });
}
