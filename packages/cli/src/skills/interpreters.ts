// The programs that run scripts: which of them work here, and which scripts are left without one.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LocalScriptExecutor, type SkillSummary } from "@skillplug/core";

/** How long a program may take to say its version: a shim can take seconds on a busy machine. */
const TIMEOUT_MS = 5_000;

/** Program to what makes it say that it works. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  python3: ["--version"],
  python: ["--version"],
  bash: ["--version"],
  sh: ["-c", "echo found"],
  ruby: ["--version"],
  perl: ["-e", "print $^V"],
  pwsh: ["--version"],
};

/** What each interpreter says of its version; `undefined` for one that does not work here. */
export type Interpreters = Readonly<Record<string, string | undefined>>;

/** Asks all of them at once. */
export async function findInterpreters(): Promise<Interpreters> {
  const ask = async ([program, args]: readonly [string, readonly string[]]) => {
    const answer = promisify(execFile)(program, args, { timeout: TIMEOUT_MS });
    return [
      program,
      await answer.then(
        ({ stdout }) => stdout.split("\n")[0] || "found",
        () => undefined,
      ),
    ] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(QUESTIONS).map(ask)));
}

/** The scripts that could not be started here, and why: as core would run them. Those without a file need no interpreter. */
export async function unrunnableScripts(skills: readonly SkillSummary[]): Promise<string[]> {
  const executor = new LocalScriptExecutor();
  const problems = skills.flatMap(({ name: skillName, baseDir: directory, scripts }) =>
    scripts.map(async ({ name: scriptName, function: call }) => {
      if (directory === undefined || call) return [];
      const problem = await executor.check({ skillName, scriptName, directory });
      return problem === undefined ? [] : [`${skillName}/${scriptName}: ${problem}`];
    }),
  );
  return (await Promise.all(problems)).flat();
}
