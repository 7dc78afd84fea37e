import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { hasProgram } from "@skillplug/testing/has-program";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  lastStarted,
  listProcesses,
  parsePs,
  readEnvironment,
  readProcess,
} from "../../../src/node/processes/process-table.js";

/** A process that runs until the test ends, in a session of its own. */
function sleeper(): number {
  const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env: { ...process.env, SLEEPER: "mine" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? -1;
}

test("what ps prints is read, whatever its columns are padded with; what has ended is left out", () => {
  const printed =
    "    1     0     1 Ss\n  210     1   210 S+\n  211   210   210 Z\n\n  212   210   210 X\n12345  9999 12345 R<\nnonsense\n";
  const unknown = { session: undefined, startTime: undefined };
  expect(parsePs(printed)).toEqual([
    { pid: 1, parent: 0, group: 1, ...unknown },
    { pid: 210, parent: 1, group: 210, ...unknown },
    { pid: 12345, parent: 9999, group: 12345, ...unknown },
  ]);
});

test.skipIf(!hasProgram("ps"))("a real ps tells of a process what it is (needs ps)", () => {
  const pid = sleeper();
  const printed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  expect(parsePs(printed)).toContainEqual(expect.objectContaining({ pid, parent: process.pid, group: pid }));
});

describe.skipIf(process.platform !== "linux")("what /proc tells (needs Linux)", () => {
  test("of one process, with the environment that it was started with", async () => {
    const pid = sleeper();
    const found = readProcess(pid);
    expect(found).toMatchObject({ pid, parent: process.pid, group: pid, session: pid });
    expect(found?.startTime).toBeGreaterThanOrEqual(readProcess(process.pid)?.startTime ?? Number.NaN);
    expect(await listProcesses()).toContainEqual(found);
    expect(readEnvironment(pid).split("\0")).toContain("SLEEPER=mine");
  });

  test("a process whose name looks like more fields is read", async () => {
    const child = spawn("perl", ["-e", '$0 = "x) Z 1 2 3 (y"; $| = 1; print "up"; sleep 600'], { stdio: "pipe" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    expect(readProcess(child.pid ?? -1)).toMatchObject({ parent: process.pid });
  });

  test("one that has ended and waits to be collected does not run, and neither does one that is not there", async () => {
    const child = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [data] = await once(child.stdout, "data");
    await expect.poll(() => readProcess(Number(data)), { timeout: 20_000 }).toBeUndefined();
    expect([readProcess(2 ** 30), readEnvironment(2 ** 30)]).toEqual([undefined, ""]);
  });

  test("which was started last", () => {
    const pid = sleeper();
    expect(lastStarted()).toBeGreaterThanOrEqual(pid);
  });
});
