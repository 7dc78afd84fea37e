// Runs that are ended while their processes leave them: each starts, again and again, what empties its environment, opens a
// session of its own and has a parent that ends at SIGTERM. When a run has ended, nothing of it is left.
// `npm run test:soak escapes`, or `node soak/escapes.soak.mjs [--count 1500] [--at-once 4] [--only bare,deaf]`. Needs Linux.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localExecutor } from "../packages/core/dist/node/processes/local-executor.js";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1500" },
    "at-once": { type: "string", default: "4" },
    only: { type: "string" },
  },
});
/** The latest moment, from its start, at which a run is ended. */
const LATEST_END_MS = 150;

/** What is started carries no variable: it is known by the first argument of the script, for which it sleeps. */
const leave = (program) => `(env -i "$(command -v setsid)" /bin/sh -c '${program}' sh "$1" & wait) & sleep 0.01`;
const SCRIPTS = {
  bare: `while :; do ${leave('exec sleep "$1"')}; done`,
  deaf: `while :; do ${leave('trap "" TERM; sleep "$1"; :')}; done`,
  chain: `while :; do ${leave('env -i setsid /bin/sh -c "sleep $1; :" & wait')}; done`,
  cleaning: `trap 'sleep 0.02; exit 3' TERM; while :; do ${leave('exec sleep "$1"')}; done`,
};
const names = values.only ? values.only.split(",") : Object.keys(SCRIPTS);

function left(tag) {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(tag)) return [];
      const status = readFileSync(`/proc/${pid}/stat`, "latin1");
      return /^[ZX]/.test(status.slice(status.lastIndexOf(")") + 2)) ? [] : [Number(pid)];
    } catch {
      return [];
    }
  });
}

const folder = mkdtempSync(join(tmpdir(), "skillplug-soak-"));
for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(folder, `${name}.sh`), text);
const executor = localExecutor({ maxConcurrent: Number(values["at-once"]), killGraceMs: 100 });
let runs = 0;

/** One run; the processes that it left. */
async function endOne(name) {
  runs += 1;
  const tag = `600.${process.pid}${String(runs).padStart(7, "0")}`;
  const request = { skillName: "soak", scriptName: `${name}.sh`, directory: folder, args: [tag] };
  await executor.execute(request, { signal: AbortSignal.timeout(Math.ceil(Math.random() * LATEST_END_MS)) });
  const pids = left(tag);
  for (let still = pids; still.length > 0; still = left(tag)) for (const pid of still) end(pid);
  return pids.length;
}

function end(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by now.
  }
}

try {
  for (const name of names) {
    const started = performance.now();
    const count = Math.ceil(Number(values.count) / names.length);
    let [remaining, runsWithLeft, processes] = [count, 0, 0];
    const worker = async () => {
      while (remaining > 0) {
        remaining -= 1;
        const found = await endOne(name);
        if (found > 0) runsWithLeft += 1;
        processes += found;
      }
    };
    await Promise.all(Array.from({ length: Number(values["at-once"]) }, worker));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${name.padEnd(8)} ${count} runs: ${runsWithLeft} left ${processes} processes (${seconds} s)`);
    if (runsWithLeft > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
