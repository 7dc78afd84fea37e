import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { isRunning } from "@skillplug/testing/processes";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  describeRun,
  HOST_MARKER,
  mayHaveLeft,
  nextMarker,
  runVariable,
} from "../../../src/node/processes/script-run.js";
import { abortAfterLines, pidsOf, runShell } from "./scripts.js";

test("each run has a marker that is found in no other, and all of them have that of this process", () => {
  const markers = Array.from({ length: 12 }, nextMarker);
  for (const marker of markers) {
    expect(marker.startsWith(`${HOST_MARKER}.`)).toBe(true);
    expect(markers.filter((other) => other.includes(marker))).toEqual([marker]);
  }
  expect(HOST_MARKER).toMatch(/^skillplug-[0-9a-f]{24}$/);
});

test("what a script starts that runs scripts itself belongs to both", async () => {
  expect(runVariable("inner.1.", undefined)).toBe("inner.1.");
  expect(runVariable("inner.1.", "outer.7.")).toBe("outer.7. inner.1.");
  vi.stubEnv("SKILLPLUG_RUN", "outer.7.");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stdout } = await runShell('echo "$SKILLPLUG_RUN"');
  expect(stdout).toMatch(new RegExp(`^outer\\.7\\. ${HOST_MARKER}\\.\\d+\\.\n$`));
});

test("the program's own variable does not replace that of the run", async () => {
  const { stdout } = await runShell('echo "$SKILLPLUG_RUN"', { env: { SKILLPLUG_RUN: "mine" } });
  expect(stdout).toContain(HOST_MARKER);
});

describe.skipIf(process.platform !== "linux")("whether a run may have left something (needs Linux)", () => {
  /** A run of `sh -c`, which has ended. */
  async function ended(command: string) {
    const marker = nextMarker();
    const env = { ...process.env, SKILLPLUG_RUN: marker };
    const leader = spawn("sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "ignore"], env });
    const run = describeRun(leader, marker, performance.now());
    let printed = "";
    leader.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    await once(leader, "exit");
    onTestFinished(() => {
      for (const pid of pidsOf({ stdout: printed })) if (isRunning(pid)) process.kill(pid, "SIGKILL");
    });
    return run;
  }
  const quiet = "exec sleep 600 > /dev/null 2>&1";

  test("an ordinary one has not, though others run and were started meanwhile", async () => {
    const run = await ended("true");
    const other = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    onTestFinished(() => void other.kill("SIGKILL"));
    expect(await mayHaveLeft(run)).toBe(false);
  });

  test("one with a process in its group, or elsewhere with its marker, has", async () => {
    expect(await mayHaveLeft(await ended(`sh -c 'echo $$; ${quiet}' & sleep 0.1`))).toBe(true);
    expect(await mayHaveLeft(await ended(`setsid sh -c 'echo $$; ${quiet}' & sleep 0.1`))).toBe(true);
  });

  test("one with a process of its session has, also where that carries no variable", async () => {
    const inSession = `perl -e 'setpgrp; exec @ARGV' env -i /bin/sh -c 'echo $$; ${quiet}' & sleep 0.1`;
    expect(await mayHaveLeft(await ended(inSession))).toBe(true);
  });

  test("after a second, or when the numbers begin anew, all processes are looked at", async () => {
    const run = await ended("true");
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await mayHaveLeft({ ...run, startedAt: now - 1_000 })).toBe(false);
    expect(await mayHaveLeft({ ...run, startedAt: now - 1_001 })).toBe(true);
    const last = Number(/\d+\s*$/.exec(readFileSync("/proc/loadavg", "latin1"))?.[0]);
    const marker = nextMarker();
    const leader = spawn("true", { detached: true });
    await once(leader, "exit");
    const other = describeRun(leader, marker, performance.now());
    const later = Object.assign(Object.create(leader), { pid: last + 100_000 });
    expect(await mayHaveLeft({ ...other, leader: later })).toBe(true);
  });
});

test("a process that is started while the script is ended is ended too", async () => {
  const again = "trap 'setsid sleep 600 & echo $!; exit' TERM";
  const result = await abortAfterLines(1, `${again}; echo $$; while :; do sleep 0.02; done`, { killGraceMs: 600_000 });
  const pids = pidsOf(result);
  expect(pids).toHaveLength(2);
  expect(pids.filter(isRunning)).toEqual([]);
});
