import { readdirSync, readFileSync } from "node:fs";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { LocalScriptExecutor, localExecutor } from "../../../src/node/processes/local-executor.js";
import { SkillsToolset } from "../../../src/toolset.js";
import { runScript, runShell } from "./scripts.js";

const PRINT_ARGUMENTS = "console.log(JSON.stringify(process.argv.slice(2)))";

describe("what a script gets", () => {
  test("A45: named arguments become flags", async () => {
    const skill = await folderWith({ "args.js": PRINT_ARGUMENTS });
    const { stdout } = await runScript(skill, "args.js", { args: { city: "San Francisco", all: true, tag: [1, 2] } });
    expect(JSON.parse(stdout)).toEqual(["--city", "San Francisco", "--all", "--tag", "1", "--tag", "2"]);
  });

  test("A45: it runs in the skill's folder, and SKILL_DIR names that folder", async () => {
    const skill = await folderWith({ "scripts/where.sh": 'pwd; echo "$SKILL_DIR"' });
    expect((await runScript(skill, "scripts/where.sh")).stdout).toBe(`${skill}\n${skill}\n`);
  });

  test("A45: it runs in the working folder that the executor is given", async () => {
    const skill = await folderWith({ "where.sh": 'pwd; echo "$SKILL_DIR"' });
    const cwd = await folderWith();
    expect((await runScript(skill, "where.sh", { cwd })).stdout).toBe(`${cwd}\n${skill}\n`);
  });

  test("bad input 25: arguments are passed literally", async () => {
    const skill = await folderWith({ "args.js": PRINT_ARGUMENTS, "args.sh": `printf '<%s>' "$@"` });
    const args = ["--help", "; id", "$(id)", "a\nb", "", "`id`", "*", "'\"\\", "-", "--", "&& rm -rf /"];
    expect(JSON.parse((await runScript(skill, "args.js", { args })).stdout)).toEqual(args);
    expect((await runScript(skill, "args.sh", { args })).stdout).toBe(args.map((word) => `<${word}>`).join(""));
    const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 50, maxLength: 100 }), async (list) => {
        expect(JSON.parse((await runScript(skill, "args.js", { args: list })).stdout)).toEqual(list);
      }),
      { numRuns: 2 },
    );
  });

  test("the skill's folder stands for $SKILL_DIR at the beginning of a word, and nowhere else", async () => {
    const skill = await folderWith({ "args.js": PRINT_ARGUMENTS });
    const words = async (args: readonly string[] | Record<string, unknown>) =>
      JSON.parse((await runScript(skill, "args.js", { args })).stdout);
    const names = ["SKILL_DIR", "CLAUDE_SKILL_DIR"].flatMap((name) => [`$${name}/a`, `$\{${name}}/a`]);
    const named = [...names, "--file=$SKILL_DIR/a"];
    const path = `${skill}/a`;
    expect(await words([...named, "$SKILL_DIR"])).toEqual([path, path, path, path, `--file=${path}`, skill]);
    expect(await words({ template: "$SKILL_DIR/a" })).toEqual(["--template", path]);
    const others = [
      "$SKILL_DIRECTORY/a",
      "x$SKILL_DIR/a",
      "$HOME/a",
      "\\$SKILL_DIR/a",
      "say $SKILL_DIR/a",
      "$SKILL_DIR-1",
    ];
    expect(await words(others)).toEqual(others);
  });

  test("a script reads its standard input as it is, and goes its way when it reads none of it", async () => {
    const skill = await folderWith({
      "echo.mjs": "process.stdin.pipe(process.stdout)",
      "count.sh": "wc -c",
      "none.sh": "exec 0<&-; echo ended",
      "tty.sh": "test -t 0 && echo terminal || cat",
    });
    const read = (scriptName: string, stdin?: string) =>
      localExecutor({ maxOutputBytes: 3_000_000 }).execute({ skillName: "s", scriptName, directory: skill, stdin }, {});
    const text = "a\0b é 😀\r\n\u0007";
    expect((await read("echo.mjs", "é 😀\nb")).stdout).toBe("é 😀\nb");
    expect((await read("count.sh", text)).stdout.trim()).toBe(String(Buffer.byteLength(text)));
    expect((await read("count.sh", "x".repeat(1_000_000))).stdout.trim()).toBe("1000000");
    expect(await read("none.sh", "x".repeat(1_000_000))).toMatchObject({ exitCode: 0, stdout: "ended\n" });
    for (const stdin of [undefined, ""]) expect(await read("tty.sh", stdin)).toMatchObject({ exitCode: 0, stdout: "" });
  });

  test("bad input 25: a NUL or 3 MB in an argument is a result", async () => {
    const nul = await runShell("echo ran", { args: ["a\0b"] });
    expect(nul).toMatchObject({ exitCode: null, stdout: "", interrupted: { code: "script_not_started" } });
    expect(nul.interrupted?.message).toMatch(/^Failed to execute script: The script's args hold a NUL character/);
    const long = await runShell("echo ran", { args: ["x".repeat(3_000_000)] });
    expect(long).toMatchObject({ exitCode: null, stdout: "", interrupted: { code: "script_not_started" } });
    expect(long.interrupted?.message).toMatch(/^Failed to execute script: .*Write the data into a file/);
  });

  test.skipIf(process.platform !== "linux")(
    "an argument of 131,071 bytes is given to a script; what no command line takes is told before anybody is asked (on Linux)",
    async () => {
      const directory = await folderWith({ "count.sh": 'printf %s "$1" | wc -c' });
      const request = (word: string) => ({ skillName: "s", scriptName: "count.sh", args: [word], directory });
      const executor = localExecutor();
      const longest = `${"x".repeat(131_069)}é`;
      expect((await executor.execute(request(longest), {})).stdout.trim()).toBe("131071");
      expect(await executor.describe?.(request(longest))).toContain(longest);
      for (const [word, why] of [
        [`${longest}x`, /131,071 bytes/],
        ["a\0b", /NUL character/],
      ] as const) {
        await expect(executor.describe?.(request(word))).rejects.toMatchObject({
          code: "script_not_started",
          message: expect.stringMatching(why),
        });
      }
    },
  );
});

describe("how many run", () => {
  test.each([
    [undefined, 8],
    [2, 2],
  ])("bad input 30: with maxConcurrent %s, %i run at once and the next one waits", async (maxConcurrent, most) => {
    const skill = await folderWith({ "wait.sh": "echo started; exec sleep 600", "quick.sh": "echo quick" });
    const executor = localExecutor({ maxConcurrent });
    const stop = new AbortController();
    const started = vi.fn();
    const request = { skillName: "test", scriptName: "wait.sh", directory: skill };
    const call = { signal: stop.signal, onOutput: started };
    const running = Array.from({ length: most + 1 }, () => executor.execute(request, call));
    await vi.waitUntil(() => started.mock.calls.length >= most, { timeout: 20_000 });
    // What could start beside them has started by the time that others, asked for later, are through.
    for (let later = 0; later < 3; later++) await runScript(skill, "quick.sh");
    stop.abort();
    const ends = (await Promise.all(running)).map(({ interrupted }) => interrupted?.message);
    const ran = Array.from({ length: most }, () => "Script aborted while it ran");
    expect(ends).toEqual([...ran, "Script aborted before it started"]);
    expect(started).toHaveBeenCalledTimes(most);
  });

  test("bad input 30: 50 calls at once are queued at the limit, and all of them run", async () => {
    const skill = await folderWith({ "count.sh": "echo start >> log; sleep 0.02; echo end >> log" });
    const executor = localExecutor({ maxConcurrent: 4 });
    const request = { skillName: "test", scriptName: "count.sh", directory: skill };
    const results = await Promise.all(Array.from({ length: 50 }, () => executor.execute(request, {})));
    expect(results.every(({ exitCode }) => exitCode === 0)).toBe(true);
    let running = 0;
    let most = 0;
    for (const line of (await readFile(join(skill, "log"), "utf8")).trim().split("\n")) {
      running += line === "start" ? 1 : -1;
      most = Math.max(most, running);
    }
    expect(running).toBe(0);
    expect(most).toBeLessThanOrEqual(4);
  });

  test("bad input 30: a call that waits is aborted at once, and the next one takes its turn", async () => {
    const skill = await folderWith({ "wait.sh": "exec sleep 600", "mark.sh": "touch mark", "quick.sh": "echo quick" });
    const executor = new LocalScriptExecutor({ maxConcurrent: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const execute = (scriptName: string, signal?: AbortSignal) =>
      executor.execute({ skillName: "test", scriptName, directory: skill }, { signal });
    const running = execute("wait.sh", first.signal);
    const waiting = execute("mark.sh", second.signal);
    const last = execute("quick.sh");
    second.abort();
    expect(await waiting).toMatchObject({ exitCode: null, interrupted: { code: "aborted" } });
    first.abort();
    expect((await running).interrupted?.code).toBe("aborted");
    expect((await last).stdout).toBe("quick\n");
    await expect(access(join(skill, "mark"))).rejects.toThrow("ENOENT");
  });

  test("what cannot wait is a result that says why, and harms no other", async () => {
    const skill = await folderWith({ "wait.sh": "echo; exec sleep 600", "quick.sh": "echo quick" });
    const executor = localExecutor({ maxConcurrent: 1, maxQueued: 1, maxQueuedMs: 300 });
    const stop = new AbortController();
    const execute = (scriptName: string, call = {}) =>
      executor.execute({ skillName: "test", scriptName, directory: skill }, call);
    const running = execute("wait.sh", { signal: stop.signal });
    const late = execute("quick.sh");
    const refused = await execute("quick.sh");
    expect(refused).toMatchObject({ exitCode: null, interrupted: { code: "script_not_started" } });
    expect(refused.interrupted?.message).toMatch(/^Failed to execute script: 1 others wait already\. Try again/);
    expect((await late).interrupted).toMatchObject({
      code: "script_not_started",
      message: expect.stringMatching(/^Failed to execute script: it waited 300 ms while 1 others ran\. Try again/),
    });
    stop.abort();
    await running;
    expect((await execute("quick.sh")).stdout).toBe("quick\n");
  });

  test("2,000 may wait for two minutes, unless the executor is told otherwise", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const timers = vi.spyOn(globalThis, "setTimeout");
    const executor = localExecutor({ maxConcurrent: 1 });
    const skill = await folderWith({ "wait.sh": "exec sleep 600" });
    const stop = new AbortController();
    const execute = () =>
      executor.execute({ skillName: "test", scriptName: "wait.sh", directory: skill }, { signal: stop.signal });
    const all = Array.from({ length: 2_001 }, execute);
    expect(timers.mock.calls.filter(([, milliseconds]) => milliseconds === 120_000)).toHaveLength(2_000);
    expect((await execute()).interrupted).toMatchObject({ code: "script_not_started" });
    stop.abort();
    expect(new Set((await Promise.all(all)).map(({ interrupted }) => interrupted?.code))).toEqual(new Set(["aborted"]));
  });

  test("a script that cannot be started gives its turn to the next one", async () => {
    const skill = await folderWith({ "quick.sh": "echo quick" });
    const executor = localExecutor({ maxConcurrent: 1 });
    const execute = (scriptName: string) => executor.execute({ skillName: "test", scriptName, directory: skill }, {});
    expect((await execute("missing.sh")).interrupted?.code).toBe("script_not_started");
    expect((await execute("quick.sh")).stdout).toBe("quick\n");
  });
});

const LONGEST_TIMER = 2 ** 31 - 1;
const LARGEST_OUTPUT = 2 ** 30;
const LARGEST_COUNT = Number.MAX_SAFE_INTEGER;

test.each([
  ["timeoutMs", 1, LONGEST_TIMER],
  ["killGraceMs", 0, LONGEST_TIMER],
  ["maxOutputBytes", 1, LARGEST_OUTPUT],
  ["maxConcurrent", 1, LARGEST_COUNT],
  ["maxQueued", 0, LARGEST_COUNT],
  ["maxQueuedMs", 1, LONGEST_TIMER],
] as const)("the option %s is a whole number from %d to %d, and any other is refused", (name, smallest, largest) => {
  for (const value of [smallest, largest]) expect(() => localExecutor({ [name]: value })).not.toThrow();
  const wrong = [smallest - 1, largest + 1, smallest + 0.5, Number.POSITIVE_INFINITY, Number.NaN, "5", null];
  for (const value of wrong) {
    const shown = value === "5" ? '"5"' : value;
    expect(() => localExecutor({ [name]: value })).toThrow(
      expect.objectContaining({
        code: "invalid_option",
        message: `The option ${name} of localExecutor must be a whole number from ${smallest} to ${largest}, but is ${shown}.`,
      }),
    );
  }
});

test("A45: a limit of its own is held to, and the largest time is not over at once", async () => {
  const options = { timeoutMs: LONGEST_TIMER, killGraceMs: LONGEST_TIMER };
  expect(await runShell("echo ran", options)).toMatchObject({ exitCode: 0, stdout: "ran\n", interrupted: undefined });
});

test("what runs scripts is loaded a moment after the tool that runs them was handed out, once, and only then", async () => {
  const folder = await folderWith({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b"), "b/scripts/x.sh": "" });
  const warmUp = vi.fn();
  const executor = { execute: vi.fn(), warmUp };
  const toolset = new SkillsToolset({ directories: [folder], executor });
  await toolset.listSkills();
  expect(warmUp).not.toHaveBeenCalled();
  await toolset.getTools();
  expect(warmUp).toHaveBeenCalledOnce();
  warmUp.mockClear();
  await new SkillsToolset({ directories: [`${folder}/a`], executor }).getTools();
  expect(warmUp).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const local = new LocalScriptExecutor();
  local.warmUp();
  local.warmUp();
  expect(vi.getTimerCount()).toBe(1);
});

test.skipIf(process.platform !== "linux")("with it the watchdog is started (needs Linux)", async () => {
  const children = () =>
    readdirSync("/proc/self/task").flatMap((thread) =>
      readFileSync(`/proc/self/task/${thread}/children`, "latin1").trim().split(" "),
    );
  const before = new Set(children());
  vi.resetModules();
  const fresh = await import("../../../src/node/processes/local-executor.js");
  new fresh.LocalScriptExecutor().warmUp();
  const started = () =>
    children().filter((pid) => {
      try {
        return !before.has(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("skillplug-watchdog");
      } catch {
        return false;
      }
    });
  await expect.poll(() => started().length, { timeout: 20_000 }).toBe(1);
});

describe("scripts whose files are laid out for them", () => {
  const bytes = new TextEncoder().encode("echo ran");
  const request = { skillName: "test", scriptName: "scripts/run.sh" };
  const slotsOf = (count: number) => new LocalScriptExecutor({ maxConcurrent: count });
  async function* files() {
    yield { path: "scripts/run.sh", bytes };
  }

  async function temporaryFolder() {
    const folder = await folderWith();
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    return folder;
  }

  test("the folder is made once a slot is free, and removed when the script has ended", async () => {
    const temporary = await temporaryFolder();
    const executor = slotsOf(1);
    const seen: number[] = [];
    async function* counting() {
      seen.push((await readdir(temporary)).length);
      yield* files();
    }
    const runs = await Promise.all([1, 2, 3].map(() => executor.execute({ ...request, files: counting })));
    expect(runs.map(({ stdout }) => stdout)).toEqual(["ran\n", "ran\n", "ran\n"]);
    expect(seen).toEqual([1, 1, 1]);
    expect(await readdir(temporary)).toEqual([]);
  });

  test("what the files reject with is thrown on, nothing runs, and the slot is free again", async () => {
    const temporary = await temporaryFolder();
    const executor = slotsOf(1);
    const refused = new Error("not what was approved");
    async function* failing() {
      yield* files();
      throw refused;
    }
    await expect(executor.execute({ ...request, files: failing })).rejects.toBe(refused);
    await expect(executor.describe({ ...request, files: failing })).rejects.toBe(refused);
    const missing = await executor.execute({ ...request, files, scriptName: "no-such.sh" });
    expect(missing).toMatchObject({ interrupted: { code: "script_not_started" } });
    expect((await executor.execute({ ...request, files })).stdout).toBe("ran\n");
    expect(await readdir(temporary)).toEqual([]);
  });

  test("what is approved is read once more where it lies, after the wait for a slot", async () => {
    const directory = await folderWith({ "scripts/run.sh": "echo ran; echo more >> ../scripts/run.sh" });
    const executor = slotsOf(1);
    const denied = new Error("changed since");
    const original = await readFile(join(directory, "scripts/run.sh"), "utf8");
    async function* comparing() {
      if ((await readFile(join(directory, "scripts/run.sh"), "utf8")) !== original) throw denied;
      yield* files();
    }
    const approved = {
      ...request,
      directory,
      files: comparing,
      isApproved: true,
      workFolder: join(directory, "scripts"),
    };
    const runs = await Promise.allSettled([executor.execute(approved), executor.execute(approved)]);
    expect(runs.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(runs[1]).toMatchObject({ reason: denied });
  });

  test("aborted before its turn, it reads nothing", async () => {
    const unread = vi.fn(files);
    const result = await slotsOf(1).execute({ ...request, files: unread }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ interrupted: { code: "aborted" } });
    expect(unread).not.toHaveBeenCalled();
  });

  test("an abort ends the laying out, though no other file ever comes, and the slot is free again", async () => {
    const temporary = await temporaryFolder();
    const executor = slotsOf(1);
    const controller = new AbortController();
    async function* endless() {
      yield* files();
      controller.abort();
      await new Promise(() => {});
    }
    const hanging = executor.execute({ ...request, files: endless }, { signal: controller.signal });
    await expect(hanging).rejects.toMatchObject({ code: "aborted" });
    expect((await executor.execute({ ...request, files })).stdout).toBe("ran\n");
    expect(await readdir(temporary)).toEqual([]);
  });

  test("what is approved and lies in its own folder is compared after all else was looked at", async () => {
    const directory = await folderWith({ "scripts/run.sh": "echo ran" });
    const workFolder = await folderWith();
    async function* writing() {
      await writeFile(join(workFolder, "late"), "");
      yield* files();
    }
    const approved = { ...request, directory, files: writing, isApproved: true, workFolder };
    const { changes } = await new LocalScriptExecutor().execute(approved);
    expect(changes?.files.map(({ path }) => path)).toEqual(["late"]);
  });

  test("they are described and checked from a copy too, which is gone then", async () => {
    const temporary = await temporaryFolder();
    const executor = slotsOf(1);
    expect((await executor.describe({ ...request, files })).at(-1)).toBe("scripts/run.sh");
    expect(await executor.check({ ...request, files })).toBeUndefined();
    expect(await executor.check({ ...request, files, scriptName: "no-such.sh" })).toContain("no-such.sh");
    expect(await readdir(temporary)).toEqual([]);
  });

  test("a request with neither a folder nor files is refused in words", async () => {
    const told = "the request names neither the folder of its skill (directory) nor its files";
    await expect(slotsOf(1).execute(request)).rejects.toThrow(told);
    expect(await slotsOf(1).check(request)).toContain(told);
  });
});

test("the command line is told with the script's own name, and nothing is run", async () => {
  const folder = await folderWith({ "run.sh": "touch ran", "run.ts": "console.log(1 as number)" });
  const executor = new LocalScriptExecutor();
  const describeRun = (scriptName: string, args?: readonly string[]) =>
    executor.describe({ skillName: "test", scriptName, directory: folder, args });
  expect(await describeRun("run.sh", ["a b"])).toEqual([expect.stringMatching(/sh$/), "run.sh", "a b"]);
  const words = await describeRun("run.ts");
  expect(words[0]).toBe(process.execPath);
  expect(words.at(-1)).toMatch(/^run\.ts( \(bundled by esbuild\))?$/);
  expect(await readdir(folder)).toEqual(["run.sh", "run.ts"]);
  const refused = { code: "script_not_started", cause: expect.objectContaining({ code: "script_not_started" }) };
  await expect(describeRun("no-such.sh")).rejects.toMatchObject(refused);
});
