// Resolves the name that a model sent to a resource or a script; folders and extensions may be missing.

import type { SkillEntry } from "../base/skill.js";
import { askedNames, meansName, nameKey } from "../text/shown-name.js";
import { nearestFirst } from "./nearest-first.js";
import type { WrittenPath } from "./written-path.js";

/** What a name that a model sent points to. */
export interface Resolution {
  readonly entry?: SkillEntry | undefined;
  /** The names that it could have meant, the nearest first. */
  readonly candidates: readonly string[];
  /** That of the candidates which it most likely means; absent where none is like it. */
  readonly nearest?: string | undefined;
  /** True when it fits several entries equally well. */
  readonly ambiguous: boolean;
  /** True when the path that was asked for leads elsewhere, and the entry is what it most likely means. */
  readonly guessed?: boolean | undefined;
}

/** Entries among which a name is looked for, and the folders that may be left out of their paths. */
export interface EntryGroup {
  readonly entries: readonly SkillEntry[];
  readonly folders: readonly string[];
}

/** Whether an entry's path fits what was asked for. */
type Fits = (path: string, wanted: string, folders: readonly string[]) => boolean;

/** Names as lists show them: a folder or an extension may be missing. */
const SHOWN: readonly Fits[] = [
  isSame,
  (path, wanted, folders) => folders.some((folder) => path === `${folder}/${wanted}`),
  (path, wanted) => fileName(path) === wanted,
  (path, wanted) => stem(path) === wanted || stem(fileName(path)) === wanted,
  (path, wanted) => meansName(wanted, path),
];

/** Names as they are written elsewhere: below some other folder, or in another case. */
const GUESSED: readonly Fits[] = [
  isSame,
  (path, wanted) => path.endsWith(`/${wanted}`),
  (path, wanted) => path.toLowerCase() === wanted.toLowerCase(),
  (path, wanted) => path.toLowerCase().endsWith(`/${wanted.toLowerCase()}`),
];

/**
 * Finds the entry that a name means, in the first group that has one: by its exact path, as it is shown, and at last by what a
 * path in the instructions can mean. A step that fits several entries is ambiguous.
 */
export async function resolveEntry(
  groups: readonly EntryGroup[],
  name: string,
  written: WrittenPath,
): Promise<Resolution> {
  for (const { entries } of groups) {
    const exact = entries.filter((entry) => entry.name === name);
    if (exact.length === 1) return { entry: exact[0], candidates: [], ambiguous: false };
  }
  const asked = askedNames(name.startsWith("./") ? name.slice(2) : name);
  for (const group of groups) {
    const found = findBy(SHOWN, group, asked);
    if (found) return found;
  }
  for (const path of written.paths) {
    for (const group of groups) {
      const exact = written.leadsUp ? undefined : findBy([isSame], group, askedNames(path));
      if (exact) return exact;
      const guess = findBy(GUESSED, group, askedNames(path));
      if (guess) return { ...guess, guessed: true };
    }
  }
  const names = groups.flatMap(({ entries }) => entries.map((entry) => entry.name));
  const { names: candidates, nearest } = await nearestFirst(name, names);
  return { candidates, nearest, ambiguous: false };
}

function findBy(
  steps: readonly Fits[],
  { entries, folders }: EntryGroup,
  asked: readonly string[],
): Resolution | undefined {
  const shown = entries.map((entry) => ({ entry, path: nameKey(entry.name) }));
  for (const fits of steps) {
    const found = shown.filter(({ path }) => asked.some((wanted) => fits(path, wanted, folders)));
    if (found.length === 1) return { entry: found[0]?.entry, candidates: [], ambiguous: false };
    if (found.length > 1) return { candidates: found.map(({ entry }) => entry.name), ambiguous: true };
  }
  return undefined;
}

function isSame(path: string, wanted: string): boolean {
  return path === wanted;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function stem(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? path.slice(0, dot) : path;
}
