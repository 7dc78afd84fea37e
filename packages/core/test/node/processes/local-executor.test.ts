import { execFileSync } from "node:child_process";
import { access, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LocalScriptExecutor, localExecutor } from "../../../src/node/processes/local-executor.js";
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

  test("a working folder that is missing is a result that names it", async () => {
    const { interrupted } = await runShell("pwd", { cwd: "/no/such/folder" });
    expect(interrupted?.code).toBe("script_not_started");
    expect(interrupted?.message).toContain("/no/such/folder");
  });

  test("bad input 25: arguments are passed literally", async () => {
    const skill = await folderWith({ "args.js": PRINT_ARGUMENTS, "args.sh": `printf '<%s>' "$@"` });
    const args = ["--help", "; id", "$(id)", "a\nb", "", "`id`", "*", "'\"\\", "-", "--", "&& rm -rf /"];
    expect(JSON.parse((await runScript(skill, "args.js", { args })).stdout)).toEqual(args);
    expect((await runScript(skill, "args.sh", { args })).stdout).toBe(args.map((word) => `<${word}>`).join(""));
    const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(fc.array(word), async (list) => {
        expect(JSON.parse((await runScript(skill, "args.js", { args: list })).stdout)).toEqual(list);
      }),
      { numRuns: 10 },
    );
  });

  test("bad input 25: a NUL or 3 MB in an argument is a result", async () => {
    const nul = await runShell("echo ran", { args: ["a\0b"] });
    expect(nul).toMatchObject({ exitCode: null, stdout: "", interrupted: { code: "script_not_started" } });
    expect(nul.interrupted?.message).toMatch(/^Failed to execute script: .*null bytes/);
    const long = await runShell("echo ran", { args: ["x".repeat(3_000_000)] });
    expect(long).toMatchObject({ exitCode: null, stdout: "", interrupted: { code: "script_not_started" } });
    expect(long.interrupted?.message).toMatch(/^Failed to execute script: .*pass large data in a file/);
  });

  test("bad input 28: standard input is at its end at once", async () => {
    expect(await runShell("cat; echo read")).toMatchObject({ exitCode: 0, stdout: "read\n" });
  });

  test("bad input 28: only the allowed variables reach it, and no API key", async () => {
    const parentEnvironment = {
      PATH: process.env["PATH"],
      LC_ALL: "C",
      OPENAI_API_KEY: "sk-1",
      PASSWORD: "p",
      LCD: "no",
    };
    const namesIn = (text: string) => text.split("\n").map((line) => line.split("=")[0]);
    const { stdout } = await runShell("env", { parentEnvironment, env: { CITY: "Paris" } });
    expect(stdout).toContain("CITY=Paris");
    const ofTheShell = ["PWD", "SHLVL", "_", "OLDPWD", ""];
    const allowed = ["PATH", "LC_ALL", "CITY", "SKILL_DIR"];
    const python = ["PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"];
    expect(
      namesIn(stdout)
        .filter((name) => !ofTheShell.includes(name ?? ""))
        .sort(),
    ).toEqual([...allowed, ...python].sort());
  });

  test("bad input 28: the caller chooses which variables reach it", async () => {
    const parentEnvironment = { PATH: process.env["PATH"], AWS_REGION: "eu", AWS_PROFILE: "me", HOME: "/home/me" };
    const { stdout } = await runShell('echo "$AWS_REGION $AWS_PROFILE <$HOME>"', {
      parentEnvironment,
      inheritEnv: ["PATH", "AWS_*"],
    });
    expect(stdout).toBe("eu me <>\n");
  });
});

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

  test("bad input 27: invalid UTF-8 and terminal escapes become safe text", async () => {
    const { stdout } = await runShell("printf 'a\\377b \\033[31mred\\033[0m\\r\\n\\033]0;title\\007end\\010'");
    expect(stdout).toBe("a\uFFFDb red\nend");
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
});

describe("live output", () => {
  test("it arrives while the script runs, from both streams, its characters whole", async () => {
    const heard: string[] = [];
    const controller = new AbortController();
    const onOutput = (chunk: string) => {
      heard.push(chunk);
      if (heard.join("").includes("é!")) controller.abort();
    };
    const lines = "printf '\\033[1m\\303'; sleep 0.05; printf '\\251!' >&1; echo oops >&2; sleep 30";
    const result = await runShell(lines, { call: { onOutput, signal: controller.signal } });
    expect(result.interrupted?.code).toBe("aborted");
    expect(heard.join("")).toContain("é!");
    expect(heard.join("")).not.toContain("\u001B");
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
    const onOutput = () => {
      throw new Error("not my problem");
    };
    expect(await runShell("echo one; sleep 0.05; echo two", { call: { onOutput } })).toMatchObject({
      exitCode: 0,
      stdout: "one\ntwo\n",
    });
  });
});

describe("which files are run", () => {
  const refused = { exitCode: null, stdout: "", interrupted: { code: "script_not_started" } };

  test("bad input 24: a script outside the skill, or a symlink there, is refused", async () => {
    const outside = await folderWith({ "evil.sh": "echo evil", "folder/evil.sh": "echo evil" });
    const skill = await folderWith({ "ok.sh": "echo ok" });
    await symlink(join(outside, "evil.sh"), join(skill, "link.sh"));
    await symlink(join(outside, "folder"), join(skill, "scripts"));
    const names = ["link.sh", "scripts/evil.sh", join(outside, "evil.sh"), `../${outside.split("/").pop()}/evil.sh`];
    for (const name of names) {
      const result = await runScript(skill, name);
      expect(result).toMatchObject(refused);
      expect(result.interrupted?.message).toMatch(/^Failed to execute script: .* leads out of the skill's folder/);
    }
  });

  test("bad input 24: a sibling folder whose name begins alike is outside", async () => {
    const parent = await folderWith({ "skills/ok.sh": "echo ok", "skills-evil/x.sh": "echo evil" });
    expect(await runScript(join(parent, "skills"), "../skills-evil/x.sh")).toMatchObject(refused);
  });

  test("bad input 24: what is missing or no regular file is refused", async () => {
    const skill = await folderWith({ "ok.sh": "echo ok" });
    await mkdir(join(skill, "folder.sh"));
    await symlink("loop.sh", join(skill, "loop.sh"));
    execFileSync("mkfifo", [join(skill, "pipe.sh")]);
    for (const name of ["none.sh", "folder.sh", "loop.sh", "pipe.sh", "", "a\0b"]) {
      expect(await runScript(skill, name)).toMatchObject(refused);
    }
    expect(await runScript(join(skill, "no-such-skill"), "ok.sh")).toMatchObject(refused);
  });

  test("a symlink that stays inside the skill, and a skill that is reached through one, are run", async () => {
    const skill = await folderWith({ "lib/ok.sh": "echo ok" });
    await symlink("lib/ok.sh", join(skill, "short.sh"));
    const elsewhere = join(await folderWith(), "linked-skill");
    await symlink(skill, elsewhere);
    expect((await runScript(skill, "short.sh")).stdout).toBe("ok\n");
    expect((await runScript(elsewhere, "lib/ok.sh")).stdout).toBe("ok\n");
  });
});

describe("how many run", () => {
  test("bad input 30: 50 calls at once are queued at the limit", async () => {
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
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  test("bad input 30: a call that waits is aborted at once, and the next one takes its turn", async () => {
    const skill = await folderWith({ "wait.sh": "sleep 30", "mark.sh": "touch mark", "quick.sh": "echo quick" });
    const executor = new LocalScriptExecutor({ maxConcurrent: 1, killGraceMs: 100 });
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
});

test.each([
  { timeoutMs: 0 },
  { timeoutMs: Number.POSITIVE_INFINITY },
  { killGraceMs: -1 },
  { maxOutputBytes: 1.5 },
  { maxConcurrent: Number.NaN },
])("an option out of range is refused: %j", (options) => {
  expect(() => localExecutor(options)).toThrow(`option ${Object.keys(options)[0]} must be a whole number`);
});
