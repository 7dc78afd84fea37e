import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { folderWith, skillText } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { inTerminal, isRunning, piped, start } from "./processes.js";

const skillWith = (files: Readonly<Record<string, string>>) =>
  folderWith({
    "skills/s/SKILL.md": skillText("s"),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/s/scripts/${path}`, text])),
  });
const PRINT_ARGUMENTS = "console.log(JSON.stringify(process.argv.slice(2)));";

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
  const sign = join(cwd, "go-on");
  const child = start(["run", "s", "wait", "--", sign], { cwd });
  let stdout = "";
  const code = await new Promise((resolve) => {
    child.on("close", resolve);
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
      // It goes on only after its first line was seen here.
      if (stdout === "first\n") void writeFile(sign, "");
    });
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "first\nsecond\n" });
});

test("run: a script that fails is exit code 5, and --json has both outputs apart", async () => {
  const cwd = await skillWith({ "fail.mjs": "console.log('out'); console.error('err'); process.exitCode = 3;" });
  const plain = await piped(["run", "s", "fail"], { cwd });
  expect(plain.code).toBe(5);
  expect(plain.stdout).toBe("out\n");
  expect(plain.stderr).toMatch(/^err\n/);
  expect(plain.stderr).toContain("Script exited with code 3");
  const json = await piped(["run", "s", "fail", "--json"], { cwd });
  expect(json.code).toBe(5);
  expect(JSON.parse(json.stdout)).toMatchObject({
    skill: "s",
    script: "fail",
    exitCode: 3,
    stdout: "out\n",
    stderr: "err\n",
  });
});

test("run: a script that cannot be started is exit code 5, one that does not exist 3", async () => {
  const cwd = await skillWith({ "x.rb": "", "y.mjs": "" });
  const unstarted = await piped(["run", "s", "x"], { cwd, env: { PATH: cwd } });
  expect(unstarted.code).toBe(5);
  expect(unstarted.stderr).toContain("x.rb needs ruby");
  const missing = await piped(["run", "s", "z.mjs"], { cwd });
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain("The nearest name is scripts/y.mjs.");
});

test("run: after --timeout the script and what it started are ended, exit code 6", async () => {
  const cwd = await skillWith({ "long.sh": "sleep 60 & echo $!\nwait\n" });
  const { code, stdout, stderr } = await piped(["run", "s", "long", "--timeout", "0.7"], { cwd });
  expect(code).toBe(6);
  expect(stderr).toContain("Script execution timeout after 700ms");
  expect(isRunning(Number(stdout))).toBe(false);
});

test("run: an interruption ends the script and what it started, exit code 130", async () => {
  const cwd = await skillWith({ "long.sh": "sleep 60 & echo $!\nwait\n" });
  const child = start(["run", "s", "long"], { cwd });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
    child.kill("SIGINT");
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(130);
  expect(Number(stdout)).toBeGreaterThan(1);
  expect(isRunning(Number(stdout))).toBe(false);
});

test("run: Ctrl-C in a terminal is exit code 130", async () => {
  const cwd = await skillWith({ "long.sh": "sleep 60 & echo started $!\nwait\n" });
  const { code, output } = await inTerminal(["run", "s", "long"], { cwd, when: "started", keys: "\x03" });
  expect(code).toBe(130);
  expect(output).toContain("Interrupted; the script was ended.");
  expect(isRunning(Number(/started (\d+)/.exec(output)?.[1]))).toBe(false);
});

test("run: --ask without a terminal is refused with exit code 4, and --yes answers it", async () => {
  const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
  const { code, stdout, stderr } = await piped(["run", "s", "args", "--ask"], { cwd });
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain("nobody is at a terminal to approve it");
  expect(stderr).toContain("--yes");
  expect(await piped(["run", "s", "args", "--ask", "--yes"], { cwd })).toMatchObject({ code: 0, stdout: "[]\n" });
});

test.each([
  ["y\r", 0, "[]"],
  ["n\r", 4, "it was not approved"],
  ["\r", 4, "it was not approved"],
  ["\x04", 4, "it was not approved"],
  ["\x03", 130, "Interrupted"],
])("run: in a terminal --ask asks, and %j ends with %d", async (keys, expected, text) => {
  const cwd = await skillWith({ "args.mjs": PRINT_ARGUMENTS });
  const { code, output } = await inTerminal(["run", "s", "args", "--ask"], { cwd, when: "[y/N]", keys });
  expect(output).toContain("Run scripts/args.mjs [] of the skill s? [y/N]");
  expect(output).toContain(text);
  expect(code).toBe(expected);
});
