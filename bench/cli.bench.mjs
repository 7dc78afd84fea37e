// What `skillplug list` costs on 1,000 skills, as whole processes, against an empty one. The bare readings show how much of it
// is the disk: one blocks its process, the other does not, as an agent's must not be blocked.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { report } from "./measure.mjs";
import { writeSkillTree } from "./skill-tree.mjs";

const SKILLS = 1000;
const ROUNDS = 15;
const main = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
const [empty, ending] = ["empty.mjs", "ending.cjs"].map((name) => join(folder, name));
const blocking = fileURLToPath(import.meta.resolve("./cli/blocking.mjs"));
const waiting = fileURLToPath(import.meta.resolve("./cli/waiting.mjs"));
const contenders = {
  "an empty Node process": [empty],
  [`${SKILLS} files, read one after the other`]: [blocking, "skills"],
  [`${SKILLS} files, read without blocking`]: [waiting, "skills"],
  "skillplug --help": [main, "--help"],
  [`skillplug list, ${SKILLS} skills`]: [main, "list"],
  [`skillplug list --json, ${SKILLS} skills`]: [main, "list", "--json"],
};
const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
try {
  writeSkillTree(join(folder, "skills"), SKILLS);
  writeFileSync(empty, "");
  // The process itself says what it has used, just before it ends, on a stream of its own.
  writeFileSync(
    ending,
    `process.on("exit", () => {
      const { user, system } = process.cpuUsage();
      require("node:fs").writeSync(3, String((user + system) / 1000));
    });`,
  );
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(contenders)) {
      const stdio = ["ignore", "ignore", "inherit", "pipe"];
      const { status, output } = spawnSync(process.execPath, ["--require", ending, ...args], { cwd: folder, stdio });
      if (status !== 0) throw new Error(`${name} ended with ${status}`);
      if (round >= 0) results[name].push(Number(output[3]));
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`CPU of a whole process, medians of ${ROUNDS} interleaved runs, Node ${process.version}`);
report(results, "ms");
