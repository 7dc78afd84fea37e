import { readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, onTestFinished, test } from "vitest";
import { localExecutor } from "../../../src/node/processes/local-executor.js";
import { runScript } from "./scripts.js";

const PATH = process.env["PATH"] ?? "";

/** A program that prints its name and its arguments, but for the way to the script, and that names itself when it is asked as a Python. */
const STUB = `#!/bin/sh
case "$1" in -c) echo "$0";; *) echo "\${0##*/}" "$@" | sed 's| /.*/| |';; esac`;

/** A folder with programs of these names, as the PATH of a machine that has nothing else but what \`STUB\` needs. */
async function machineWith(...names: readonly string[]): Promise<{ PATH: string }> {
  const folder = await folderWith(Object.fromEntries(names.map((name) => [`${name}*`, STUB])));
  await symlink("/bin/sed", join(folder, "sed")).catch(() => symlink("/usr/bin/sed", join(folder, "sed")));
  return { PATH: folder };
}

describe("the extension tells the program, where no first line names one that is here", () => {
  const everything = ["python3", "bash", "sh", "ruby", "perl", "pwsh"];
  test.each([
    ["a.py", "python3 a.py"],
    ["a.sh", "bash a.sh"],
    ["a.bash", "bash a.bash"],
    ["a.rb", "ruby a.rb"],
    ["a.pl", "perl a.pl"],
    ["a.ps1", "pwsh -NoProfile -NonInteractive -File a.ps1"],
    ["A.RB", "ruby A.RB"],
  ])("A45: %s by %s", async (name, printed) => {
    const skill = await folderWith({ [name]: "#!/no/such/program" });
    const parentEnvironment = await machineWith(...everything);
    expect(await runScript(skill, name, { args: ["1"], parentEnvironment })).toMatchObject({
      stdout: `${printed} 1\n`,
    });
  });

  test.each(["a.zsh", "a.php", "a.lua", "a.r"])("%s", async (name) => {
    const parentEnvironment = await machineWith("zsh", "php", "lua", "Rscript");
    const skill = await folderWith({ [name]: "" });
    expect((await runScript(skill, name, { parentEnvironment })).stdout).toMatch(
      new RegExp(`^(zsh|php|lua|Rscript) ${name}\n$`),
    );
  });

  test.each(["a.sh", "a.bash"])("A45: without bash, %s by sh", async (name) => {
    const skill = await folderWith({ [name]: "" });
    const { stdout } = await runScript(skill, name, { parentEnvironment: await machineWith("sh") });
    expect(stdout).toBe(`sh ${name}\n`);
  });

  test("A45: JavaScript by this Node, in its three forms", async () => {
    const skill = await folderWith({
      "a.mjs": "console.log(typeof import.meta)",
      "a.cjs": "console.log(typeof require)",
      "A.JS": "console.log(process.execPath)",
    });
    const printed = async (name: string) =>
      (await runScript(skill, name, { parentEnvironment: { PATH: "/no/path" } })).stdout.trim();
    expect(await Promise.all(["a.mjs", "a.cjs", "A.JS"].map(printed))).toEqual([
      "object",
      "function",
      process.execPath,
    ]);
  });

  test.skipIf(!hasProgram("bash"))("A45: .bash really by bash (needs bash)", async () => {
    const skill = await folderWith({ "a.bash": "[[ -n $BASH_VERSION ]] && echo bash" });
    expect((await runScript(skill, "a.bash")).stdout).toBe("bash\n");
  });

  test.skipIf(!hasProgram("perl"))("A45: .pl really by Perl (needs perl)", async () => {
    const skill = await folderWith({ "a.pl": 'print "perl @ARGV"' });
    expect((await runScript(skill, "a.pl", { args: ["1"] })).stdout).toBe("perl 1");
  });
});

describe("the #! line goes before the extension", () => {
  test.each([
    ["a.py", "#!/usr/bin/env dialect", "dialect a.py"],
    ["a.rb", "#!/usr/bin/env -S dialect --flag", "dialect --flag a.rb"],
    ["a.ts", "#!/usr/bin/env bun", "bun a.ts"],
    ["a.js", "#!/usr/bin/env -S bun run", "bun run a.js"],
    ["a.sh", "#!/no/such/folder/sh -e", "sh -e a.sh"],
    ["a.py", "\uFEFF#!/usr/bin/env dialect\r\nprint(1)\r\n", "dialect a.py"],
    ["a.py", "#!/usr/bin/env python3.11", "python3.11 a.py"],
    ["a.py", "#!/usr/bin/python -u", "python3 -u a.py"],
    ["a.py", "#!/usr/bin/env python3.99", "python3 a.py"],
    ["a.py", "#!/usr/bin/env -S uv run --script", "uv run --script a.py"],
    ["a", "#!/usr/bin/env -S uv run --quiet --script", "uv run --quiet --script a"],
    ["a.sh", "#!", "bash a.sh"],
  ])("%s with %s", async (name, line, printed) => {
    const skill = await folderWith({ [name]: line });
    const parentEnvironment = await machineWith("bash", "sh", "python3", "python3.11", "uv", "bun", "dialect", "ruby");
    expect((await runScript(skill, name, { parentEnvironment })).stdout).toBe(`${printed}\n`);
  });

  test("what stands in its place is that very program, also one in a folder of its own", async () => {
    const tools = await folderWith({ "bash*": "#!/bin/sh\necho in its place" });
    const skill = await folderWith({ "a.sh": `#!${tools}/bash` });
    const parentEnvironment = await machineWith("bash", "sh");
    expect((await runScript(skill, "a.sh", { parentEnvironment })).stdout).toBe("in its place\n");
  });

  test("node is the one of this program, also where another stands in its place", async () => {
    const tools = await folderWith({ "node*": "#!/bin/sh\necho another" });
    const skill = await folderWith({ a: `#!${tools}/node\nconsole.log(process.execPath)` });
    expect((await runScript(skill, "a")).stdout).toBe(`${process.execPath}\n`);
  });

  test("the host's own interpreters and pythonPath win over it", async () => {
    const skill = await folderWith({
      "a.py": "#!/usr/bin/env python3.11",
      "b.py": "#!/usr/bin/env -S uv run --script",
      "c.py": '# /// script\n# dependencies = ["rich"]\n# ///\n',
      "d.ts": "#!/usr/bin/env bun",
    });
    const parentEnvironment = await machineWith("python3", "python3.11", "uv", "bun", "mine");
    const options = { parentEnvironment, pythonPath: "mine", interpreters: { ".ts": ["mine", "--ts"] } };
    const printed = ["a.py", "b.py", "c.py", "d.ts"].map(
      async (name) => (await runScript(skill, name, options)).stdout,
    );
    expect(await Promise.all(printed)).toEqual(["mine a.py\n", "mine b.py\n", "mine c.py\n", "mine --ts d.ts\n"]);
  });

  test.skipIf(!hasProgram("bun"))("bun really runs what asks for it (needs bun)", async () => {
    const skill = await folderWith({ "a.ts": "#!/usr/bin/env bun\nconsole.log(await Promise.resolve(typeof Bun))" });
    expect((await runScript(skill, "a.ts")).stdout).toBe("object\n");
  });

  test("TypeScript that asks for node, tsx or npx tsx runs as any TypeScript does", async () => {
    for (const line of ["#!/usr/bin/env node", "#!/usr/bin/env tsx", "#!/usr/bin/env -S npx -y tsx"]) {
      const skill = await folderWith({ "a.ts": `${line}\nconst x: string = "typed"; console.log(x)` });
      expect((await runScript(skill, "a.ts")).stdout).toBe("typed\n");
    }
  });

  test("variables that env sets stand in the command, for whoever approves it", async () => {
    const skill = await folderWith({ "a.sh": `#!/usr/bin/env -S TOWN="San \\"Juan" sh\necho "$TOWN"` });
    const executor = localExecutor();
    const request = { skillName: "test", scriptName: "a.sh", directory: skill };
    expect((await executor.execute(request, {})).stdout).toBe('San "Juan\n');
    expect((await executor.describe?.(request))?.slice(1)).toEqual([
      'TOWN=San "Juan',
      expect.stringMatching(/\/sh$/),
      "a.sh",
    ]);
  });
});

describe("packages that a Python script declares", () => {
  const script = (dependencies: string) =>
    `#!/usr/bin/env python3\n# /// script\r\n# requires-python = ">=3.8"\r\n# dependencies = ${dependencies}\r\n# ///\r\nimport sys\n`;

  test("uv runs it where it is here, and plain Python where it is not", async () => {
    const skill = await folderWith({ "a.py": script('[\n#   "rich",\n# ]') });
    const both = await machineWith("python3", "uv");
    expect((await runScript(skill, "a.py", { parentEnvironment: both })).stdout).toBe("uv run --script a.py\n");
    const alone = await machineWith("python3");
    expect((await runScript(skill, "a.py", { parentEnvironment: alone })).stdout).toBe("python3 a.py\n");
  });

  test("without packages, or with a block that cannot be read, it is plain Python", async () => {
    const skill = await folderWith({ "none.py": script("[]"), "broken.py": script("[") });
    const parentEnvironment = await machineWith("python3", "uv");
    for (const name of ["none.py", "broken.py"])
      expect((await runScript(skill, name, { parentEnvironment })).stdout).toBe(`python3 ${name}\n`);
  });
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

test("A45: a program that a #! line names is taken from its place, and its flags go along wherever it is", async () => {
  const tools = await folderWith({ "tool*": `#!/bin/sh\necho in its place "$1"` });
  const skill = await folderWith({
    here: `#!${tools}/tool --flag\n`,
    moved: "#!/no/such/folder/tool --flag\n",
  });
  const parentEnvironment = await machineWith("tool");
  expect((await runScript(skill, "here", { parentEnvironment })).stdout).toBe("in its place --flag\n");
  expect((await runScript(skill, "moved", { parentEnvironment })).stdout).toBe("tool --flag moved\n");
});

test("A45: a long #! line is read whole", async () => {
  const tools = await folderWith({ "tool*": `#!/bin/sh\necho "$2"` });
  const begin = `#!${tools}/tool `;
  const line = `${begin}${"x".repeat(256 - begin.length - " --end".length)} --end`;
  const skill = await folderWith({ script: line });
  expect([line.length, (await runScript(skill, "script")).stdout]).toEqual([256, "--end\n"]);
});

test.skipIf(process.platform !== "linux")(
  "a script whose first line was read is not held open (needs Linux)",
  async () => {
    const skill = await folderWith({ script: "#!/bin/sh\n" });
    await runScript(skill, "script");
    const descriptors = await readdir("/proc/self/fd");
    const opened = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
    expect(opened).not.toContain(join(skill, "script"));
  },
);

test("A45: a program without a #! line is run directly where it may be executed", async () => {
  const skill = await folderWith({
    "plain*": "echo direct",
    "data.bin": "echo not run",
    "empty-line": "#!\necho not run",
    "only-env": "#!/usr/bin/env\necho not run",
  });
  expect((await runScript(skill, "plain")).stdout).toBe("direct\n");
  const parentEnvironment = await machineWith("sh");
  for (const name of ["data.bin", "empty-line", "only-env"]) {
    const { interrupted } = await runScript(skill, name, { parentEnvironment });
    expect(interrupted?.message).toContain(`nothing tells how to run ${name}. Give it a known extension or a #! line`);
  }
});

test("bad input 24: without an interpreter the answer names those that exist and what to install", async () => {
  // What may be executed is not tried as a program where its extension names one.
  const skill = await folderWith({ "a.rb*": "puts 1", "a.sh": "echo" });
  const refusal = async (name: string, ...programs: string[]) => {
    const { interrupted } = await runScript(skill, name, { parentEnvironment: await machineWith(...programs) });
    return interrupted;
  };
  expect(await refusal("a.rb", "sh", "perl")).toEqual({
    code: "script_not_started",
    message:
      'Failed to execute script: a.rb needs ruby, which does not work here. Install ruby, or name a program in the executor\'s option interpreters, such as {".lua": ["lua"]}. Interpreters that exist: node, sh, perl',
  });
  expect((await refusal("a.sh"))?.message).toMatch(
    /a\.sh needs bash or sh, which does not work here\. Install bash or sh,.* that exist: node$/,
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

test("a folder, and a file that may not be executed, are no program", async () => {
  const skill = await folderWith({ "a.rb": "x" });
  const none = await folderWith({ ruby: "#!/bin/sh\necho not executable" });
  const folder = await folderWith({ "ruby/x": "" });
  const parentEnvironment = await machineWith("ruby");
  const places = { PATH: `:${none}:${folder}:${parentEnvironment.PATH}` };
  expect((await runScript(skill, "a.rb", { parentEnvironment: places })).stdout).toBe("ruby a.rb\n");
});

test("an empty part of PATH does not stand for the folder that this program happens to be in", async () => {
  const skill = await folderWith({ "a.rb": "x", "ruby*": "#!/bin/sh\necho evil" });
  const { PATH: programs } = await machineWith("ruby");
  const before = process.cwd();
  process.chdir(skill);
  onTestFinished(() => process.chdir(before));
  const parentEnvironment = { PATH: `:${programs}` };
  expect((await runScript(skill, "a.rb", { parentEnvironment })).stdout).toBe("ruby a.rb\n");
});

test("more interpreters can be given, also in place of the usual ones", async () => {
  const skill = await folderWith({ "a.txt": "text", "a.js": "js", "a.ts": "ts" });
  const interpreters = { ".txt": ["cat", "-n"], ".js": ["cat"], ".ts": ["cat"] };
  expect((await runScript(skill, "a.txt", { interpreters })).stdout).toBe("     1\ttext");
  expect((await runScript(skill, "a.js", { interpreters })).stdout).toBe("js");
  expect((await runScript(skill, "a.ts", { interpreters })).stdout).toBe("ts");
  const { interrupted } = await runScript(skill, "a.txt", { interpreters: { ".txt": ["no-such-program"] } });
  expect(interrupted?.message).toContain("a.txt needs no-such-program, which does not work here");
});

describe("Python", () => {
  /** A stand-in, as a shim is: it tells another path as its real one. Also how often it was called. */
  async function pythonNamed(name: string) {
    const folder = await folderWith({
      [`${name}*`]: `#!/bin/sh\ncd "\${0%/*}" && echo call >> log && echo "$PWD/real"`,
      "real*": `#!/bin/sh\necho "${name}:" "$2"`,
    });
    const calls = async () => (await readFile(join(folder, "log"), "utf8")).trim().split("\n").length;
    return { folder, program: join(folder, name), calls };
  }

  test("A45: it is asked for its real path once, which then runs the scripts", async () => {
    const skill = await folderWith({ "a.py": "" });
    const python = await pythonNamed("python3");
    const executor = localExecutor({ parentEnvironment: { PATH: `${python.folder}:${PATH}` } });
    const request = { skillName: "test", scriptName: "a.py", directory: skill, args: ["x"] };
    const run = async () => (await executor.execute(request, {})).stdout;
    expect(await Promise.all([run(), run()])).toEqual(["python3: x\n", "python3: x\n"]);
    expect(await run()).toBe("python3: x\n");
    expect(await python.calls()).toBe(1);
  });

  test("A45: one that does not work is passed over", async () => {
    const skill = await folderWith({ "a.py": "" });
    const broken = await folderWith({ "python3*": "#!/bin/sh\nexit 9009" });
    const python = await pythonNamed("python");
    const parentEnvironment = { PATH: `${broken}:${python.folder}:/usr/bin:/bin` };
    expect((await runScript(skill, "a.py", { parentEnvironment, args: ["x"] })).stdout).toBe("python: x\n");
  });

  test("A45: one that does not name itself runs the scripts itself", async () => {
    const skill = await folderWith({ "a.py": "" });
    const silent = await folderWith({ "python3*": `#!/bin/sh\n[ "$1" = -c ] || echo itself "$2"` });
    const parentEnvironment = { PATH: `${silent}:/usr/bin:/bin` };
    expect((await runScript(skill, "a.py", { parentEnvironment, args: ["x"] })).stdout).toBe("itself x\n");
  });

  test("A45: the option pythonPath comes first, then the variable PYTHON, then python3", async () => {
    const skill = await folderWith({ "a.py": "" });
    const [chosen, preferred, usual] = await Promise.all(["mine", "yours", "python3"].map(pythonNamed));
    const path = { PATH: `${usual?.folder}:${PATH}` };
    const parentEnvironment = { ...path, PYTHON: preferred?.program };
    const printed = async (options: object) => (await runScript(skill, "a.py", options)).stdout;
    expect(await printed({ parentEnvironment, pythonPath: chosen?.program })).toBe("mine: \n");
    expect(await printed({ parentEnvironment })).toBe("yours: \n");
    expect(await printed({ parentEnvironment: path })).toBe("python3: \n");
    expect(await printed({ parentEnvironment: { ...path, PYTHON: "/no/python" } })).toBe("python3: \n");
  });

  test("A45: it runs a #! line of python too", async () => {
    const skill = await folderWith({ a: "#!/usr/bin/env python\n" });
    const python = await pythonNamed("python3");
    const parentEnvironment = { PATH: `${python.folder}:/bin` };
    expect((await runScript(skill, "a", { parentEnvironment, args: ["x"] })).stdout).toBe("python3: x\n");
  });

  test("A45: a pythonPath that does not work is named, and no other is taken", async () => {
    const skill = await folderWith({ "a.py": "" });
    const { interrupted } = await runScript(skill, "a.py", { pythonPath: "/no/python" });
    expect(interrupted?.message).toMatch(
      /^Failed to execute script: a.py needs \/no\/python, which does not work here/,
    );
  });

  test.skipIf(!hasProgram("python3"))("it prints UTF-8 at once and leaves no __pycache__ (needs python3)", async () => {
    const skill = await folderWith({
      "a.py": "import helper, os; print('ünï'); print(os.listdir('.'))",
      "helper.py": "",
    });
    const { stdout } = await runScript(skill, "a.py", { parentEnvironment: { PATH, LC_ALL: "C" } });
    expect(stdout).toContain("ünï");
    expect(stdout).not.toContain("__pycache__");
  });
});
