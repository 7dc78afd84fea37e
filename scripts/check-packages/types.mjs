// Compiles a strict program against the installed types of a package: what a user's editor would say, with each way to resolve
// modules. The types of all that is imported are checked too; what is wrong with a framework's is not ours.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

const compilers = {
  "TypeScript 7": ["node_modules/typescript/bin/tsc", "--ignoreConfig"],
  "TypeScript 5.9": ["node_modules/typescript-5/bin/tsc"],
};
/** It takes up to half a minute for the types of a framework; what is ours of an adapter, it compiles in the READMEs. */
const onlyOfCore = "TypeScript 5.9";
const resolutions = {
  bundler: "--module esnext --moduleResolution bundler",
  nodenext: "--module nodenext",
};
const strict = "--noEmit --strict --target es2022 --skipLibCheck false --types node";

/** Types that became `any`, or a constructor without parameters, would let an expected error pass. */
const program = (name) => `
import { type DirectoryOptions, directory, type LoadOptions, loadSkills } from "${name}";
import { type LocalExecutorOptions, LocalScriptExecutor, localExecutor } from "${name}";
import * as everything from "${name}";

export const limits: LocalExecutorOptions = { timeoutMs: 1_000 };
export const executors = [new LocalScriptExecutor(limits), localExecutor({ timeoutMs: 1_000 })];
export const skills = loadSkills(directory("./skills", { maxDepth: 1 }), { approval: "always" });
export const names: string[] = Object.keys(everything);
// @ts-expect-error: a number
export const text: LocalExecutorOptions = { timeoutMs: "1000" };
// @ts-expect-error: timeoutMs
export const misspelt: LocalExecutorOptions = { timeout: 1_000 };
// @ts-expect-error: maxDepth
export const deep: DirectoryOptions = { maxDepht: 1 };
// @ts-expect-error: one of four words
export const rule: LoadOptions = { approval: "allways" };
`;

/** What begins a line about our types, or about the program. */
const ours = /^(?:types\.mts|node_modules\/@skillplug\/|error )/;

/** Resolves to what is wrong with the types of a package that is installed in a folder. */
export async function checkTypes(folder, name) {
  writeFileSync(join(folder, "types.mts"), program(name));
  const problems = [];
  const used = Object.entries(compilers).filter(([compiler]) => name === "@skillplug/core" || compiler !== onlyOfCore);
  for (const [compiler, [file, ...flags]] of used) {
    for (const [resolution, module] of Object.entries(resolutions)) {
      const words = [resolve(file), ...flags, ...strict.split(" "), ...module.split(" "), "types.mts"];
      const { stdout } = await execute(process.execPath, words, { cwd: folder }).catch((error) => error);
      const found = stdout.split("\n").filter((line) => ours.test(line));
      problems.push(...found.map((line) => `${compiler}, ${resolution}: ${line}`));
    }
  }
  return problems;
}
