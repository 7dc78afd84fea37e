// What a file of a skill is by its path: a script, a resource, or nothing to list.

import { hasScriptExtension } from "../interpreter-table.js";

/** Files that belong to tools and systems, not to a skill. */
const NOISE = /^(?:\..*|__pycache__|__init__\.py|node_modules|Thumbs\.db|desktop\.ini)$|\.(?:pyc|pyo|swp)$|~$/i;

/**
 * Code that other code imports, or that tests it: of Python, JavaScript and TypeScript, by names alone, as to read each file would
 * make a listing dearer. It runs all the same when it is named exactly.
 */
const NOT_OFFERED =
  /(?:^|\/)(?:tests?|__tests__|lib|libs|utils|helpers)\/|(?:^|\/)(?:(?:test_[^/]*|[^/]*_test|conftest|_[^_/][^/]*|utils|helpers|constants|types)\.py|[^/]*\.(?:test|spec|d)\.[cm]?[jt]s)$/i;

/** True for files and folders that are never listed. */
export function isNoise(name: string): boolean {
  return NOISE.test(name);
}

/**
 * What a file is by its path alone: scripts lie in `scripts/` or in the skill's own folder, and are neither tests nor what others
 * import. `unknown` is a file without an extension there: its first bytes and its executable bit tell.
 */
export function classify(path: string): "script" | "resource" | "unknown" {
  if (path.includes("/") && !path.startsWith("scripts/")) return "resource";
  if (NOT_OFFERED.test(path)) return "resource";
  if (hasScriptExtension(path)) return "script";
  return path.slice(path.lastIndexOf("/") + 1).includes(".") ? "resource" : "unknown";
}
