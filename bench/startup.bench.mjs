// What it costs to import the package, as whole processes, against an empty one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { report } from "./measure.mjs";

const ROUNDS = 25;
const folder = mkdtempSync(join(tmpdir(), "skillplug-bench-"));
const contenders = {
  "an empty Node process": "",
  'import("@skillplug/core")': `await import(${JSON.stringify(import.meta.resolve("@skillplug/core"))});`,
};
const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
// The process itself says what it has used, just before it ends.
const ending = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
try {
  for (const [index, code] of Object.values(contenders).entries())
    writeFileSync(join(folder, `${index}.mjs`), `${code}\n${ending}`);
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, name] of Object.keys(contenders).entries()) {
      const { stdout } = spawnSync(process.execPath, [join(folder, `${index}.mjs`)], { encoding: "utf8" });
      if (round >= 0) results[name].push(Number(stdout));
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`CPU of a whole process, medians of ${ROUNDS} interleaved runs, Node ${process.version}`);
report(results, "ms");
