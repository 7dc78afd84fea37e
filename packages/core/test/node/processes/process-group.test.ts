import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@skillplug/testing/has-program";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { abortAfterLines, expectAllGone, pidsOf, runScript, runShell } from "./scripts.js";

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
    if (signal === "SIGTERM") clock = [0, grace - 1, grace];
    if (signal !== 0) log.push(signal);
    return kill.call(process, pid, signal);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const result = await abortAfterLines(1, `trap '' TERM; echo $$; ${FOREVER}`, { killGraceMs });
  expect(log.slice(0, 5)).toEqual(["SIGTERM", 0, grace - 1, grace, "SIGKILL"]);
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

test.skipIf(!hasProgram("setsid"))(
  "bad input 26: a process that left the group holds up neither the result nor this program (needs setsid)",
  async () => {
    const openPipes = () => process.getActiveResourcesInfo().filter((resource) => resource === "PipeWrap").length;
    const before = openPipes();
    const daemon = "setsid sh -c 'echo $$; echo > left; exec sleep 600'";
    const result = await runShell(`mkfifo left; ${daemon} & cat left`, brief);
    const [escaped = Number.NaN] = pidsOf(result);
    expect(isRunning(escaped)).toBe(true);
    onTestFinished(() => void process.kill(escaped));
    expect(result.exitCode).toBe(0);
    await expect.poll(openPipes, { timeout: 20_000 }).toBe(before);
  },
);

test.skipIf(!hasProgram("setsid"))(
  "bad input 26: what has ended, and is not collected, holds up nothing (needs setsid)",
  async () => {
    // It starts a process of the group, leaves the group, and never asks how that process ended.
    const negligent = "sh -c 'sleep 600 & echo $!; exec setsid sh -c \"echo left \\$\\$; exec sleep 600\"'";
    const result = await abortAfterLines(3, `${negligent} & echo $$; wait`, long);
    const left = Number(/left (\d+)/.exec(result.stdout)?.[1]);
    expect(isRunning(left)).toBe(true);
    onTestFinished(() => void process.kill(left));
    expectAllGone(result, 2);
  },
);

test("bad input 30: a script and what it started end with the program that runs it", async () => {
  const executor = fileURLToPath(new URL("../../../src/node/processes/local-executor.ts", import.meta.url));
  const skill = await folderWith({
    "run.sh": "sleep 600 & echo $! $$ | tr ' ' '\\n'; wait",
    "program.mts": `
      import { localExecutor } from ${JSON.stringify(executor)};
      const onOutput = (text: string) => process.stdout.write(text, () => process.exit());
      localExecutor().execute({ skillName: "x", scriptName: "run.sh", directory: process.argv[2] }, { onOutput });`,
  });
  const program = spawn(process.execPath, ["--import", "tsx", join(skill, "program.mts"), skill], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  program.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  await once(program, "close");
  await expect.poll(() => pidsOf({ stdout }).map(isRunning), { timeout: 20_000 }).toEqual([false, false]);
});

test("a program that runs script after script listens for its own end once, and no longer than they run", async () => {
  const skill = await folderWith({ "run.sh": "echo" });
  const listeners = () => process.listenerCount("exit");
  const before = listeners();
  let most = 0;
  const onOutput = () => {
    most = Math.max(most, listeners());
  };
  await Promise.all([1, 2, 3].map(() => runScript(skill, "run.sh", { call: { onOutput } })));
  expect([most, listeners()]).toEqual([before + 1, before]);
});
