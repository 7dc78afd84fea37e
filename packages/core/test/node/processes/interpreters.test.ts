import { spawnSync } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { expect, test } from "vitest";
import { localExecutor } from "../../../src/node/processes/local-executor.js";
import { runScript } from "./scripts.js";

const PATH = process.env["PATH"] ?? "";
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout?.trim();
const hasPython = Boolean(python);
const hasPerl = spawnSync("perl", ["-v"]).status === 0;

test("A45: the extension tells the program", async () => {
  const skill = await folderWith({
    "a.sh": "echo sh",
    "a.bash": "[[ -n $BASH_VERSION ]] && echo bash",
    "a.mjs": "console.log(typeof import.meta)",
    "a.cjs": "console.log(typeof require)",
    "A.JS": "console.log(process.execPath)",
  });
  const printed = async (name: string) => (await runScript(skill, name)).stdout.trim();
  expect(await Promise.all(["a.sh", "a.bash", "a.mjs", "a.cjs", "A.JS"].map(printed))).toEqual([
    "sh",
    "bash",
    "object",
    "function",
    process.execPath,
  ]);
});

test("A45: the #! line tells the program of a script without a known extension", async () => {
  const skill = await folderWith({
    env: "#!/usr/bin/env node\nconsole.log('by env')",
    split: "#!/usr/bin/env -S node --no-warnings\nconsole.log(process.execArgv.join())",
    path: "#!/bin/sh -e\necho by path; false; echo not reached",
    "moved.tool": "#!/no/such/folder/sh\r\necho by name",
  });
  expect((await runScript(skill, "env")).stdout).toBe("by env\n");
  expect((await runScript(skill, "split")).stdout).toBe("--no-warnings\n");
  expect(await runScript(skill, "path")).toMatchObject({ exitCode: 1, stdout: "by path\n" });
  expect((await runScript(skill, "moved.tool")).stdout).toBe("by name\n");
});

test("A45: a program without a #! line is run directly where it may be executed", async () => {
  const skill = await folderWith({
    "plain*": "echo direct",
    "data.bin": "echo not run",
    "empty-line": "#!\necho not run",
  });
  expect((await runScript(skill, "plain")).stdout).toBe("direct\n");
  for (const name of ["data.bin", "empty-line"]) {
    const { interrupted } = await runScript(skill, name);
    expect(interrupted?.message).toContain(`nothing tells how to run ${name}. Give it a known extension or a #! line`);
  }
});

test("bad input 24: without an interpreter the answer names those that exist and what to install", async () => {
  const skill = await folderWith({ "a.rb": "puts 1" });
  const programs = await folderWith();
  await symlink("/bin/sh", join(programs, "sh"));
  const { interrupted } = await runScript(skill, "a.rb", { parentEnvironment: { PATH: programs } });
  expect(interrupted?.code).toBe("script_not_started");
  expect(interrupted?.message).toBe(
    'Failed to execute script: a.rb needs ruby, which does not work here. Install ruby, or name a program in the executor\'s option interpreters, such as {".lua": ["lua"]}. Interpreters that exist: node, sh',
  );
});

test("a program that is installed meanwhile is found", async () => {
  const skill = await folderWith({ "a.rb": "x" });
  const programs = await folderWith({ "later*": "#!/bin/sh\necho ruby $#" });
  const executor = localExecutor({ parentEnvironment: { PATH: programs } });
  const request = { skillName: "test", scriptName: "a.rb", directory: skill };
  expect((await executor.execute(request, {})).interrupted?.code).toBe("script_not_started");
  await symlink("later", join(programs, "ruby"));
  expect((await executor.execute(request, {})).stdout).toBe("ruby 1\n");
});

test("more interpreters can be given, also in place of the usual ones", async () => {
  const skill = await folderWith({ "a.txt": "text", "a.js": "js", "a.ts": "ts" });
  const interpreters = { ".txt": ["cat", "-n"], ".js": ["cat"], ".ts": ["cat"] };
  expect((await runScript(skill, "a.txt", { interpreters })).stdout).toBe("     1\ttext");
  expect((await runScript(skill, "a.js", { interpreters })).stdout).toBe("js");
  expect((await runScript(skill, "a.ts", { interpreters })).stdout).toBe("ts");
});

test.skipIf(!hasPerl)("A45: Perl", async () => {
  const skill = await folderWith({ "a.pl": 'print "perl @ARGV"' });
  expect((await runScript(skill, "a.pl", { args: ["1"] })).stdout).toBe("perl 1");
});

const PRINT_PYTHON = "import sys; print(sys.executable, *sys.argv[1:])";

/** A folder with a program that counts its calls and hands them on, as a shim does. */
async function createShim(name: string): Promise<{ folder: string; program: string; calls(): Promise<number> }> {
  const folder = await folderWith({
    [`${name}*`]: `#!/bin/sh\necho call >> "$(dirname "$0")/log"\nexec '${python}' "$@"`,
  });
  const calls = async () => (await readFile(join(folder, "log"), "utf8")).trim().split("\n").length;
  return { folder, program: join(folder, name), calls };
}

test.skipIf(!hasPython)("A45: Python is asked for its real path once", async () => {
  const skill = await folderWith({ "a.py": PRINT_PYTHON });
  const shim = await createShim("python3");
  const executor = localExecutor({ parentEnvironment: { PATH: `${shim.folder}:${PATH}` } });
  const request = { skillName: "test", scriptName: "a.py", directory: skill, args: ["x"] };
  const run = async () => (await executor.execute(request, {})).stdout;
  expect(await Promise.all([run(), run()])).toEqual([`${python} x\n`, `${python} x\n`]);
  expect(await run()).toBe(`${python} x\n`);
  expect(await shim.calls()).toBe(1);
});

test.skipIf(!hasPython)("A45: a Python that does not work is passed over", async () => {
  const skill = await folderWith({ "a.py": PRINT_PYTHON });
  const broken = await folderWith({ "python3*": "#!/bin/sh\nexit 9009" });
  const shim = await createShim("python");
  const result = await runScript(skill, "a.py", {
    parentEnvironment: { PATH: `${broken}:${shim.folder}:/usr/bin:/bin` },
  });
  expect(result.stdout).toBe(`${python}\n`);
});

test.skipIf(!hasPython)("A45: the option pythonPath comes first, then the variable PYTHON", async () => {
  const skill = await folderWith({ "a.py": PRINT_PYTHON });
  const [chosen, preferred, usual] = await Promise.all([
    createShim("mine"),
    createShim("yours"),
    createShim("python3"),
  ]);
  const parentEnvironment = { PATH: `${usual.folder}:${PATH}`, PYTHON: preferred.program };
  await runScript(skill, "a.py", { parentEnvironment, pythonPath: chosen.program });
  expect(await chosen.calls()).toBe(1);
  await runScript(skill, "a.py", { parentEnvironment });
  expect(await preferred.calls()).toBe(1);
  await expect(usual.calls()).rejects.toThrow("ENOENT");
});

test("A45: a pythonPath that does not work is named", async () => {
  const skill = await folderWith({ "a.py": PRINT_PYTHON });
  const { interrupted } = await runScript(skill, "a.py", { pythonPath: "/no/python" });
  expect(interrupted?.message).toMatch(/^Failed to execute script: a.py needs \/no\/python, which does not work here/);
});

test.skipIf(!hasPython)("Python prints UTF-8 at once and leaves no __pycache__", async () => {
  const skill = await folderWith({
    "a.py": "import helper, os; print('ünï'); print(os.listdir('.'))",
    "helper.py": "",
  });
  const { stdout } = await runScript(skill, "a.py", { parentEnvironment: { PATH, LC_ALL: "C" } });
  expect(stdout).toContain("ünï");
  expect(stdout).not.toContain("__pycache__");
});
