// Hosts that run scripts with children and end in every way, at random moments and under load: two seconds after its end no
// process of a host is left. `npm run test:soak hosts`, or `node soak/hosts.soak.mjs --count 10000 --at-once 8`, for so many
// ends of each kind. Needs Linux, where every process can be looked at.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

const ENDS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL", "abort", "exit", "throw"];
/** What is promised. */
const GONE_AFTER_MS = 2_000;
/** The latest moment at which a host is ended: from its first script on, or, for one host of five, from its own start. */
const LATEST_END_MS = 400;
const TAG = "SKILLPLUG_SOAK";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "25" },
    "at-once": { type: "string", default: String(availableParallelism() * 2) },
    only: { type: "string" },
  },
});
const count = Number(values.count);
const ends = values.only ? values.only.split(",") : ENDS;

const folder = mkdtempSync(join(tmpdir(), "skillplug-soak-"));
const core = JSON.stringify(import.meta.resolve("../packages/core/dist/node/processes/local-executor.js"));

/** Scripts that go on starting processes, inside and outside of their groups and sessions. */
const SCRIPTS = {
  "stay.sh": "sleep 600 & setsid sleep 600 & (sleep 600 &) ; exec sleep 600",
  "deaf.sh": `trap "" TERM HUP INT QUIT; setsid sh -c 'trap "" TERM; while :; do sleep 0.05; done' & while :; do sleep 0.05; done`,
  "busy.sh": "while :; do (sleep 0.01; setsid sleep 600) & sleep 0.02; done",
  "short.sh": "sleep 0.02 & setsid sh -c 'sleep 0.02'; echo done",
};

/** It tells that a script runs, runs scripts without an end, and ends by itself where it is told how and when. */
const HOST = `
import { writeSync } from "node:fs";
import { localExecutor } from ${core};
const [, , directory, end, afterMs, isEarly] = process.argv;
const executor = localExecutor({ maxConcurrent: 5, killGraceMs: 50, timeoutMs: 300 });
const names = ${JSON.stringify(Object.keys(SCRIPTS))};
const run = async (index) => {
  for (;;) await executor.execute({ skillName: "soak", scriptName: names[index++ % names.length], directory }, {});
};
const endLater = () => setTimeout(() => {
  if (end === "abort") process.abort();
  if (end === "exit") process.exit();
  if (end === "throw") throw new Error("the end");
}, Number(afterMs));
if (isEarly) endLater();
const first = { skillName: "soak", scriptName: "ready.sh", directory };
void executor.execute(first, { onOutput: () => {
  writeSync(1, "a script runs");
  if (!isEarly) endLater();
} });
for (let index = 0; index < 4; index += 1) void run(index);`;

/** How old a look at all processes may be: younger than the end of any host that it is used for. */
const LOOK_MS = 80;
let environments = [];
let lookedAt = -Infinity;

/** The environment of every process. All hosts that are waited for share one look: to read them is half of this program's work. */
function lookAtAll() {
  if (performance.now() - lookedAt < LOOK_MS) return environments;
  lookedAt = performance.now();
  environments = readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [{ pid, environment: readFileSync(`/proc/${pid}/environ`, "latin1") }] : [];
    } catch {
      return [];
    }
  });
  return environments;
}

/** The processes that inherited a variable, with what they are; empty where they ended meanwhile. */
function carriersOf(tag) {
  return lookAtAll().flatMap(({ pid, environment }) => {
    try {
      if (!environment.includes(tag)) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim().slice(0, 80)}`];
    } catch {
      return [];
    }
  });
}

/** Watchdogs have an environment of their own: they are known as children of the host, while that lives. */
function watchdogsOf(host) {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return [];
      const status = readFileSync(`/proc/${pid}/stat`, "latin1");
      const [, parent] = status.slice(status.lastIndexOf(")") + 2).split(" ");
      const isWatchdog = readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("skillplug-watchdog");
      return Number(parent) === host && isWatchdog ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

function isWatchdog(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("skillplug-watchdog");
  } catch {
    return false;
  }
}

let hosts = 0;

/** One host from its start to two seconds after its end; what is left of it. */
async function endOne(end) {
  hosts += 1;
  const tag = `${TAG}=${process.pid}-${hosts}-`;
  const isEarly = hosts % 5 === 0;
  const afterMs = Math.floor(Math.random() * LATEST_END_MS);
  const isSignal = end.startsWith("SIG");
  const args = [isSignal ? "" : end, String(afterMs), isEarly ? "early" : ""];
  const host = spawn(process.execPath, [join(folder, "host.mjs"), folder, ...args], {
    cwd: folder,
    // Scripts receive it, by which they can be found when their own marker was lost.
    env: { ...process.env, [TAG]: tag.slice(TAG.length + 1), TMPDIR: folder, LC_SOAK: tag },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(host, "exit");
  let ranScripts = false;
  const running = once(host.stdout, "data").then(() => {
    ranScripts = true;
  });
  let watchdogs = [];
  if (isSignal) {
    if (!isEarly) await Promise.race([running, ended]);
    await delay(afterMs);
    watchdogs = watchdogsOf(host.pid);
    host.kill(end);
  }
  await ended;
  const deadline = performance.now() + GONE_AFTER_MS;
  let left = [];
  do {
    await delay(100);
    left = [...carriersOf(tag), ...watchdogs.filter(isWatchdog).map((pid) => `${pid} watchdog`)];
  } while (left.length > 0 && performance.now() < deadline);
  for (const line of left) {
    const [pid] = line.split(" ");
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended by now.
    }
  }
  return { left, ranScripts };
}

writeFileSync(join(folder, "host.mjs"), HOST);
for (const [name, text] of Object.entries({ ...SCRIPTS, "ready.sh": "echo; exec sleep 600" }))
  writeFileSync(join(folder, name), text);
try {
  const started = performance.now();
  for (const end of ends) {
    const began = performance.now();
    const lost = [];
    let remaining = count;
    let withScripts = 0;
    const worker = async () => {
      while (remaining > 0) {
        remaining -= 1;
        const { left, ranScripts } = await endOne(end);
        if (ranScripts) withScripts += 1;
        if (left.length > 0) lost.push(left.join("; "));
      }
    };
    await Promise.all(Array.from({ length: Number(values["at-once"]) }, worker));
    const aMinute = (count / ((performance.now() - began) / 60_000)).toFixed(0);
    console.log(
      `${end.padEnd(8)} ${count} ends, ${withScripts} of them while scripts ran: ${lost.length} left something after ${GONE_AFTER_MS} ms (${aMinute} ends a minute)`,
    );
    for (const line of lost.slice(0, 10)) console.log(`  ${line}`);
    if (lost.length > 0) process.exitCode = 1;
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
