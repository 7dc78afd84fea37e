// Resolves the name that a model sent to a resource or a script; folders and extensions may be missing.

import type { SkillEntry } from "../base/skill.js";
import { createTimeSlices, type TimeSlices } from "../base/time-slices.js";
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

/** An entry by what its path is compared by. */
interface KeyedEntry {
  readonly entry: SkillEntry;
  readonly path: string;
  readonly lowerCase: string;
}

/** Whether an entry fits what was asked for. */
type Fits = (keyed: KeyedEntry, wanted: string, folders: readonly string[]) => boolean;

/** Names as lists show them: a folder or an extension may be missing. */
const SHOWN: readonly Fits[] = [
  isSame,
  ({ path }, wanted, folders) => folders.some((folder) => path === `${folder}/${wanted}`),
  ({ path }, wanted) => fileName(path) === wanted,
  ({ path }, wanted) => stem(path) === wanted || stem(fileName(path)) === wanted,
  ({ path }, wanted) => meansName(wanted, path),
];

/** Names as they are written elsewhere: below some other folder, or in another case. */
const WRITTEN: readonly Fits[] = [
  isSame,
  ({ path }, wanted) => path.endsWith(`/${wanted}`),
  ({ lowerCase }, wanted) => lowerCase === wanted.toLowerCase(),
  ({ lowerCase }, wanted) => lowerCase.endsWith(`/${wanted.toLowerCase()}`),
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
  const slices = createTimeSlices();
  const keyed = [];
  for (const { entries, folders } of groups) keyed.push({ entries: await keysOf(entries, slices), folders });
  const asked = askedNames(name.startsWith("./") ? name.slice(2) : name);
  for (const group of keyed) {
    const found = findBy(SHOWN, group, asked);
    if (found) return isAlone(found, keyed, asked) ? found : { ...found, guessed: true };
    await slices.rest();
  }
  for (const path of written.paths) {
    const wanted = askedNames(path);
    for (const group of keyed) {
      const found = findBy(WRITTEN, group, wanted);
      const isLiteral = found?.entry && !written.leadsUp && wanted.includes(nameKey(found.entry.name));
      if (found) return isLiteral ? found : { ...found, guessed: true };
      await slices.rest();
    }
  }
  return { ...(await namesOf(groups, name)), ambiguous: false };
}

/** Those of the first group before those of the next, but for the one that was most likely meant. */
async function namesOf(groups: readonly EntryGroup[], name: string) {
  const ranked = await Promise.all(
    groups.map(({ entries }) =>
      nearestFirst(
        name,
        entries.map((entry) => entry.name),
      ),
    ),
  );
  const names = ranked.flatMap((group) => group.names);
  const nearest = ranked.map((group) => group.nearest).find((found) => found !== undefined);
  return { candidates: nearest === undefined ? names : [...new Set([nearest, ...names])], nearest };
}

/** Whether no other file has the name that was asked for, and another folder. */
function isAlone(
  { entry }: Resolution,
  groups: readonly { readonly entries: readonly KeyedEntry[] }[],
  asked: readonly string[],
) {
  if (entry === undefined || asked.includes(nameKey(entry.name))) return true;
  const named = groups.flatMap(({ entries }) => entries).filter(({ path }) => asked.includes(fileName(path)));
  return named.length < 2;
}

/** Once for all ways to compare them, since there can be thousands. */
async function keysOf(entries: readonly SkillEntry[], slices: TimeSlices): Promise<readonly KeyedEntry[]> {
  const keyed: KeyedEntry[] = [];
  for (const entry of entries) {
    const path = nameKey(entry.name);
    keyed.push({ entry, path, lowerCase: path.toLowerCase() });
    await slices.rest();
  }
  return keyed;
}

function findBy(
  steps: readonly Fits[],
  { entries, folders }: { readonly entries: readonly KeyedEntry[]; readonly folders: readonly string[] },
  asked: readonly string[],
): Resolution | undefined {
  for (const fits of steps) {
    const found = entries.filter((keyed) => asked.some((wanted) => fits(keyed, wanted, folders)));
    if (found.length === 1) return { entry: found[0]?.entry, candidates: [], ambiguous: false };
    if (found.length > 1) return { candidates: found.map(({ entry }) => entry.name), ambiguous: true };
  }
  return undefined;
}

function isSame({ path }: KeyedEntry, wanted: string): boolean {
  return path === wanted;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function stem(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? path.slice(0, dot) : path;
}
