// Which programs may run a script: what its first line asks for, then those of its extension.

import { basename, isAbsolute } from "node:path";
import { type Command, interpretersFor } from "../interpreter-table.js";
import type { Shebang } from "./shebang.js";

/** A command ahead of the script, or what runs TypeScript in a way of its own. */
export type Runner = Command | "typescript";

/** What may run a script, in the order in which it is tried. */
export interface Runners {
  /** What is asked for: by the `#!` line, or by packages that are declared. */
  readonly asked: readonly Runner[];
  /** What runs it where nothing of that is there. */
  readonly usual: readonly Runner[];
}

/** What decides besides the script's path. */
export interface Declarations {
  readonly shebang: Shebang | undefined;
  /** Whether it declares packages of Python, as PEP 723 has it. */
  readonly hasPackages: boolean;
  /** Whether the host has named its Python: that one runs all Python then, also what asks for another or for uv. */
  readonly isPythonFixed: boolean;
}

/** The Python of the usual rule. */
const PYTHON = "python3";
const PYTHON_NAME = /^(?:python|pypy)[\d.]*(?:\.exe)?$/;
const UV: Command = ["uv", "run", "--script"];

/** Whether a program is some Python, by its name or path. */
export function isPython(program: string): boolean {
  return PYTHON_NAME.test(basename(program));
}

/** Whether it is whichever Python there is, and not one of a version. */
export function isAnyPython(program: string): boolean {
  return /^python3?(?:\.exe)?$/.test(basename(program));
}

/** Whether a script is Python by its extension or by its first line. */
export function isPythonScript(path: string, shebang: Shebang | undefined): boolean {
  if (shebang) return isPython(shebang.program) || isUvRun(shebang);
  return runsPython(usualRunners(path));
}

/** What may run a script. Where two forms of a program are tried, the one as it is written goes first. */
export function runnersFor(path: string, { shebang, hasPackages, isPythonFixed }: Declarations): Runners {
  const usual = usualRunners(path);
  const withPackages: readonly Runner[] = hasPackages && !isPythonFixed ? [UV] : [];
  if (!shebang) return { asked: runsPython(usual) ? withPackages : [], usual };
  const { program, flags } = shebang;
  if (isPython(program)) {
    const exact = isPythonFixed || isAnyPython(program) ? [[PYTHON, ...flags]] : placesOf(shebang);
    return { asked: [...withPackages, ...exact], usual: [[PYTHON, ...flags]] };
  }
  if (isUvRun(shebang)) return { asked: isPythonFixed ? [[PYTHON]] : placesOf(shebang), usual: [[PYTHON]] };
  const isTypeScript = runsTypeScript(shebang) || (basename(program) === "node" && usual.includes("typescript"));
  return { asked: isTypeScript ? ["typescript"] : placesOf(shebang), usual };
}

function usualRunners(path: string): readonly Runner[] {
  const found = interpretersFor(path) ?? [];
  return found === "typescript" ? [found] : found;
}

function runsPython(runners: readonly Runner[]): boolean {
  return runners.some((runner) => runner[0] === PYTHON);
}

/** As it is written, then by its name: a script may be written where programs lie elsewhere. `node` is this one. */
function placesOf({ program, flags }: Shebang): readonly Command[] {
  const name = basename(program);
  const byName = [name, ...flags];
  return isAbsolute(program) && name !== "node" ? [[program, ...flags], byName] : [byName];
}

function isUvRun({ program, flags }: Shebang): boolean {
  return basename(program) === "uv" && flags[0] === "run";
}

/** `tsx`, `ts-node`, and both through `npx`, which would download what is here anyway. */
function runsTypeScript({ program, flags }: Shebang): boolean {
  const words = [basename(program), ...flags].filter((word) => !word.startsWith("-"));
  const [first = "", second = ""] = words;
  return /^(?:tsx|ts-node)$/.test(/^(?:npx|bunx|pnpx)$/.test(first) ? second : first);
}
