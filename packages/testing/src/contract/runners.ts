// The part of the contract about which files of a skill run, and as what.
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasProgram } from "../has-program.js";
import { type Contract, ledgerScript } from "./contract.js";

/** Scripts as their authors declare them, other code files, and what is said of those that cannot run. */
export function testRunners({ folder, answerTo, expectSuccess, expectFailure }: Contract): void {
  const runs = (name: string) => answerTo({ tool: "run_skill_script", input: ledgerScript(name) });

  test("a script runs as its first line says, whatever its extension", async () => {
    await folder().write(
      "ledger/scripts/close.sh",
      "#!/usr/bin/env -S node --no-warnings\r\nconsole.log(process.execArgv[0]);\r\n",
    );
    expectSuccess(await runs("close.sh"), "--no-warnings");
  });

  test("a code file runs by its path wherever it lies in the skill, and is listed as a resource", async () => {
    await folder().write("ledger/resources/deploy.mjs", 'console.log("deployed");');
    await folder().write("ledger/scripts/add.test.mjs", 'console.log("tested");');
    const { text } = await answerTo({ tool: "load_skill", input: { name: "ledger" } });
    const [, resources = "", scripts = ""] = /Resources,[^\n]*\n(.*?)\n\nScripts,[^\n]*\n(.*)/s.exec(text) ?? [];
    for (const file of ["resources/deploy.mjs", "scripts/add.test.mjs"]) {
      expect([resources.includes(file), scripts.includes(file)]).toEqual([true, false]);
    }
    expectSuccess(await runs("resources/deploy.mjs"), "deployed");
    expectSuccess(await runs("scripts/add.test.mjs"), "tested");
  });

  test("a name that is written another way is told as what it was read", async () => {
    expectSuccess(await runs("Scripts/ADD.mjs"), /^0\s+\[this is scripts\/add\.mjs\]$/);
  });

  test("a path that leads out of the skill runs nothing of it, and what may be meant is named", async () => {
    expectFailure(await runs("../add.mjs"), "not found", "It leads out of the skill's folder", "scripts/add.mjs");
  });

  test("TypeScript may await at its top level", async () => {
    await folder().write(
      "ledger/scripts/sum.ts",
      "const sum: number = await Promise.resolve(42);\nconsole.log(sum, typeof require);",
    );
    expectSuccess(await runs("sum"), "42 function");
  });

  test("a module that only defines what others import says so, as running it prints nothing", async () => {
    await folder().write("ledger/scripts/rates.mjs", "export function rate() {\n  return 1;\n}\n");
    expectSuccess(await runs("rates"), "printed nothing", "scripts/rates.mjs only defines functions or classes");
  });

  test("a script that fails for a package is answered with what it printed and which one to install", async () => {
    await folder().write("ledger/scripts/chart.mjs", 'import "no-such-package";');
    expectFailure(
      await runs("chart"),
      "ERR_MODULE_NOT_FOUND",
      "Node finds no package no-such-package",
      "npm install no-such-package",
    );
  });

  test.skipIf(!hasProgram("python3"))(
    "the list of a skill's packages is named by a path that leads to it (needs python3)",
    async () => {
      await folder().write("ledger/scripts/chart.py", "import no_such_module_here");
      await folder().write("ledger/requirements.txt", "rich");
      expectFailure(await runs("chart"), `pip install -r ${join(folder().skills, "ledger/requirements.txt")}`);
    },
  );

  test("a program that a script was to start, and that is not here, is named", async () => {
    const code = 'import { execFileSync } from "node:child_process"; execFileSync("no-such-program");';
    await folder().write("ledger/scripts/convert.mjs", code);
    expectFailure(await runs("convert"), "ENOENT", "the command no-such-program is not on this machine. Install it");
  });
}
