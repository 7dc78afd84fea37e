import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasProgram } from "@skillplug/testing/has-program";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LocalExecutorOptions } from "../../../src/node/processes/local-executor.js";
import { HAS_PROCESS_GROUPS, readEnvironment } from "../../../src/node/processes/process-table.js";
import { abortAfterLines, expectAllGone, pidsOf, runScript, runShell } from "./scripts.js";
import { STARTED_FILES, startedBy, WAYS_OUT, type WayOut } from "./ways-out.js";

const FOREVER = "while :; do sleep 0.02; done";
/** A process that prints its id once it ignores these signals. */
const ignoring = (signals: string, then = FOREVER) => `sh -c 'trap "" ${signals}; echo $$; ${then}'`;
const brief = { killGraceMs: 100 };
/** Longer than a test: whoever waits for what has ended, or for orphans that nobody collects, is found out. */
const long = { killGraceMs: 600_000 };

test("bad input 26: an endless loop is ended", async () => {
  const result = await abortAfterLines(1, "echo $$; while :; do :; done", long);
  expect(result).toMatchObject({ exitCode: null, signal: "SIGTERM" });
  expectAllGone(result, 1);
});

test("bad input 26: a script that ignores SIGTERM is killed after the grace", async () => {
  const result = await abortAfterLines(1, `trap '' TERM; echo $$; ${FOREVER}`, brief);
  expect(result.signal).toBe("SIGKILL");
  expectAllGone(result, 1);
});

test.each([
  [undefined, 2_000],
  [7, 7],
])("bad input 26: with killGraceMs %s, SIGKILL follows SIGTERM after %i ms", async (killGraceMs, grace) => {
  const log: unknown[] = [];
  let clock: number[] | undefined;
  vi.spyOn(performance, "now").mockImplementation(() => {
    const [now = Number.MAX_SAFE_INTEGER] = clock?.splice(0, 1) ?? [0];
    if (clock) log.push(now);
    return now;
  });
  const kill = process.kill;
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    // The grace begins when the members are looked for, and ends with the first look at the clock that reaches it.
    if (signal === "SIGTERM") clock = [grace - 1, grace];
    if (signal !== 0) log.push(signal);
    return kill.call(process, pid, signal);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const result = await abortAfterLines(1, `trap '' TERM; echo $$; ${FOREVER}`, { killGraceMs });
  const asked = log.indexOf("SIGTERM");
  expect(log.slice(asked, asked + 4)).toEqual(["SIGTERM", "SIGCONT", grace - 1, grace]);
  expect(log).toContain("SIGKILL");
  expect(result.signal).toBe("SIGKILL");
});

test("bad input 26: a script that cleans up on SIGTERM has the grace to do so", async () => {
  const result = await abortAfterLines(1, `trap 'echo cleaned; exit 0' TERM; echo ready; ${FOREVER}`, long);
  expect(result).toMatchObject({ exitCode: 0, stdout: "ready\ncleaned\n", interrupted: { code: "aborted" } });
});

test("bad input 26: grandchildren that hold the pipe are ended with the script", async () => {
  const result = await abortAfterLines(3, "(sleep 600 & echo $!; sleep 600) & echo $!; echo $$; wait", long);
  expect(result.signal).toBe("SIGTERM");
  expectAllGone(result, 3);
});

test("bad input 26: a grandchild that ignores SIGTERM is killed", async () => {
  const result = await abortAfterLines(2, `${ignoring("TERM")} & echo $$; wait`, brief);
  expect(result.signal).toBe("SIGTERM");
  expectAllGone(result, 2);
});

test("bad input 26: a grandchild that holds the pipe when the script has ended is ended", async () => {
  const result = await runShell("sleep 600 & echo $!", long);
  expect(result).toMatchObject({ exitCode: 0, signal: null, interrupted: undefined });
  expectAllGone(result, 1);
});

test("bad input 26: a daemon left behind is ended, also one that ignores SIGTERM and SIGHUP", async () => {
  const quiet = "exec < /dev/null > /dev/null 2>&1";
  const daemon = ignoring("TERM HUP", `${quiet}; ${FOREVER}`);
  const lines = `mkfifo ready; ${daemon} > ready & cat ready; nohup sleep 600 < /dev/null > /dev/null 2>&1 & echo $!`;
  const result = await runShell(lines, brief);
  expect(result).toMatchObject({ exitCode: 0, interrupted: undefined });
  expectAllGone(result, 2);
});

describe.skipIf(!HAS_PROCESS_GROUPS)("whatever way a process leaves the script", () => {
  const settings = { killGraceMs: 300 };

  /** Starts ways out, and goes on with `then` once all of them run. */
  async function startAll(
    ways: readonly WayOut[],
    then: string,
    options: LocalExecutorOptions = {},
    whenAllRun?: () => void,
  ) {
    let printed = "";
    const started = ways.map(({ name }) => `started.${name}`).join(" ");
    const wait = `for file in ${started}; do while [ ! -e $file ]; do sleep 0.02; done; done`;
    const skill = await folderWith({
      ...STARTED_FILES,
      "all.sh": [...ways.map(({ line }) => line), wait, "echo all", then].join("\n"),
    });
    const controller = new AbortController();
    const end = () => controller.abort();
    const onOutput = (chunk: string) => {
      printed += chunk;
      if (then === "wait" && printed.includes("all\n")) (whenAllRun ?? end)();
    };
    const call = { onOutput, signal: controller.signal };
    const result = await runScript(skill, "all.sh", { ...settings, ...options, call });
    const processes = startedBy(printed);
    const names = [...processes.keys()].sort();
    return { result, names, left: names.filter((name) => isRunning(processes.get(name) ?? -1)) };
  }

  test.each(WAYS_OUT)("an abort ends $name", async (way) => {
    const { result, names, left } = await startAll([way], "wait");
    expect(result.interrupted?.code).toBe("aborted");
    expect([names, left]).toEqual([[way.name], []]);
  });

  const everyName = WAYS_OUT.map(({ name }) => name).sort();

  test("the time limit ends all of them", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { result, names, left } = await startAll(WAYS_OUT, "wait", {}, () => vi.advanceTimersByTime(30_000));
    expect(result.interrupted?.code).toBe("script_timeout");
    expect([names, left]).toEqual([everyName, []]);
  });

  test("the limit of the output ends all of them", async () => {
    const flood = "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done";
    const { result, names, left } = await startAll(WAYS_OUT, flood, { maxOutputBytes: 4_096 });
    expect(result.interrupted?.code).toBe("script_failed");
    expect([names, left]).toEqual([everyName, []]);
  });

  test("a script that ends by itself leaves none of them", async () => {
    const ways = WAYS_OUT.filter(({ foundAfterwards }) => foundAfterwards);
    const { result, names, left } = await startAll(ways, "exit 0");
    expect(result).toMatchObject({ exitCode: 0, interrupted: undefined });
    expect([names, left]).toEqual([ways.map(({ name }) => name).sort(), []]);
  });

  test("what is not of the run goes on: the program's own processes, and those of other runs", async () => {
    const own = spawn("sleep", ["600"], { detached: true });
    onTestFinished(() => void own.kill("SIGKILL"));
    const skill = await folderWith({ "run.sh": "echo $$; exec sleep 600" });
    const stop = new AbortController();
    let tell = (_pid: number) => {};
    const told = new Promise<number>((resolve) => {
      tell = resolve;
    });
    const call = { signal: stop.signal, onOutput: (chunk: string) => tell(Number(chunk)) };
    const running = runScript(skill, "run.sh", { call });
    await told;
    await startAll(WAYS_OUT.slice(0, 3), "wait");
    expect([own.pid ?? -1, await told].map(isRunning)).toEqual([true, true]);
    stop.abort();
    await running;
  });
});

test.skipIf(process.platform !== "linux")(
  "who merely was given the variable ends alone: not the group and the session in which it is (needs Linux)",
  async () => {
    const lines = "echo up; read run; SKILLPLUG_RUN=$run sleep 600 & echo $!; sleep 600 & echo $!; wait";
    const shell = spawn("sh", ["-c", lines], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
    onTestFinished(() => void process.kill(-(shell.pid ?? 0), "SIGKILL"));
    let printed = "";
    shell.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed, { timeout: 20_000 }).toBe("up\n");
    const skill = await folderWith({ "run.sh": 'sleep 0.1; echo "$SKILLPLUG_RUN"; exec sleep 600' });
    const stop = new AbortController();
    const onOutput = (marker: string) => void shell.stdin.write(marker);
    const running = runScript(skill, "run.sh", { call: { signal: stop.signal, onOutput } });
    await expect.poll(() => pidsOf({ stdout: printed }).length, { timeout: 20_000 }).toBe(2);
    const [marked = -1, other = -1] = pidsOf({ stdout: printed });
    await expect.poll(() => readEnvironment(marked), { timeout: 20_000 }).toContain("SKILLPLUG_RUN");
    stop.abort();
    await running;
    expect([marked, other, shell.pid ?? -1].map(isRunning)).toEqual([false, true, true]);
  },
);

test.skipIf(process.platform !== "linux" || !hasProgram("setsid"))(
  "what cannot be found holds up neither the result nor this program: no variable, no group, no parent (needs setsid)",
  async () => {
    const openPipes = () => process.getActiveResourcesInfo().filter((resource) => resource === "PipeWrap").length;
    await runShell("echo");
    const before = openPipes();
    const daemon = `env -i "$(command -v setsid)" /bin/sh -c 'echo $$; echo > left; exec sleep 600'`;
    const result = await runShell(`mkfifo left; (${daemon} &); cat left`, brief);
    const [escaped = Number.NaN] = pidsOf(result);
    expect(isRunning(escaped)).toBe(true);
    onTestFinished(() => void process.kill(escaped));
    expect(result.exitCode).toBe(0);
    await expect.poll(openPipes, { timeout: 20_000 }).toBeLessThanOrEqual(before);
  },
);

test.skipIf(!hasProgram("setsid"))(
  "bad input 26: what has ended, and is not collected, holds up nothing (needs setsid)",
  async () => {
    // It starts a process of the group, leaves the group, and never asks how that process ended.
    const negligent = "sh -c 'sleep 600 & echo $!; exec setsid sh -c \"echo \\$\\$; exec sleep 600\"'";
    const result = await abortAfterLines(3, `${negligent} & echo $$; wait`, long);
    expectAllGone(result, 3);
  },
);

test.skipIf(process.platform !== "linux")(
  "what moves on while it is looked for is found by the second look",
  async () => {
    const table = await import("../../../src/node/processes/process-table.js");
    const listProcesses = vi.fn(table.listProcesses).mockResolvedValueOnce([]);
    vi.doMock("../../../src/node/processes/process-table.js", () => ({ ...table, listProcesses }));
    vi.resetModules();
    onTestFinished(() => void vi.doUnmock("../../../src/node/processes/process-table.js"));
    const { endRun } = await import("../../../src/node/processes/end-run.js");
    const { describeRun, nextMarker } = await import("../../../src/node/processes/script-run.js");
    const startedAt = performance.now();
    const leader = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    onTestFinished(() => void leader.kill("SIGKILL"));
    const ended = new Promise((resolve) => leader.once("exit", (_, signal) => resolve(signal)));
    await endRun(describeRun(leader, nextMarker(), startedAt), 100);
    expect(isRunning(leader.pid ?? -1)).toBe(false);
    expect(await ended).toBe("SIGKILL");
  },
);

describe.skipIf(process.platform !== "linux" || !hasProgram("setsid"))(
  "while a run is ended (needs Linux and setsid)",
  () => {
    test.each([1, 2])("what is started after look %i does not lose its parent to a signal", async (look) => {
      // It empties its environment, and opens a session of its own: nothing but its parent leads to it.
      const leaving = `env -i "$(command -v setsid)" /bin/sh -c 'echo $$; exec sleep 600'`;
      const lines = `exec 3<&0; (echo ready; read _ <&3; ${leaving} & wait) & wait`;
      const leader = spawn("sh", ["-c", lines], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
      onTestFinished(() => void leader.kill("SIGKILL"));
      let printed = "";
      leader.stdout.on("data", (chunk) => {
        printed += chunk;
      });
      await expect.poll(() => printed, { timeout: 20_000 }).toBe("ready\n");
      const table = await import("../../../src/node/processes/process-table.js");
      let looks = 0;
      const listProcesses = async () => {
        const listed = await table.listProcesses();
        looks += 1;
        const parent = listed?.find((found) => found.parent === leader.pid)?.pid;
        if (looks === look) {
          leader.stdin.write("\n");
          // What is stopped starts nothing.
          await expect
            .poll(() => pidsOf({ stdout: printed }).length > 0 || isStopped(parent), { timeout: 20_000 })
            .toBe(true);
        }
        return listed;
      };
      vi.doMock("../../../src/node/processes/process-table.js", () => ({ ...table, listProcesses }));
      vi.resetModules();
      onTestFinished(() => void vi.doUnmock("../../../src/node/processes/process-table.js"));
      const { endRun } = await import("../../../src/node/processes/end-run.js");
      const { describeRun, nextMarker } = await import("../../../src/node/processes/script-run.js");
      await endRun(describeRun(leader, nextMarker(), performance.now()), 60_000);
      const left = pidsOf({ stdout: printed }).filter(isRunning);
      for (const pid of left) process.kill(pid, "SIGKILL");
      expect(left).toEqual([]);
    });
  },
);

function isStopped(pid: number | undefined): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
}
