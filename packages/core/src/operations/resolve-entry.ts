// Resolves the name that a model sent to a resource or a script; folders and extensions may be missing.

import type { SkillEntry } from "../base/skill.js";
import { askedNames, meansName, nameKey } from "../text/shown-name.js";
import { nearestFirst } from "./nearest-first.js";

/** What a name that a model sent points to. */
export interface Resolution {
  readonly entry?: SkillEntry | undefined;
  /** The names that it could have meant, the nearest first. */
  readonly candidates: readonly string[];
  /** True when it fits several entries equally well. */
  readonly ambiguous: boolean;
}

/**
 * Finds the entry that a name means: its exact path, then the path as it is shown, then the path below one of the usual
 * folders, then a file name without its folder, then one without its extension. A step that fits several entries is ambiguous.
 */
export async function resolveEntry(
  entries: readonly SkillEntry[],
  name: string,
  folders: readonly string[],
): Promise<Resolution> {
  const exact = entries.filter((entry) => entry.name === name);
  if (exact.length === 1) return { entry: exact[0], candidates: [], ambiguous: false };
  const asked = askedNames(name.startsWith("./") ? name.slice(2) : name);
  const steps: ((path: string, wanted: string) => boolean)[] = [
    (path, wanted) => path === wanted,
    (path, wanted) => folders.some((folder) => path === `${folder}/${wanted}`),
    (path, wanted) => fileName(path) === wanted,
    (path, wanted) => stem(path) === wanted || stem(fileName(path)) === wanted,
    (path, wanted) => meansName(wanted, path),
  ];
  const shown = entries.map((entry) => ({ entry, path: nameKey(entry.name) }));
  for (const fits of steps) {
    const found = shown.filter(({ path }) => asked.some((wanted) => fits(path, wanted))).map(({ entry }) => entry);
    if (found.length === 1) return { entry: found[0], candidates: [], ambiguous: false };
    if (found.length > 1) return { candidates: found.map((entry) => entry.name), ambiguous: true };
  }
  const names = entries.map((entry) => entry.name);
  return { candidates: await nearestFirst(name, names), ambiguous: false };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function stem(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? path.slice(0, dot) : path;
}
