import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { loadSkills, memory } from "@skillplug/core";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { abortAfterLines, runScript } from "./scripts.js";

const notesOf = async (files: Readonly<Record<string, string>>, name: string, options = {}) =>
  (await runScript(await folderWith(files), name, options)).notes;

describe.skipIf(!hasProgram("python3"))("a module of Python (needs python3)", () => {
  const missing = "import no_such_module_here.part\n";
  const block = '# /// script\n# dependencies = ["no-such<3; python_version<\'3\'", "rich"]\n# ///\n';
  /** As on a machine without uv. */
  const withoutUv = async () => ({ pythonPath: "python3" });

  test("that the script declares: its packages are named", async () => {
    expect(await notesOf({ "scripts/a.py": block + missing }, "scripts/a.py", await withoutUv())).toEqual([
      'Python has no module no_such_module_here here. The script declares its packages: install uv, which runs it with them, or: pip install "no-such<3" rich',
    ]);
  });

  test("that is too old for what the script asks for: the version is named", async () => {
    const script = (version: string, code: string) => ({
      "a.py": `# /// script\n# requires-python = "${version}"\n# ///\n${code}`,
    });
    const note = "the script asks for Python >=3.12. Where this one is older, install uv, which gets one";
    expect(await notesOf(script(">=3.12", "def f[T:\n"), "a.py")).toEqual([note]);
    expect(await notesOf(script(">=3.12", "from os import no_such"), "a.py")).toEqual([note]);
    expect(await notesOf(script(">=3.12", "1 / 0"), "a.py")).toBeUndefined();
    expect(await notesOf(script("x]", "def f[T:\n"), "a.py")).toBeUndefined();
  });

  test("is told of what a script printed last, whatever white space follows", async () => {
    const code = (after: string) =>
      `import sys\nsys.stderr.write("ModuleNotFoundError: No module named 'x'" + ${after})\nexit(1)`;
    expect(await notesOf({ "a.py": code('" \\n" * 9000') }, "a.py")).toEqual([
      expect.stringMatching(/no module x here/),
    ]);
    expect(await notesOf({ "a.py": code('"\\n" + "-" * 9000') }, "a.py")).toBeUndefined();
    const noisy = 'import sys\nsys.stderr.write("-" * 9000 + "\\n")\n';
    expect(await notesOf({ "a.py": noisy + missing }, "a.py")).toEqual([
      expect.stringMatching(/no module no_such_module_here here/),
    ]);
  });

  test.each(["requirements.txt", "scripts/requirements.txt"])("that %s of the skill lists", async (list) => {
    const skill = await folderWith({
      "scripts/a.py": missing,
      [list]: "# these\nno-such>=1 # why\n-r more.txt\n\nrich\n",
    });
    expect((await runScript(skill, "scripts/a.py")).notes).toEqual([
      `Python has no module no_such_module_here here. ${list} of the skill lists no-such>=1, rich: pip install -r ${join(skill, list)}`,
    ]);
  });

  test.skipIf(process.platform === "win32")("that a list names whose path a shell must be told in quotes", async () => {
    const outer = await folderWith({ "it's $HOME/a.py": missing, "it's $HOME/requirements.txt": "rich" });
    const [note = ""] = (await runScript(join(outer, "it's $HOME"), "a.py")).notes ?? [];
    const [, path] = /pip install -r (.+)$/.exec(note) ?? [];
    expect(execFileSync("sh", ["-c", `cat ${path}`], { encoding: "utf8" })).toBe("rich");
  });

  test("that a skill lists which is gone after the run: its packages are named, and no path", async () => {
    const scripts = [{ name: "a.py", content: missing }];
    const resources = [{ name: "requirements.txt", content: "no-such>=1\nrich" }];
    const skill = { name: "s", description: "Works.", content: "", scripts, resources };
    const toolset = await loadSkills(memory([skill]), { workFolder: await folderWith() });
    await expect(toolset.runSkillScript("s", "a.py")).rejects.toThrow(
      'requirements.txt of the skill lists no-such>=1, rich: pip install "no-such>=1" rich]',
    );
  });

  test("that nothing names is named itself", async () => {
    expect(await notesOf({ "a.py": missing }, "a.py")).toEqual([
      "Python has no module no_such_module_here here. Install the package that has it, with pip install and its name",
    ]);
  });

  test("whose package is called otherwise names that", async () => {
    const code = "raise ModuleNotFoundError(\"No module named 'PIL.Image'\")";
    expect(await notesOf({ "a.py": code }, "a.py")).toEqual([
      "Python has no module PIL.Image here. Install its package: pip install pillow",
    ]);
  });

  test("that the skill has itself is no package to be installed", async () => {
    for (const own of ["own/part.py", "scripts/own/part.py", "scripts/deep/own.py"]) {
      const files = { "scripts/deep/a.py": "import sys; sys.path.clear(); import own.part", [own]: "" };
      const result = await runScript(await folderWith(files), "scripts/deep/a.py");
      expect([result.stderr.includes("No module named 'own'"), result.notes]).toEqual([true, undefined]);
    }
  });

  test.each([
    [
      "printed by a script that succeeds",
      "import sys; print(\"ModuleNotFoundError: No module named 'x'\", file=sys.stderr)",
    ],
    [
      "printed ahead of another end",
      "import sys; print(\"ModuleNotFoundError: No module named 'x'\", file=sys.stderr); 1 / 0",
    ],
    ["printed to stdout", "import sys; print(\"ModuleNotFoundError: No module named 'x'\"); sys.exit(1)"],
  ])("whose words are %s is not missing", async (_, code) => {
    expect(await notesOf({ "a.py": code }, "a.py")).toBeUndefined();
  });
});

describe("a package of Node", () => {
  test.each([
    ["scripts/a.mjs", 'import "@no/such-package/part.js";'],
    ["scripts/a.cjs", 'require("@no/such-package");'],
    ["scripts/a.ts", 'import x from "@no/such-package"; console.log(x);'],
  ])("that %s needs is named, with the place for it", async (name, code) => {
    expect(await notesOf({ [name]: code }, name)).toEqual([
      "Node finds no package @no/such-package from the script. In the skill's folder: npm install @no/such-package",
    ]);
    const listed = { [name]: code, "scripts/package.json": '{"dependencies": {"@no/such-package": "1"}}' };
    expect(await notesOf(listed, name)).toEqual([
      "Node finds no package @no/such-package from the script. In the skill's folder scripts: npm install",
    ]);
  });

  test("is no file of the skill, and nothing that a script prints", async () => {
    expect(await notesOf({ "a.mjs": 'import "./beside.js";' }, "a.mjs")).toBeUndefined();
    const printed = `console.error("Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x' imported from y")`;
    expect(await notesOf({ "a.mjs": printed }, "a.mjs")).toBeUndefined();
  });
});

describe("a command", () => {
  test.each([
    ["a.sh", "no-such-command --x | cat; exit 127"],
    ["b.sh", "#!/bin/sh\nno-such-command"],
    ["c.sh", "env no-such-command"],
  ])("that %s needs is named", async (name, code) => {
    expect(await notesOf({ [name]: code }, name)).toEqual([
      "the command no-such-command is not on this machine. Install it",
    ]);
  });

  test.each([
    ["as the last that a shell says", "no-such-command || exit 3", true],
    ["as bash says it", "echo 'a.sh: line 3: no-such-command: command not found' >&2; exit 1", true],
    ["as zsh says it", "echo 'zsh: command not found: no-such-command' >&2; exit 1", true],
    ["before something else went wrong", "no-such-command; echo 'no input' >&2; exit 3", false],
    ["in words of the script's own", "echo 'key: no-such-command: not found' >&2; exit 3", false],
    ["though it is there", "echo 'a.sh: line 3: sh: command not found' >&2; exit 1", false],
  ])("is missing with another exit code than 127 %s: %s", async (_, code, isMissing) => {
    const told = isMissing ? ["the command no-such-command is not on this machine. Install it"] : undefined;
    expect(await notesOf({ "a.sh": code }, "a.sh")).toEqual(told);
  });

  test.skipIf(process.platform === "win32")("is not missed in a script that was interrupted", async () => {
    const ending = "no-such-command; trap 'exit 127' TERM; echo ready; while :; do sleep 0.02; done";
    // What it printed to stderr is a line as well.
    const result = await abortAfterLines(2, ending);
    expect([result.exitCode, result.stderr.includes("not found"), result.notes]).toEqual([127, true, undefined]);
  });

  const pythonNote = [
    "Python found neither a program nor a working folder no-such-program. Where it is a program, install it",
  ];
  const note = ["the command no-such-program is not on this machine. Install it"];

  test.skipIf(!hasProgram("python3")).each([
    ["subprocess.run", 'import subprocess\nsubprocess.run(["no-such-program", "x"])'],
    [
      "a wrapper",
      'import subprocess\ntry:\n  1 / 0\nexcept ZeroDivisionError:\n  subprocess.check_output("no-such-program")',
    ],
    ["nothing, as the working folder is missing", 'import subprocess\nsubprocess.run(["sh"], cwd="no-such-program")'],
    [
      "asyncio",
      'import asyncio\nasync def f():\n  await asyncio.create_subprocess_exec("no-such-program")\nasyncio.run(f())',
    ],
  ])("that Python was to start by %s is named (needs python3)", async (_, code) => {
    expect(await notesOf({ "a.py": code }, "a.py")).toEqual(pythonNote);
  });

  test.skipIf(!hasProgram("python3")).each([
    ["a file that a script opens", 'open("input.csv")'],
    [
      "a file that it opens after it has printed the like",
      'import sys\nprint(\'  File "/x/subprocess.py", line 1, in _execute_child\', file=sys.stderr)\nopen("input.csv")',
    ],
    ["a path", 'import subprocess\nsubprocess.run(["./no-such-program"])'],
    ["a whole command", 'import subprocess\nsubprocess.run("no-such-program x")'],
    ["a file beside the script", 'import subprocess\nsubprocess.run(["beside.sh"])'],
    ["a file of the skill", 'import subprocess\nsubprocess.run(["above.sh"])'],
    ["a folder that a program on the PATH was to run in", 'import subprocess\nsubprocess.run(["x"], cwd="sh")'],
    [
      "told by the script itself",
      'import subprocess, sys\ntry:\n  subprocess.run(["no-such-program"])\nexcept OSError as error:\n  sys.exit(str(error))',
    ],
  ])("that Python does not find is no command where it is %s (needs python3)", async (_, code) => {
    const skill = await folderWith({ "scripts/a.py": code, "scripts/beside.sh": "", "above.sh": "" });
    const result = await runScript(skill, "scripts/a.py", { cwd: await folderWith() });
    expect([result.stderr.includes("No such file"), result.notes]).toEqual([true, undefined]);
  });

  test.skipIf(!hasProgram("python3"))("is no file of the work folder (needs python3)", async () => {
    const cwd = await folderWith({ "tool.sh": "" });
    const files = { "a.py": 'import subprocess\nsubprocess.run(["tool.sh"])' };
    expect(await notesOf(files, "a.py", { cwd })).toBeUndefined();
    expect(await notesOf(files, "a.py")).toEqual([
      expect.stringContaining("neither a program nor a working folder tool.sh"),
    ]);
  });

  test.each([
    ["spawn", 'import { spawn } from "node:child_process"; spawn("no-such-program", ["x"]);'],
    ["execFileSync", 'import { execFileSync } from "node:child_process"; execFileSync("no-such-program");'],
    [
      "spawnSync, and told in its own words",
      'import { spawnSync } from "node:child_process"; const { error } = spawnSync("no-such-program"); console.error("Failed: " + error.message); process.exit(2);',
    ],
  ])("that Node was to start by %s is named", async (_, code) => {
    expect(await notesOf({ "a.mjs": code }, "a.mjs")).toEqual(note);
  });

  test.each([
    ["a path", 'spawn("./no-such-program");'],
    ["a program that is there, whose working folder is missing", 'spawn("sh", { cwd: "no-such-folder" });'],
    ["a file of the skill", 'spawn("beside.sh");'],
  ])("that Node does not find is no command where it is %s", async (_, code) => {
    const files = { "a.mjs": `import { spawn } from "node:child_process"; ${code}`, "beside.sh": "" };
    const result = await runScript(await folderWith(files), "a.mjs");
    expect([result.stderr.includes("ENOENT"), result.notes]).toEqual([true, undefined]);
  });

  test("that the first line asks for is named where another ran the script and it failed", async () => {
    const failing = "#!/usr/bin/env no-such-program\nprocess.exit(2)";
    expect(await notesOf({ "a.mjs": failing }, "a.mjs")).toEqual([
      "its first line asks for no-such-program, which is not on this machine: another program ran it. Install no-such-program",
    ]);
    const own = { "a.mjs": "#!/usr/bin/env no-such-program\nimport 'no-such-program';" };
    expect(await notesOf(own, "a.mjs")).toEqual([expect.stringMatching(/^its first line asks for no-such-program/)]);
    expect(await notesOf({ "a.mjs": "#!/usr/bin/env no-such-program\n" }, "a.mjs")).toBeUndefined();
  });
});
