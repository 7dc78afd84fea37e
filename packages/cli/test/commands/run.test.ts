import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRunning, runToEnd } from "@skillplug/testing/processes";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test } from "vitest";
import { HAS_TERMINAL, inTerminal } from "../in-terminal.js";
import { ENVIRONMENT, MAIN, piped, start } from "../skillplug.js";

const skillWith = (files: Readonly<Record<string, string>>) =>
  folderWith({
    "skills/s/SKILL.md": skillText("s"),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/s/scripts/${path}`, text])),
  });
const PRINT_ARGUMENTS = "console.log(JSON.stringify(process.argv.slice(2)));";
/** It starts a process that goes on for ever, prints its id and waits for it. */
const LONG = `
  import { spawn } from "node:child_process";
  const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  console.log("started", pid);`;
const startedIn = (output: string) => Number(/started (\d+)/.exec(output)?.[1]);

function expectGone(pid: number): void {
  expect(pid).toBeGreaterThan(1);
  expect(isRunning(pid)).toBe(false);
}

test("run: what stands behind -- reaches the script as it is", async () => {
  const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
  const args = ["--json", "--dir", "x", "-h", "--", "$(id); 'a b'", "", "--timeout=1", "ü"];
  for (const before of [[], ["--timeout", "20"]]) {
    const { code, stdout, stderr } = await piped(["run", ...before, "s", "args", "--", ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(args);
  }
});

test("run: the output comes while the script runs", async () => {
  const cwd = await skillWith({
    "wait.mjs": `
      import { existsSync } from "node:fs";
      console.log("first");
      while (!existsSync(process.argv[2])) await new Promise((resolve) => setTimeout(resolve, 20));
      console.log("second");`,
  });
  const sign = join(await folderWith(), "go-on");
  const child = start(["run", "s", "wait", "--", sign], { cwd });
  // It goes on only after its first line was seen here.
  child.stdout.once("data", () => void writeFile(sign, ""));
  expect(await runToEnd(child)).toEqual({ code: 0, stdout: "first\nsecond\n", stderr: "" });
});

test("run: a script that fails is exit code 5, and --json has both outputs apart", async () => {
  const cwd = await skillWith({ "fail.mjs": "console.log('out'); console.error('err'); process.exitCode = 3;" });
  const [plain, json] = await Promise.all([
    piped(["run", "s", "fail"], { cwd }),
    piped(["run", "s", "fail", "--json"], { cwd }),
  ]);
  expect(plain).toEqual({
    code: 5,
    stdout: "out\n",
    stderr: expect.stringMatching(/^err\nScript exited with code 3.*\n$/),
  });
  expect(json).toMatchObject({ code: 5, stderr: expect.stringMatching(/^Script exited with code 3.*\n$/) });
  expect(JSON.parse(json.stdout)).toMatchObject({
    skill: "s",
    script: "fail",
    exitCode: 3,
    stdout: "out\n",
    stderr: "err\n",
  });
});

test("run: a script that succeeds is exit code 0, with --json all of its output as data", async () => {
  const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
  const { code, stdout, stderr } = await piped(["run", "s", "args", "--json", "--", "a"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ skill: "s", script: "args", exitCode: 0, stdout: '["a"]\n', stderr: "" });
});

test("run: a script that cannot be started is exit code 5, one that does not exist 3", async () => {
  const cwd = await skillWith({ "x.rb": "", "y.mjs": "" });
  const [unstarted, missing] = await Promise.all([
    piped(["run", "s", "x"], { cwd, env: { PATH: cwd } }),
    piped(["run", "s", "z.mjs"], { cwd }),
  ]);
  expect(unstarted.code).toBe(5);
  expect(unstarted.stderr).toContain("x.rb needs ruby");
  expect(unstarted.stderr).not.toContain("nearest");
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain("The nearest name is scripts/y.mjs.");
});

test("run: after --timeout the script and what it started are ended, exit code 6", async () => {
  const cwd = await skillWith({ "long.mjs": LONG });
  const { code, stdout, stderr } = await piped(["run", "s", "long", "--timeout", "3"], { cwd });
  expect(code).toBe(6);
  expect(stderr).toContain("Script execution timeout after 3000ms");
  expectGone(startedIn(stdout));
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "run: %s ends the script and what it started, exit code 130",
  async (signal) => {
    const child = start(["run", "s", "long"], { cwd: await skillWith({ "long.mjs": LONG }) });
    child.stdout.once("data", () => child.kill(signal));
    const { code, stdout, stderr } = await runToEnd(child);
    expect({ code, stderr }).toEqual({ code: 130, stderr: "Interrupted; the script was ended.\n" });
    expectGone(startedIn(stdout));
  },
);

test("run: --ask without a terminal is refused with exit code 4, and --yes answers it", async () => {
  const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
  const [refused, approved] = await Promise.all([
    piped(["run", "s", "args", "--ask"], { cwd }),
    piped(["run", "s", "args", "--ask", "--yes"], { cwd }),
  ]);
  expect(refused).toEqual({
    code: 4,
    stdout: "",
    stderr:
      "error: scripts/args.mjs did not run: nobody is at a terminal to approve it.\nRun it in a terminal, or pass --yes.\n",
  });
  expect(approved).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
});

describe.skipIf(!HAS_TERMINAL)("run: in a terminal, which needs python3,", () => {
  test.each([
    ["y\r", 0, "\n[]\n"],
    ["Yes \r", 0, "\n[]\n"],
    ["yikes\r", 4, "it was not approved"],
    ["oh yes\r", 4, "it was not approved"],
    ["n\r", 4, "it was not approved"],
    ["\r", 4, "it was not approved"],
    ["\x04", 4, "it was not approved"],
    ["\x03", 130, "Interrupted.\n"],
  ])("--ask asks, and %j ends with %d", async (keys, expected, text) => {
    const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
    const place = { cwd, env: { NO_COLOR: "1" }, when: "[y/N]", keys };
    const { code, output } = await inTerminal(["run", "s", "args", "--ask"], place);
    const lines = output.split(/\r?\n/);
    expect(lines).toContainEqual(expect.stringMatching(/^source: .+ \(trusted\)$/));
    expect(lines).toContainEqual(expect.stringMatching(/^digest: sha256 [0-9a-f]{16}$/));
    expect(lines).toContain(`command: ${process.execPath} scripts/args.mjs`);
    expect(output).toContain("Run it? [y/N]");
    expect(output).toContain(text);
    expect(code).toBe(expected);
  });

  test.each(["y\r", "yes\r\ry\r", "y", "n"])(
    "--ask takes nothing as its answer that was typed before it asks: %j",
    async (ahead) => {
      const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
      const refused = await inTerminal(["run", "s", "args", "--ask"], { cwd, ahead, when: "[y/N]", keys: "\r" });
      expect(refused.output).toContain("it was not approved");
      expect(refused.code).toBe(4);
      const approved = await inTerminal(["run", "s", "args", "--ask"], { cwd, ahead, when: "[y/N]", keys: "y\r" });
      expect(approved.output).toContain("[]");
      expect(approved.code).toBe(0);
    },
  );

  test("--ask shows every character of the arguments", async () => {
    const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
    const args = ["run", "s", "args", "--ask", "--", "a\u202E\u{E0041}", "\u001B[2Jb"];
    const { code, output } = await inTerminal(args, { cwd, when: "[y/N]", keys: "n\r" });
    expect(output).toContain(
      String.raw`command: ${process.execPath} scripts/args.mjs "a\u202e\udb40\udc41" "\u001b[2Jb"`,
    );
    expect(code).toBe(4);
  });

  test("--ask shows so much of a long argument, and says how long it is", async () => {
    const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
    const args = ["run", "s", "args", "--ask", "--", "x".repeat(100_000)];
    const { output } = await inTerminal(args, { cwd, when: "[y/N]", keys: "n\r" });
    expect(output).toContain(`"${"x".repeat(1000)}"… (the first 1000 of 100000 characters)`);
    expect(output.length).toBeLessThan(5_000);
  });

  test("Ctrl-C ends a script, exit code 130", async () => {
    const cwd = await skillWith({ "long.mjs": LONG });
    const { code, output } = await inTerminal(["run", "s", "long"], { cwd, when: "started", keys: "\x03" });
    expect(code).toBe(130);
    expect(output).toContain("Interrupted; the script was ended.");
    expectGone(startedIn(output));
  });
});

describe("run: where it runs, and what it reads", () => {
  const place = () => skillWith({ "where.sh": "pwd; cat mine.txt", "read.sh": "cat" });

  test("a script runs where the command does, or in --cwd", async () => {
    const cwd = await place();
    await writeFile(join(cwd, "mine.txt"), "here\n");
    const other = await folderWith({ "mine.txt": "there\n" });
    expect(await piped(["run", "s", "where"], { cwd })).toMatchObject({ code: 0, stdout: `${cwd}\nhere\n` });
    const away = await piped(["run", "s", "where", "--cwd", other], { cwd });
    expect(away).toMatchObject({ code: 0, stdout: `${other}\nthere\n` });
    for (const wrong of ["nowhere", "mine.txt"]) {
      expect(await piped(["run", "s", "where", "--cwd", wrong], { cwd })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(`--cwd ${wrong} is no folder.`),
      });
    }
  });

  test("standard input is a file, or with - what is piped in, and nothing without the option", async () => {
    const cwd = await place();
    await writeFile(join(cwd, "data.txt"), "from a file\n");
    const read = async (args: readonly string[], input?: string) => {
      const command = [MAIN, "run", "s", "read", ...args];
      const child = spawn(process.execPath, command, { cwd, env: ENVIRONMENT, stdio: ["pipe", "pipe", "pipe"] });
      child.stdin.on("error", () => {}).end(input);
      return runToEnd(child);
    };
    expect(await read(["--stdin", "data.txt"])).toEqual({ code: 0, stdout: "from a file\n", stderr: "" });
    expect(await read(["--stdin", "-"], "piped é\n")).toEqual({ code: 0, stdout: "piped é\n", stderr: "" });
    expect(await read([], "not asked for")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await read(["--stdin", "nope.txt"])).toMatchObject({ code: 2, stderr: expect.stringContaining("nope.txt") });
    const long = await read(["--stdin", "-"], "x".repeat(1_000_001));
    expect(long).toMatchObject({ code: 1, stderr: expect.stringContaining("at most 1000000 are taken") });
  });

  test("of what never ends no more is read than can be too much", async () => {
    const command = [MAIN, "run", "s", "read", "--stdin", "-"];
    const child = spawn(process.execPath, command, {
      ...{ cwd: await place(), env: ENVIRONMENT },
      stdio: ["pipe", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.on("error", () => {}).write("x".repeat(8_100_000));
    expect(await runToEnd(child)).toMatchObject({ code: 1, stderr: expect.stringContaining("are taken") });
  });

  test.skipIf(!HAS_TERMINAL)("a terminal is not waited for (needs python3)", async () => {
    const { code, output } = await inTerminal(["run", "s", "read", "--stdin", "-"], { cwd: await place() });
    expect([code, output]).toEqual([2, expect.stringContaining("here is a terminal")]);
  });

  test.each([0, 3])("what changed in the folder that it runs in is told, also of exit code %i", async (exitCode) => {
    const lines = 'echo new > out.txt; echo more >> notes.txt; rm old.txt; echo written; exit "$1"';
    const run = async (...options: readonly string[]) => {
      const cwd = await skillWith({ "write.sh": lines });
      await writeFile(join(cwd, "notes.txt"), "some\n");
      await writeFile(join(cwd, "old.txt"), "old\n");
      return piped(["run", "s", "write", ...options, "--", String(exitCode)], { cwd });
    };
    const [plain, json] = await Promise.all([run(), run("--json")]);
    expect(plain).toMatchObject({ code: exitCode === 0 ? 0 : 5, stdout: "written\n" });
    expect(plain.stderr.split("\n").at(-2)).toBe(
      "Changed in the work folder while it ran: changed notes.txt (10 bytes), removed old.txt, created out.txt (4 bytes).",
    );
    expect(json.stderr).toBe(plain.stderr);
    const data = JSON.parse(json.stdout);
    expect(data).toMatchObject({ exitCode, stdout: "written\n", moreFiles: 0, filesComplete: true });
    expect(data.files).toEqual([
      { path: "notes.txt", size: 10, change: "changed" },
      { path: "old.txt", size: 4, change: "removed" },
      { path: "out.txt", size: 4, change: "created" },
    ]);
    expect(data).not.toHaveProperty("changes");
  });

  test("what it wrote into the folder of its skill is a warning, and what it seems to miss is told", async () => {
    const cwd = await skillWith({ "in.sh": "echo x > $SKILL_DIR/x", "no.sh": "no-such-command" });
    const other = await folderWith();
    expect(await piped(["run", "s", "in", "--cwd", other], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^scripts\/in\.sh changed a file in the folder of its own skill, [^\n]+\n$/),
    });
    expect((await piped(["run", "s", "no", "--cwd", other], { cwd })).stderr).toMatch(
      /^.*not found\nScript exited with code 127\nthe command no-such-command is not on this machine. Install it\n$/,
    );
  });

  test("what is not quite right with a skill is not told beside a run", async () => {
    const cwd = await folderWith({
      "skills/s/scripts/say.sh": "echo said",
      "skills/s/SKILL.md": skillText("other-name"),
    });
    expect((await piped(["validate", "skills/s"], { cwd })).stdout).toContain("differs from its folder");
    expect(await piped(["run", "other-name", "say"], { cwd })).toEqual({ code: 0, stdout: "said\n", stderr: "" });
  });

  test("what a script left running is told, on stderr and as data, and ended", async () => {
    const cwd = await skillWith({ "serve.sh": "sleep 600 > /dev/null 2>&1 & echo $!" });
    const { code, stdout, stderr } = await piped(["run", "s", "serve", "--json"], { cwd });
    const { left, stdout: pid } = JSON.parse(stdout);
    expect([code, stderr]).toEqual([0, expect.stringContaining("left running, and it was ended with the script: ")]);
    expect(left).toMatchObject({ processes: [{ pid: Number(pid) }], more: 0, goOn: false });
    expectGone(Number(pid));
  });
});
