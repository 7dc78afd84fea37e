import { getEventListeners } from "node:events";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "@skillplug/testing/processes";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { localExecutor } from "../../../src/node/processes/local-executor.js";
import { runProcess } from "../../../src/node/processes/run-process.js";
import { abortAfterLines, expectAllGone, gateIn, pidsOf, runScript, runShell } from "./scripts.js";

/** Timers stand still until the test moves them. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("what comes back", () => {
  test("B17: any text that a script prints passes through", async () => {
    const result = await runShell("printf 'not JSON: {\\n  ünï 😀\\n'; printf 'a warning' >&2");
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: "not JSON: {\n  ünï 😀\n",
      stderr: "a warning",
      truncated: false,
    });
    expect(result.interrupted).toBeUndefined();
    expect(result.durationMs).toBeGreaterThan(0);
  });

  test("bad input 28: standard input is at its end at once", async () => {
    expect(await runShell("cat; echo read")).toMatchObject({ exitCode: 0, stdout: "read\n" });
  });

  test("bad input 27: invalid UTF-8 and terminal escapes become safe text", async () => {
    const { stdout } = await runShell("printf 'a\\377b \\033[31mred\\033[0m\\r\\n\\033]0;title\\007end\\010'");
    expect(stdout).toBe("a\uFFFDb red\nend");
  });

  test("bad input 27: an escape that is cut between two parts of the output reaches no listener", async () => {
    const folder = await folderWith({
      "run.sh": "printf 'a\\033]0;ti'; read _ < gate; printf 'tle\\007b\\033['; read _ < gate; printf '31mc\\n'",
    });
    const gate = await gateIn(folder);
    const heard: string[] = [];
    const onOutput = (chunk: string) => {
      heard.push(chunk);
      if (!chunk.includes("c")) void gate.release();
    };
    await runScript(folder, "run.sh", { call: { onOutput } });
    expect(heard).toEqual(["a", "b", "c\n"]);
  });

  test("bad input 29: an exit code, with what was printed", async () => {
    expect(await runShell("echo out; echo err >&2; exit 3")).toMatchObject({
      exitCode: 3,
      signal: null,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  test.each(["SEGV", "KILL", "TERM"])("bad input 29: the signal SIG%s, with what was printed", async (name) => {
    expect(await runShell(`echo out; kill -${name} $$; sleep 5`)).toMatchObject({
      exitCode: null,
      signal: `SIG${name}`,
      stdout: "out\n",
    });
  });

  test("bad input 29: a program in a format that the system cannot run", async () => {
    const skill = await folderWith({ "tool*": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]) });
    const result = await runScript(skill, "tool");
    expect(result.exitCode).not.toBe(0);
    expect(result.interrupted?.message ?? result.stderr).toMatch(/Failed to execute script|tool/);
  });

  test("A45: a program that cannot be started is a result without an exit code", async () => {
    const limits = { timeoutMs: 60_000, killGraceMs: 0, maxOutputBytes: 100 };
    const result = await runProcess(["/no/such/program"], { ...limits, cwd: process.cwd(), env: {} });
    expect(result).toMatchObject({
      exitCode: null,
      signal: null,
      interrupted: {
        code: "script_not_started",
        message: "Failed to execute script: spawn /no/such/program ENOENT",
      },
    });
  });

  test("output that is on its way when the script ends still arrives", async () => {
    stopTimers();
    const skill = await folderWith({ "run.sh": "(read _ < gate; echo late) & echo $$" });
    const gate = await gateIn(skill);
    let printed = "";
    const onOutput = (chunk: string) => {
      printed += chunk;
    };
    const running = runScript(skill, "run.sh", { call: { onOutput } });
    await vi.waitUntil(() => printed.endsWith("\n") && !pidsOf({ stdout: printed }).some(isRunning), {
      timeout: 20_000,
    });
    await gate.release();
    expect(await running).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\nlate\n$/) });
  });
});

describe("how much is kept", () => {
  const print = (bytes: number) => `head -c ${bytes} /dev/zero | tr '\\0' x`;
  const x = (count: number) => "x".repeat(count);

  test.each([
    ["stdout", ""],
    ["stderr", ">&2"],
  ] as const)(
    "A45: bad input 27: 262,144 bytes of %s are kept unless another number is given, of more the ends",
    async (stream, redirection) => {
      const all = await runShell(`{ ${print(262_144)}; } ${redirection}`);
      expect([all[stream] === x(262_144), all.truncated]).toEqual([true, false]);
      const cut = await runShell(`{ ${print(262_145)}; } ${redirection}`);
      const ends = `${x(131_072)}\n[… 1 bytes left out …]\n${x(131_072)}`;
      expect([cut[stream] === ends, cut.truncated]).toEqual([true, true]);
    },
  );

  test("bad input 27: a long output that ends by itself keeps its head and its tail", async () => {
    const result = await runShell("echo first; yes | head -c 50000; echo last; yes | head -c 20000 >&2", {
      maxOutputBytes: 1000,
    });
    expect(result).toMatchObject({ exitCode: 0, truncated: true, interrupted: undefined });
    expect(result.stdout).toMatch(/^first\n[\s\S]*y\n\n\[… 49011 bytes left out …\]\n[\s\S]*y\nlast\n$/);
    expect(result.stderr).toContain("[… 19000 bytes left out …]");
  });

  test.each(["", ">&2"])("bad input 27: a script is ended that prints more than 64 times as much (%s)", async (to) => {
    const limits = { maxOutputBytes: 10 };
    expect(await runShell(`{ ${print(640)}; } ${to}`, limits)).toMatchObject({ exitCode: 0, interrupted: undefined });
    const result = await runShell(`echo $$; { ${print(641)}; sleep 600; } ${to}`, limits);
    expect(result.interrupted).toEqual({
      code: "script_failed",
      message: "Script ended because it printed more than 640 bytes",
    });
  });

  test("bad input 27: an endless printer is truncated and ended", async () => {
    const skill = await folderWith({ "print.sh": "echo $$; exec yes abcdefg" });
    const result = await runScript(skill, "print.sh", { maxOutputBytes: 10_000 });
    expect(result.interrupted).toEqual({
      code: "script_failed",
      message: "Script ended because it printed more than 640000 bytes",
    });
    expect(result.truncated).toBe(true);
    expect(result.stdout.length).toBeLessThan(10_100);
    expect(result.stdout).toMatch(/^\d+\nabcdefg\n[\s\S]*\n\[… \d+ bytes left out …\]\n[\s\S]*abcdefg/);
    expectAllGone(result, 1);
  });
});

describe("live output", () => {
  test("it arrives while the script runs, its characters whole", async () => {
    const skill = await folderWith({ "run.sh": "printf 'a\\033[1m\\303'; read _ < gate; printf '\\251!'; sleep 600" });
    const gate = await gateIn(skill);
    const controller = new AbortController();
    let heard = "";
    const onOutput = (chunk: string) => {
      heard += chunk;
      if (heard === "a") void gate.release();
      if (heard.endsWith("!")) controller.abort();
    };
    const result = await runScript(skill, "run.sh", { call: { onOutput, signal: controller.signal } });
    expect(result.interrupted?.code).toBe("aborted");
    expect(heard).toBe("aé!");
  });

  test("a character that the script did not finish is told as a replacement at its end", async () => {
    let heard = "";
    const onOutput = (chunk: string) => {
      heard += chunk;
    };
    await runShell("printf 'a\\303'", { call: { onOutput } });
    expect(heard).toBe("a\uFFFD");
  });

  test("it says of which stream it is", async () => {
    const heard = { stdout: "", stderr: "" };
    const onOutput = (chunk: string, stream: "stdout" | "stderr" = "stdout") => {
      heard[stream] += chunk;
    };
    await runShell("echo one; echo two >&2", { call: { onOutput } });
    expect(heard).toEqual({ stdout: "one\n", stderr: "two\n" });
  });

  test("a listener that throws changes nothing", async () => {
    const skill = await folderWith({ "run.sh": "echo one; read _ < gate; echo two" });
    const gate = await gateIn(skill);
    const onOutput = vi.fn(() => {
      void gate.release();
      throw new Error("not my problem");
    });
    const result = await runScript(skill, "run.sh", { call: { onOutput } });
    expect(result).toMatchObject({ exitCode: 0, stdout: "one\ntwo\n" });
    expect(onOutput).toHaveBeenCalledTimes(2);
  });
});

describe("what ends a script before its time", () => {
  test("A45: 30 seconds, unless another time is given", async () => {
    stopTimers();
    const controller = new AbortController();
    const onOutput = () => {
      vi.advanceTimersByTime(30_000);
      // Too late, unless the time is not over yet.
      controller.abort();
    };
    const result = await runShell("echo $$; exec sleep 600", { call: { signal: controller.signal, onOutput } });
    expect(result).toMatchObject({ exitCode: null, signal: "SIGTERM" });
    expect(result.interrupted).toEqual({ code: "script_timeout", message: "Script execution timeout after 30000ms" });
    expectAllGone(result, 1);
  });

  test("A45: a time of its own", async () => {
    const { interrupted } = await runShell("exec sleep 600", { timeoutMs: 20 });
    expect(interrupted).toEqual({ code: "script_timeout", message: "Script execution timeout after 20ms" });
  });

  test("bad input 30: aborted before the start, nothing is started", async () => {
    const skill = await folderWith({ "mark.sh": "touch mark" });
    const result = await runScript(skill, "mark.sh", { call: { signal: AbortSignal.abort() } });
    expect(result).toMatchObject({
      exitCode: null,
      signal: null,
      interrupted: { code: "aborted", message: "Script aborted before it started" },
    });
    await expect(access(join(skill, "mark"))).rejects.toThrow("ENOENT");
  });

  test("bad input 30: aborted midway, nothing is left and what was printed is there", async () => {
    const result = await abortAfterLines(2, "sleep 600 & echo $!; echo $$; wait");
    expect(result).toMatchObject({
      exitCode: null,
      interrupted: { code: "aborted", message: "Script aborted while it ran" },
    });
    expectAllGone(result, 2);
  });

  test("no timer is left that would keep this program running", async () => {
    stopTimers();
    await runShell("echo");
    await abortAfterLines(1, "echo; exec sleep 600");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a signal that lives longer than its scripts keeps no listener of theirs", async () => {
    const { signal } = new AbortController();
    const skill = await folderWith({ "run.sh": "echo" });
    const executor = localExecutor({ maxConcurrent: 1 });
    const request = { skillName: "test", scriptName: "run.sh", directory: skill };
    await Promise.all([1, 2, 3].map(() => executor.execute(request, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
