import { spawn } from "node:child_process";
import { once } from "node:events";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test } from "vitest";
import { pidsOf, runScript, runShell } from "./scripts.js";

const limits = { timeoutMs: 300, killGraceMs: 200 };
const FOREVER = "while :; do sleep 0.02; done";

/** What each script prints: the ids of all processes that must be gone. */
function expectAllGone(result: { stdout: string }, count: number): void {
  const pids = pidsOf(result);
  expect(pids).toHaveLength(count);
  expect(pids.filter(isRunning)).toEqual([]);
}

test("A45: a script that takes too long is ended, and the message says after how long", async () => {
  const result = await runShell("echo $$; sleep 60", limits);
  expect(result).toMatchObject({ exitCode: null, signal: "SIGTERM" });
  expect(result.interrupted).toEqual({ code: "script_timeout", message: "Script execution timeout after 300ms" });
  expectAllGone(result, 1);
});

test("bad input 26: an endless loop is ended", async () => {
  const result = await runShell("echo $$; while :; do :; done", limits);
  expect(result.interrupted?.code).toBe("script_timeout");
  expectAllGone(result, 1);
});

test("bad input 26: a script that ignores SIGTERM is killed after the grace", async () => {
  const result = await runShell(`trap '' TERM; echo $$; ${FOREVER}`, limits);
  expect(result).toMatchObject({ signal: "SIGKILL", interrupted: { code: "script_timeout" } });
  expectAllGone(result, 1);
});

test("bad input 26: a script that cleans up on SIGTERM has the grace to do so", async () => {
  const result = await runShell(`trap 'echo cleaned; exit 0' TERM; ${FOREVER}`, { ...limits, killGraceMs: 5_000 });
  expect(result).toMatchObject({ exitCode: 0, stdout: "cleaned\n", interrupted: { code: "script_timeout" } });
});

test("bad input 26: grandchildren that hold the pipe are ended with the script", async () => {
  const result = await runShell("(sleep 60 & echo $!; sleep 60) & echo $!; echo $$; wait", limits);
  expect(result.interrupted?.code).toBe("script_timeout");
  expectAllGone(result, 3);
});

test("bad input 26: a grandchild that ignores SIGTERM is killed", async () => {
  const result = await runShell(`(trap '' TERM; ${FOREVER}) & echo $!; echo $$; wait`, limits);
  expect(result.interrupted?.code).toBe("script_timeout");
  expectAllGone(result, 2);
});

test("bad input 26: a grandchild that holds the pipe when the script has ended is ended", async () => {
  const result = await runShell("sleep 60 & echo $!", { killGraceMs: 200 });
  expect(result).toMatchObject({ exitCode: 0, signal: null, interrupted: undefined });
  expectAllGone(result, 1);
});

test("bad input 26: a daemon left behind is ended, also one that ignores SIGTERM and SIGHUP", async () => {
  const daemon = `(trap '' TERM HUP; ${FOREVER}) < /dev/null > /dev/null 2>&1 & echo $!`;
  const result = await runShell(`${daemon}; nohup sleep 60 > /dev/null 2>&1 & echo $!`, { killGraceMs: 200 });
  expect(result).toMatchObject({ exitCode: 0, interrupted: undefined });
  expectAllGone(result, 2);
});

test("bad input 26: a process that left the group holds up neither the result nor this program", async () => {
  const openPipes = () => process.getActiveResourcesInfo().filter((resource) => resource === "PipeWrap").length;
  const before = openPipes();
  const result = await runShell("setsid sleep 60 & echo $!; sleep 0.1", { killGraceMs: 100 });
  const [escaped = 0] = pidsOf(result);
  onTestFinished(() => void process.kill(escaped));
  expect(result.exitCode).toBe(0);
  expect(isRunning(escaped)).toBe(true);
  await expect.poll(openPipes).toBe(before);
});

test("output that is on its way when the script ends still arrives", async () => {
  const { stdout } = await runShell("(sleep 0.05; echo late) & echo early");
  expect(stdout).toBe("early\nlate\n");
});

test("bad input 27: an endless printer is truncated and ended", async () => {
  const skill = await folderWith({ "print.sh": "echo $$; exec yes abcdefg" });
  const result = await runScript(skill, "print.sh", { maxOutputBytes: 10_000, timeoutMs: 20_000 });
  expect(result.interrupted).toEqual({
    code: "script_failed",
    message: "Script ended because it printed more than 640000 bytes",
  });
  expect(result.truncated).toBe(true);
  expect(result.stdout.length).toBeLessThan(10_100);
  expect(result.stdout).toMatch(/^\d+\nabcdefg\n[\s\S]*\n\[… \d+ bytes left out …\]\n[\s\S]*abcdefg/);
  expectAllGone(result, 1);
});

test("bad input 27: a long output that ends by itself keeps its head and its tail", async () => {
  const result = await runShell("echo first; yes | head -c 50000; echo last; yes | head -c 20000 >&2", {
    maxOutputBytes: 1000,
  });
  expect(result).toMatchObject({ exitCode: 0, truncated: true, interrupted: undefined });
  expect(result.stdout).toMatch(/^first\n[\s\S]*y\n\n\[… 49011 bytes left out …\]\n[\s\S]*y\nlast\n$/);
  expect(result.stderr).toContain("[… 19000 bytes left out …]");
});

test("bad input 30: aborted before the start, nothing is started", async () => {
  const skill = await folderWith({ "mark.sh": "touch mark" });
  const result = await runScript(skill, "mark.sh", { call: { signal: AbortSignal.abort() } });
  expect(result).toMatchObject({ exitCode: null, signal: null, interrupted: { code: "aborted" } });
  await expect(access(join(skill, "mark"))).rejects.toThrow("ENOENT");
});

test("bad input 30: aborted midway, nothing is left and what was printed is there", async () => {
  const controller = new AbortController();
  const call = { signal: controller.signal, onOutput: () => controller.abort() };
  const result = await runShell("sleep 60 & echo $! $$ | tr ' ' '\\n'; wait", { killGraceMs: 200, call });
  expect(result).toMatchObject({
    exitCode: null,
    interrupted: { code: "aborted", message: "Script aborted while it ran" },
  });
  expectAllGone(result, 2);
});

test("bad input 30: a script ends with the program that runs it", async () => {
  const executor = fileURLToPath(new URL("../../../src/node/processes/local-executor.ts", import.meta.url));
  const skill = await folderWith({
    "run.sh": "echo $$; sleep 60",
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
  await expect.poll(() => pidsOf({ stdout }).map(isRunning)).toEqual([false]);
});
