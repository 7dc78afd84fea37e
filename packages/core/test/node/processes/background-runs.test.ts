import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSkills, memory } from "@skillplug/core";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, onTestFinished, test, vi } from "vitest";
import { type LocalExecutorOptions, LocalScriptExecutor } from "../../../src/node/processes/local-executor.js";
import { gateIn, pidsOf, runShell } from "./scripts.js";

const posixOnly = test.skipIf(process.platform === "win32");

/** It tells its number once it is what it will be, and the script ends then. */
const SERVER = `sh -c 'echo $$ > ready; exec sleep 600' > /dev/null 2>&1 &
while ! test -s ready; do sleep 0.01; done
while ! grep -q sleep /proc/$(cat ready)/cmdline; do sleep 0.01; done
cat ready`;

/** An executor that lets processes go on, and how to run a shell script by it. */
async function keeping(options: LocalExecutorOptions = {}) {
  const executor = new LocalScriptExecutor({ background: "keep", ...options });
  onTestFinished(() => executor.close());
  const run = async (text: string, workFolder?: string) => {
    const directory = await folderWith({ "run.sh": text });
    return executor.execute({ skillName: "s", scriptName: "run.sh", directory, workFolder });
  };
  return { executor, run };
}

test.skipIf(process.platform !== "linux")("what a script left running is named by its command (on Linux)", async () => {
  const result = await runShell(SERVER);
  const [pid] = pidsOf(result);
  expect(result).toMatchObject({
    exitCode: 0,
    left: { processes: [{ pid, command: "sleep 600" }], more: 0, goOn: false },
  });
  expect(isRunning(pid ?? 0)).toBe(false);
});

posixOnly("ten of them are named, and the rest is counted", async () => {
  const { left } = await runShell("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 600 > /dev/null 2>&1 & done");
  expect([left?.processes.length, left?.more]).toEqual([10, 2]);
});

posixOnly("a script that leaves nothing, and one that is ended, have left nothing", async () => {
  expect(await runShell("sleep 0.01 & wait; echo done")).not.toHaveProperty("left");
  const result = await runShell("sleep 600 & wait", { timeoutMs: 300 });
  expect(result.interrupted?.code).toBe("script_timeout");
  expect(result).not.toHaveProperty("left");
});

posixOnly.each(["end", "keep"] as const)(
  "what ends by itself in a moment after the script was not left running: background %s",
  async (background) => {
    // The moment lasts until the test is over.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await folderWith({ "run.sh": "sh -c 'read _ < gate' > /dev/null 2>&1 &" });
    const gate = await gateIn(folder);
    const table = await import("../../../src/node/processes/process-table.js");
    // It ends once it was seen twice: whoever is to be ended is stopped after the first look.
    const listProcesses = vi.fn(table.listProcesses);
    listProcesses.mockImplementationOnce(table.listProcesses).mockImplementationOnce(async () => {
      await gate.release();
      return table.listProcesses();
    });
    vi.doMock("../../../src/node/processes/process-table.js", () => ({ ...table, listProcesses }));
    vi.resetModules();
    onTestFinished(() => void vi.doUnmock("../../../src/node/processes/process-table.js"));
    const { LocalScriptExecutor } = await import("../../../src/node/processes/local-executor.js");
    const executor = new LocalScriptExecutor({ background });
    onTestFinished(() => executor.close());
    const result = await executor.execute({ skillName: "s", scriptName: "run.sh", directory: folder });
    expect(listProcesses.mock.calls.length).toBeGreaterThan(2);
    expect([result.exitCode, result.left]).toEqual([0, undefined]);
  },
);

posixOnly("with background: keep they go on until the executor is closed, and it can run more then", async () => {
  const { executor, run } = await keeping();
  const [first, second] = [await run("sleep 600 & echo $!"), await run("sleep 600 & echo $!")];
  const pids = [...pidsOf(first), ...pidsOf(second)];
  expect(first.left).toMatchObject({ goOn: true, processes: [{ pid: pids[0] }] });
  expect(pids.map(isRunning)).toEqual([true, true]);
  await executor.close();
  expect(pids.map(isRunning)).toEqual([false, false]);
  await executor.close();
  expect((await run("echo more")).stdout).toBe("more\n");
});

posixOnly("what goes on may go on printing, and nobody hears it any more", async () => {
  const { executor } = await keeping();
  const folder = await folderWith({
    "run.sh": "(read _ < gate; echo late; echo survived > proof; exec sleep 600) & echo early",
  });
  const gate = await gateIn(folder);
  let heard = "";
  const request = { skillName: "s", scriptName: "run.sh", directory: folder };
  const onOutput = (text: string) => {
    heard += text;
  };
  const result = await executor.execute(request, { onOutput });
  await gate.release();
  const { readFile } = await import("node:fs/promises");
  await expect
    .poll(() => readFile(join(folder, "proof"), "utf8").catch(() => ""), { timeout: 20_000 })
    .toBe("survived\n");
  expect([heard, result.stdout]).toEqual(["early\n", "early\n"]);
});

posixOnly(
  "32 runs may have processes in the background; those of one more are ended, unless others have ended",
  async () => {
    const { run } = await keeping({ maxConcurrent: 4 });
    const runs = await Promise.all(Array.from({ length: 32 }, () => run("sleep 600 > /dev/null 2>&1 & echo $!")));
    expect(runs.every(({ left }) => left?.goOn)).toBe(true);
    const refused = await run("sleep 600 > /dev/null 2>&1 & echo $!");
    expect(refused.left).toMatchObject({ goOn: false });
    expect(pidsOf(refused).map(isRunning)).toEqual([false]);
    const [pid = 0] = pidsOf(runs[0] ?? { stdout: "" });
    process.kill(pid, "SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    expect((await run("sleep 600 > /dev/null 2>&1 & echo $!")).left?.goOn).toBe(true);
  },
);

posixOnly("what runs from a private copy, or is interrupted, leaves nothing running", async () => {
  const { executor } = await keeping({ timeoutMs: 500 });
  const scripts = [{ name: "scripts/serve.sh", content: "sleep 600 > /dev/null 2>&1 & echo $!" }];
  const skill = { name: "s", description: "Serves.", content: "", scripts };
  const toolset = await loadSkills(memory([skill]), { executor, workFolder: await folderWith() });
  const copied = await toolset.runSkillScript("s", "serve");
  expect(isRunning(Number(copied))).toBe(false);
  const { run } = await keeping({ timeoutMs: 500 });
  const interrupted = await run("sleep 600 & echo $!; wait");
  expect(pidsOf(interrupted).map(isRunning)).toEqual([false]);
});

const source = JSON.stringify(fileURLToPath(new URL("../../../src/node/processes/local-executor.ts", import.meta.url)));
const HOST = `
import { localExecutor } from ${source};
const directory = process.argv[2] ?? "";
const { stdout } = await localExecutor({ background: "keep" }).execute({ skillName: "x", scriptName: "run.sh", directory }, {});
process.stdout.write(stdout, () => process.argv[3] === "kill" && process.kill(process.pid, "SIGKILL"));`;

posixOnly.each(["itself", "kill"])("they keep no program running, and end with it: by %s", async (way) => {
  const folder = await folderWith({ "run.sh": "sleep 600 & echo $!", "host.mts": HOST });
  const host = spawn(process.execPath, ["--import", "tsx", join(folder, "host.mts"), folder, way], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  host.stdout.on("data", (data) => {
    printed += data;
  });
  const [code, signal] = await once(host, "close");
  expect([code, signal]).toEqual(way === "kill" ? [null, "SIGKILL"] : [0, null]);
  const pid = Number(printed);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

test("any other word is refused at once", () => {
  const background = "detach" as "keep";
  expect(() => new LocalScriptExecutor({ background })).toThrowError(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining('"end" or "keep"') }),
  );
});
