// Refuses paths that could lead out of a skill's folder, before a file system is asked.

import { SkillResourceLoadError } from "../base/errors.js";

/** How long a path inside a skill may be, in characters. */
const MAX_PATH_LENGTH = 1024;

/**
 * Accepts a path inside a skill's folder: parts separated by `/`, none of them `.`, `..` or empty. Nothing is decoded.
 *
 * @throws SkillResourceLoadError for anything that could point elsewhere on some system
 */
export function checkRelativePath(path: string): string {
  const problem = problemOfPath(path);
  if (problem) {
    const shown = JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
    throw new SkillResourceLoadError(
      `The path ${shown} is refused: ${problem}. Use a path inside the skill's folder, such as "references/guide.md".`,
    );
  }
  return path;
}

/** What is wrong with a path that {@link checkRelativePath} refuses. */
export function problemOfPath(path: string): string | undefined {
  if (path === "") return "it is empty";
  if (path.length > MAX_PATH_LENGTH) return `it is longer than ${MAX_PATH_LENGTH} characters`;
  if (path.includes("\0")) return "it contains a NUL character";
  if (path.includes("\\")) return "it contains a backslash";
  if (/^(?:\/|~|[A-Za-z][A-Za-z0-9+.-]*:)/.test(path)) return "it is not relative";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "it leaves or repeats a folder";
  if (parts.some((part) => /[. ]$/.test(part))) return "a part ends with a dot or a space";
  return undefined;
}
