// Tells which files of a folder changed between two looks, by their sizes and times alone, and within bounds.

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile, FolderChanges } from "../../base/folder-changes.js";
import { createTimeSlices } from "../../base/time-slices.js";

/** What is looked at. */
export interface LookOptions {
  /** A folder below it that is left out: an absolute path. */
  readonly except?: string | undefined;
  /** How many files are named at most. @default 100 */
  readonly most?: number | undefined;
}

/** A folder that was looked at. */
export interface FolderLook {
  /** Looks again, and tells what is new, other or gone. Never rejects. */
  changes(): Promise<FolderChanges>;
}

/** How many files and folders one look may meet, how deep it goes, and how long it may take in milliseconds. */
const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 8;
const MAX_LOOK_MS = 250;
/** How large the list of a folder's entries may be on the disk: more than so many entries need. */
const MAX_FOLDER_BYTES = 2 ** 20;
const MAX_NAMED = 100;

/** Folders of histories, packages and caches: large, and nothing in them is what somebody asked for. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".jj", "node_modules", ".pnpm-store", ".npm", ".yarn", ".venv", "venv", "__pycache__"],
  ...[".cache", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".next", ".nuxt", ".turbo"],
]);

/** The private copies of skills, where the folder is the one for temporary files. */
const PRIVATE_COPY = /^skillplug-[0-9a-f]{16}-\d+-/;

interface Stamp {
  readonly size: number;
  readonly changedAt: number;
  readonly inode: number;
}

/** What one look has seen. Paths begin at the folder, parts separated by `/`; the folder itself is the empty one. */
interface Seen {
  readonly files: Map<string, Stamp>;
  /** Folders that were listed to their end, and all that were met. */
  readonly listed: Set<string>;
  readonly met: Set<string>;
  complete: boolean;
}

/**
 * Looks at a folder, from the top down. Links are not followed, and folders of histories, packages and caches are passed over.
 * What is too large is looked at in part; of that part, changes are told all the same.
 */
export async function lookAtFolder(folder: string, options: LookOptions = {}): Promise<FolderLook> {
  const { except, most = MAX_NAMED } = options;
  const before = await look(folder, except);
  return {
    async changes() {
      const now = await look(folder, except);
      const files = differences(folder, before, now);
      return {
        files: files.slice(0, most),
        more: Math.max(0, files.length - most),
        complete: before.complete && now.complete,
      };
    },
  };
}

async function look(folder: string, except: string | undefined): Promise<Seen> {
  const seen: Seen = { files: new Map(), listed: new Set(), met: new Set([""]), complete: true };
  const slices = createTimeSlices();
  const clock = createClock();
  let room = MAX_ENTRIES;
  let level = [""];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: string[] = [];
    for (const path of level) {
      const place = path === "" ? folder : `${folder}/${path}`;
      const entries = entriesOf(place);
      room -= entries?.length ?? room + 1;
      if (room < 0 || clock.spent() > MAX_LOOK_MS) return Object.assign(seen, { complete: false });
      for (const entry of entries ?? []) {
        const name = path === "" ? entry.name : `${path}/${entry.name}`;
        if (entry.isFile()) note(seen, name, `${place}/${entry.name}`);
        else if (entry.isDirectory() && !isPassedOver(entry.name) && join(place, entry.name) !== except) {
          seen.met.add(name);
          below.push(name);
        }
      }
      seen.listed.add(path);
      const rest = slices.rest();
      if (rest) await clock.without(rest);
    }
    if (depth === MAX_DEPTH && below.length > 0) return Object.assign(seen, { complete: false });
    level = below;
  }
  return seen;
}

/** Measures the time of a look alone, without what else the process does between its slices. */
function createClock() {
  let startedAt = performance.now();
  return {
    spent: () => performance.now() - startedAt,
    async without(rest: Promise<void>) {
      const before = performance.now();
      await rest;
      startedAt += performance.now() - before;
    },
  };
}

/** `undefined` for a folder of so many entries that to list them would hold the process; none of one that cannot be read. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return lstatSync(folder).size > MAX_FOLDER_BYTES ? undefined : readdirSync(folder, { withFileTypes: true });
  } catch {
    // It was removed, or this user may not read it.
    return [];
  }
}

function isPassedOver(name: string): boolean {
  return PASSED_OVER.has(name) || PRIVATE_COPY.test(name);
}

function note({ files }: Seen, name: string, file: string): void {
  const stamp = stampOf(file);
  if (stamp) files.set(name, stamp);
}

function stampOf(file: string): Stamp | undefined {
  try {
    const status = lstatSync(file, { throwIfNoEntry: false });
    return status && { size: status.size, changedAt: status.mtimeMs, inode: status.ino };
  } catch {
    return undefined;
  }
}

function differences(folder: string, before: Seen, now: Seen): ChangedFile[] {
  const found: ChangedFile[] = [];
  for (const [path, stamp] of now.files) {
    const known = before.files.get(path);
    // In a folder that the first look did not list to its end, what is new cannot be told from what it did not see.
    if (known === undefined) {
      if (isNew(path, before)) found.push({ path, size: stamp.size, change: "created" });
    } else if (!isSame(known, stamp)) found.push({ path, size: stamp.size, change: "changed" });
  }
  for (const [path, { size }] of before.files) {
    if (now.files.has(path) || stampOf(join(folder, path))) continue;
    found.push({ path, size, change: "removed" });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the first look has listed the folder in which it would have met this, or that folder is new itself. */
function isNew(path: string, { listed, met }: Seen): boolean {
  for (let above = parentOf(path); ; above = parentOf(above)) {
    if (listed.has(above)) return true;
    if (met.has(above)) return false;
  }
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function isSame(one: Stamp, other: Stamp): boolean {
  return one.size === other.size && one.changedAt === other.changedAt && one.inode === other.inode;
}
