import { join } from "node:path";
import { hasProgram } from "@skillplug/testing/has-program";
import { folderWith } from "@skillplug/testing/temporary-folder";
import { describe, expect, test } from "vitest";
import { isPackageModule, readDeclaredPackages } from "../../../src/node/processes/python-script.js";
import { runScript } from "./scripts.js";

describe("PEP 723", () => {
  const block = (...lines: string[]) => ["# /// script", ...lines, "# ///", "print(1)"].join("\n");

  test("the block tells packages and versions, wherever it stands", async () => {
    const text = `#!/usr/bin/env python3\n"""Licence."""\n${block('# requires-python = ">=3.12"', "#", "# dependencies = [", '#   "rich",  # colours', "#   'httpx<1',", "# ]")}`;
    expect(await readDeclaredPackages(text)).toEqual({ packages: ["rich", "httpx<1"], python: ">=3.12" });
    expect(await readDeclaredPackages(block("# [tool.uv]", "# x = 1"))).toEqual({ packages: [], python: undefined });
    expect(await readDeclaredPackages(block("# dependencies = [1, 'a']"))).toMatchObject({ packages: ["a"] });
  });

  test.each([
    ["another block", "# /// tool\n# dependencies = ['a']\n# ///\n"],
    ["no end", "# /// script\n# dependencies = ['a']\nprint(1)"],
    ["no comment inside", "# /// script\ndependencies = ['a']\n# ///\n"],
    ["no TOML", block("# dependencies = [")],
    ["nothing", "print(1)"],
  ])("with %s nothing is declared", async (_, text) => {
    expect(await readDeclaredPackages(text)).toBeUndefined();
  });
});

test.each([
  ["scripts/tool.py", "from .words import greet", true],
  ["scripts/tool.py", "from words import greet", false],
  // What lies in no folder of the skill is in no package, and neither is what Python cannot name.
  ["tool.py", "from .words import greet", false],
  ["scripts/tool.v2.py", "from .words import greet", false],
])("whether %s with %j is a module of a package: %j", (path, head, is) => {
  expect(isPackageModule({ path: join("/skill", path), directory: "/skill" }, head)).toBe(is);
});

describe.skipIf(!hasProgram("python3"))("modules of the skill (needs python3)", () => {
  const files = {
    "scripts/tool.py":
      "import os, sys\nfrom scripts.shared.words import greet\nprint(greet(sys.argv[1]), os.path.basename(sys.argv[0]))",
    "scripts/relative.py":
      "import sys\nfrom .shared.words import greet\nimport beside\nif __name__ == '__main__': print(greet(sys.argv[1]), __package__, sys.argv[0] == __file__)",
    "scripts/beside.py": "",
    "scripts/shared/words.py": "from ..shared import more\ndef greet(name): return more.HELLO + name",
    "scripts/shared/more.py": "HELLO = 'Hello '",
  };
  /** What the working folder and what is installed have under the same names. */
  const decoys = {
    "scripts/__init__.py": "raise SystemExit('another package')",
    "scripts/relative.py": "print('another file')",
    "scripts/shared/words.py": "raise SystemExit('another module')",
    "runpy.py": "raise SystemExit('another runpy')",
  };

  test("from scripts.x import y finds the skill's own, wherever the script works", async () => {
    const [skill, cwd] = [await folderWith(files), await folderWith(decoys)];
    const result = await runScript(skill, "scripts/tool.py", { args: ["you"], cwd });
    expect(result).toMatchObject({ exitCode: 0, stdout: "Hello you tool.py\n" });
  });

  test("a script that imports from beside it by a full stop runs as a module, and never one of the working folder", async () => {
    const [skill, cwd] = [await folderWith(files), await folderWith(decoys)];
    const env = { PYTHONPATH: await folderWith({ "scripts/__init__.py": "raise SystemExit('installed')" }) };
    const result = await runScript(skill, "scripts/relative.py", { args: ["you"], cwd, env });
    expect(result).toMatchObject({ exitCode: 0, stdout: "Hello you scripts True\n", stderr: "" });
    const package_ = await folderWith({ ...files, "scripts/__init__.py": "print('own package')" });
    const asPackage = await runScript(package_, "scripts/relative.py", { args: ["you"], cwd });
    expect(asPackage.stdout).toBe("own package\nHello you scripts True\n");
  });

  test("the skill's folder goes before an inherited PYTHONPATH, which stays, and the working folder is not on it", async () => {
    const skill = await folderWith({ "scripts/a.py": "import sys; print(sys.path[1:3])", "own.py": "" });
    const other = await folderWith({ "own.py": "" });
    const printed = await runScript(skill, "scripts/a.py", { env: { PYTHONPATH: other }, cwd: other });
    expect(printed.stdout).toBe(`['${skill}', '${other}']\n`);
    expect((await runScript(skill, "scripts/a.py", { cwd: other })).stdout).not.toContain(other);
  });

  test("a folder with a colon in its name is not put on it, as half of it would lead into the working folder", async () => {
    const root = await folderWith({ "a:b/scripts/a.py": "import os; print('PYTHONPATH' in os.environ)" });
    expect((await runScript(`${root}/a:b`, "scripts/a.py")).stdout).toBe("False\n");
  });
});
