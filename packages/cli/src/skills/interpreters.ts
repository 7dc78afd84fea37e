// The programs that run scripts: which of them work here, and which scripts are left without one.

import { execFile } from "node:child_process";
import { extname } from "node:path";
import { promisify } from "node:util";
import type { SkillSummary } from "@skillplug/core";

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

/** Extension to the programs of which core needs one. `node` runs this command, so that it exists. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  ".py": ["python3", "python"],
  ".sh": ["bash", "sh"],
  ".bash": ["bash", "sh"],
  ".rb": ["ruby"],
  ".pl": ["perl"],
  ".ps1": ["pwsh"],
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

/** The scripts that nothing here can run, and what they need. */
export function unrunnableScripts(skills: readonly SkillSummary[], found: Interpreters): string[] {
  const scripts = skills.flatMap(({ name, scripts }) => scripts.map((script) => `${name}/${script.name}`));
  return scripts.flatMap((script) => {
    const needed = NEEDS[extname(script).toLowerCase()];
    return needed?.every((program) => found[program] === undefined) ? [`${script} needs ${needed.join(" or ")}`] : [];
  });
}
