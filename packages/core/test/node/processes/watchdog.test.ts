import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@skillplug/testing/has-program";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { HAS_PROCESS_GROUPS } from "../../../src/node/processes/process-table.js";
import { pidsOf, runScript } from "./scripts.js";

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)));

/** A program that runs a script, tells what the script prints, and ends as it is told. */
const HOST = `
import { localExecutor } from ${source("node/processes/local-executor.ts")};
const onOutput = (text: string) => void process.stdout.write(text);
process.stdin.once("data", (data) => {
  const end = String(data).trim();
  if (end === "exit") process.exit();
  if (end === "abort") process.abort();
  if (end === "throw") throw new Error("the end");
  process.kill(process.pid, end as NodeJS.Signals);
});
await localExecutor().execute({ skillName: "x", scriptName: "run.sh", directory: process.argv[2] ?? "" }, { onOutput });`;

/** What a script starts that stays in its group, leaves the group, and leaves the session. Each tells its number. */
const SCRIPT = [
  "sh -c 'trap \"\" TERM HUP INT; echo $$; while :; do sleep 0.02; done' &",
  ...(hasProgram("setsid") && process.platform === "linux" ? ["setsid sh -c 'echo $$; exec sleep 600' &"] : []),
  // By its group alone: it has no variable.
  "env -i /bin/sh -c 'echo $$; exec sleep 600' &",
  "echo $$",
  "wait",
].join("\n");

type Host = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a program with one script, and waits until all its processes run. */
async function startHost(
  program = HOST,
  script = SCRIPT,
  files: Record<string, string> = {},
): Promise<{ host: Host; pids: number[]; watchdog: number }> {
  const folder = await folderWith({ "run.sh": script, "program.mts": program, ...files });
  const host = spawn(process.execPath, ["--import", "tsx", join(folder, "program.mts"), folder], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void host.kill("SIGKILL"));
  const count = script.split("$$").length - 1;
  let stdout = "";
  await new Promise<void>((resolve) => {
    host.stdout.on("data", (chunk) => {
      stdout += chunk;
      if (pidsOf({ stdout }).length >= count) resolve();
    });
  });
  return { host, pids: pidsOf({ stdout }), watchdog: watchdogOf(host.pid ?? -1) };
}

/** The watchdog of a program: a child of it, which names itself. */
function watchdogOf(host: number): number {
  if (process.platform !== "linux") return -1;
  const children = readFileSync(`/proc/${host}/task/${host}/children`, "latin1").trim().split(" ");
  const isWatchdog = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("skillplug-watchdog");
  return Number(children.find(isWatchdog) ?? -1);
}

/** Whether a process runs and is not stopped. */
function isWatching(pid: number): boolean {
  return isRunning(pid) && !/\) T/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
}

const allGone = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 20_000, interval: 20 });

describe.skipIf(!HAS_PROCESS_GROUPS)("scripts and what they started end with the program that runs them", () => {
  test.each([
    ...["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL", "SIGSEGV", "SIGABRT"],
    ...["abort", "exit", "throw"],
  ])("bad input 30: when it ends by %s", async (end) => {
    const { host, pids, watchdog } = await startHost();
    expect(pids.filter(isRunning)).toEqual(pids);
    host.stdin.write(`${end}\n`);
    await once(host, "exit");
    await allGone([...pids, watchdog]);
  });

  test("when the thread ends that runs them, and the program goes on", async () => {
    // What is built: threads of this program know no TypeScript.
    const built = new URL("../../../dist/node/processes/local-executor.js", import.meta.url).href;
    const program = `
      import { Worker } from "node:worker_threads";
      const code = \`import(${JSON.stringify(built)}).then(({ localExecutor }) => localExecutor().execute(
        { skillName: "x", scriptName: "run.sh", directory: process.argv[2] },
        { onOutput: (text) => void require("node:fs").writeSync(1, text) }));\`;
      const worker = new Worker(code, { eval: true, argv: [process.argv[2]], execArgv: [] });
      process.stdin.on("data", () => void worker.terminate());`;
    const { host, pids } = await startHost(program);
    host.stdin.write("end\n");
    await allGone(pids);
    expect(isRunning(host.pid ?? -1)).toBe(true);
  });

  describe.skipIf(process.platform !== "linux")(
    "also when somebody ended or stopped the watchdog (needs Linux)",
    () => {
      test.each(["SIGKILL", "SIGSTOP"] as const)("by %s while a script runs", async (name) => {
        const { host, pids, watchdog } = await startHost();
        process.kill(watchdog, name);
        await expect.poll(() => isWatching(watchdog), { timeout: 20_000 }).toBe(false);
        await expect.poll(() => isWatching(watchdogOf(host.pid ?? -1)), { timeout: 20_000 }).toBe(true);
        host.kill("SIGKILL");
        await allGone(pids);
      });

      test.each(["SIGKILL", "SIGSTOP"] as const)("by %s before a script starts", async (name) => {
        const program = HOST.replace(
          "await localExecutor()",
          "await localExecutor().execute(FIRST); await GATE; await $&",
        )
          .replace("FIRST", '{ skillName: "x", scriptName: "first.sh", directory: process.argv[2] ?? "" }')
          .replace(
            "GATE",
            'new Promise((resolve) => { process.once("SIGUSR2", resolve); process.stdout.write("0\\n"); })',
          );
        // What the program itself prints first stands for one process.
        const { host, watchdog } = await startHost(program, "echo $$; exec sleep 600", { "first.sh": "echo" });
        process.kill(watchdog, name);
        await expect.poll(() => isWatching(watchdog), { timeout: 20_000 }).toBe(false);
        const printed = once(host.stdout, "data");
        host.kill("SIGUSR2");
        const pids = pidsOf({ stdout: String(await printed) });
        expect(isWatching(watchdogOf(host.pid ?? -1))).toBe(true);
        host.kill("SIGKILL");
        await allGone(pids);
      });
    },
  );

  test.skipIf(process.platform !== "linux")(
    "signals do not end the watchdog, and it holds no variable and no folder of the program (needs Linux)",
    async () => {
      const { host, pids, watchdog } = await startHost();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1"]) process.kill(watchdog, signal);
      host.kill("SIGKILL");
      await allGone([...pids, watchdog]);
      const other = await startHost();
      const read = (file: string) => readFileSync(`/proc/${other.watchdog}/${file}`, "latin1");
      expect(read("environ")).toBe("PATH=/bin:/usr/bin:/sbin:/usr/sbin\0");
      expect(read("stat").split(" ")[5]).toBe(String(other.watchdog));
      other.host.kill("SIGKILL");
      await allGone(other.pids);
    },
  );
});

test("a program that has run its scripts ends by itself, and its watchdog with it", async () => {
  const program = HOST.replace(/process\.stdin\.once[\s\S]*?\n\}\);/, "");
  const { host, watchdog } = await startHost(program, "echo $$");
  await once(host, "exit");
  await allGone([watchdog]);
});

test("while scripts run, there is one listener for this program's end and one timer, and none afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const skill = await folderWith({ "run.sh": "echo" });
  const before = process.listenerCount("exit");
  const most = { listeners: 0, timers: 0 };
  const onOutput = () => {
    most.listeners = Math.max(most.listeners, process.listenerCount("exit"));
    most.timers = Math.max(most.timers, vi.getTimerCount());
  };
  for (const _ of [1, 2]) {
    await Promise.all([1, 2, 3].map(() => runScript(skill, "run.sh", { call: { onOutput } })));
    expect(most).toEqual({ listeners: before + 1, timers: 1 });
    expect([process.listenerCount("exit"), vi.getTimerCount()]).toEqual([before, 0]);
  }
});
