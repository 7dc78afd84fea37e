// What a Python script declares of itself: the packages that it needs, and that it is part of a package.

import { relative, sep } from "node:path";
import { isRecord } from "../../base/is-record.js";
import type { ScriptFile } from "./script-file.js";

/** What a script declares by PEP 723. */
export interface DeclaredPackages {
  /** As pip takes them, such as `requests<3`. */
  readonly packages: readonly string[];
  /** The versions of Python, such as `>=3.12`. */
  readonly python: string | undefined;
}

/** The block of PEP 723: comments between two fences. */
const SCRIPT_BLOCK = /^# \/\/\/ script[ \t]*\n((?:#(?: .*)?\n)+?)# \/\/\/[ \t]*$/m;
/** An import from beside a module, which only a module of a package may do. */
const RELATIVE_IMPORT = /^[ \t]*from[ \t]+\.[\w.]*[ \t]+import\b/m;

/** What stands in the `# /// script` block at the beginning of a script; `undefined` without one that can be read. */
export async function readDeclaredPackages(head: string): Promise<DeclaredPackages | undefined> {
  const [, block] = SCRIPT_BLOCK.exec(head) ?? [];
  if (block === undefined) return undefined;
  // Lazy: few scripts declare anything.
  const { parse } = await import("smol-toml");
  try {
    const data: unknown = parse(block.replaceAll(/^# ?/gm, ""));
    if (!isRecord(data)) return undefined;
    const { dependencies, "requires-python": python } = data;
    const packages = Array.isArray(dependencies) ? dependencies.filter((name) => typeof name === "string") : [];
    return { packages, python: typeof python === "string" ? python : undefined };
  } catch {
    // It runs all the same: Python reads a comment there.
    return undefined;
  }
}

/** Whether a script is a module that Python must be told the package of: it imports from beside it, and can be named. */
export function isPackageModule({ path, directory }: ScriptFile, head: string): boolean {
  const way = relative(directory, path);
  return RELATIVE_IMPORT.test(head) && way.includes(sep) && /^[^.]+\.py$/.test(way);
}

/**
 * Runs a module of a package by its path, as `python -m` would by its name: with the folder of the skill in front of what is
 * installed, and without the working folder, where `-m` would look first. A folder without `__init__.py` is a package too,
 * and never one of its name that is installed.
 */
const RUN_MODULE = `import os, sys
root, path = os.environ["SKILL_DIR"], sys.argv[1]
sys.path[:1], sys.argv[:1] = [root, os.path.dirname(path)], []
parts = os.path.relpath(path, root)[:-3].split(os.sep)
import runpy, types
top = os.path.join(root, parts[0])
if not os.path.exists(os.path.join(top, "__init__.py")):
    sys.modules[parts[0]] = types.ModuleType(parts[0])
    sys.modules[parts[0]].__path__ = [top]
runpy.run_module(".".join(parts), run_name="__main__", alter_sys=True)`;

/** The arguments of Python ahead of such a module. */
export const MODULE_FLAGS: readonly string[] = ["-c", RUN_MODULE];
