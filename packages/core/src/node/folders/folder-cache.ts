// Caches what was read of folders and SKILL.md files, validated by their times of change (ctime).

import { type Dirent, readdir, realpath, type Stats, stat } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { SKILL_FILE } from "../../base/skill.js";
import { descriptors, isShortage, MAX_DESCRIPTORS, SHORTAGE_WAITS, systemCodeOf } from "../descriptors.js";
import { pathIn } from "./path-in.js";
import { forAll, type ReadOutcome, readManyFiles } from "./read-many.js";

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** A file to be read. */
interface FileToRead {
  readonly path: string;
  /** Where it must really lie. */
  readonly real: string;
}

/**
 * Reads folders and small files once, and again what has changed by the next {@link FolderCache.refresh}.
 *
 * Each method takes many paths and starts many at once: a full queue of the thread pool costs a third of the CPU that
 * one operation after the other does, and a callback half of what a promise does.
 */
export interface FolderCache {
  /** Invalidates what has changed since it was read, and resolves to whether that was anything. */
  refresh(): Promise<boolean>;
  /** Which folder the root was at the last refresh, and where it really lay. */
  rootIdentity(): string;
  /** Invalidates what was read below a folder, since another one may lie there now. */
  forgetBelow(folder: string): void;
  /** The names in each of the folders, at most {@link MAX_NAMES} and `SKILL.md`. */
  readFolders(paths: readonly string[]): Promise<readonly ReadOutcome<readonly FolderEntry[]>[]>;
  /**
   * What `interpret` makes of each regular file's bytes: a view of a reused buffer, valid until it has resolved. Follows no
   * symlink in the place of a file; with `isPlaceChecked` none above it either.
   */
  readFiles<T extends object>(
    files: readonly FileToRead[],
    options: { readonly isPlaceChecked: boolean },
    interpret: (bytes: Uint8Array) => Promise<T>,
  ): Promise<readonly ReadOutcome<T>[]>;
}

/** How many names of one folder are kept, and how many are looked at below one root. */
export const MAX_NAMES = 100_000;

/**
 * A file system stamps a change with a clock that ticks every 4 to 10 ms. What changed this many milliseconds before we
 * read it may have changed again within the same tick, so it is read again.
 */
const CLOCK_TICK_MS = 20;
/** With more changed folders than this it costs less to read everything again than to tell what lies below which. */
const MANY_CHANGES = 100;
interface Reading<T> {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly value: T;
  /** Which file or folder it was when it was first looked at again. */
  dev?: number;
  ino?: number;
  /** True once it must be read again. Until then it is what there is when the system has no descriptor left. */
  isStale?: boolean;
  /** True when it was used again all the same. */
  isKept?: boolean;
}

/**
 * Makes an empty cache. Each folder source keeps one for as long as it lives.
 *
 * @param root the folder below which everything is read
 */
export function createFolderCache(root: string): FolderCache {
  let rootIdentity = "";
  const folders = new Map<string, Reading<readonly FolderEntry[]>>();
  const files = new Map<string, Reading<object>>();

  /** The waits before what failed is read again; none once this listing has waited in vain. */
  let waits: readonly number[] = [];

  function forgetBelow(folder: string): void {
    const below = pathIn(folder, "");
    for (const readings of [folders, files]) {
      for (const [path, reading] of readings) {
        if (path === folder || path.startsWith(below)) reading.isStale = true;
      }
    }
  }

  /** Reads what is not known yet, a batch at a time, and tries again what can pass. */
  async function readAll<T extends object>(
    paths: readonly string[],
    known: Map<string, Reading<T>>,
    readBatch: ReadBatch<T>,
    enter: EnterRoom,
  ): Promise<ReadOutcome<T>[]> {
    const failed = new Map<string, ReadOutcome<T>>();
    let missing = paths.filter((path) => isMissing(known.get(path)));
    for (let attempt = 0; missing.length > 0; attempt += 1) {
      await readInRoom(missing, readBatch, enter, (path, outcome, at) => {
        if ("value" in outcome) {
          known.set(path, { at, value: outcome.value });
          failed.delete(path);
        } else failed.set(path, outcome);
      });
      missing = missing.filter((path) => canPass(failed.get(path), attempt));
      const wait = waits[attempt];
      if (wait === undefined) break;
      if (missing.length > 0) await setTimeout(wait);
    }
    if (missing.length > 0) waits = [];
    for (const [path, outcome] of failed) {
      const reading = known.get(path);
      if (reading && "error" in outcome && isShortage(outcome.error)) reading.isKept = true;
      else known.delete(path);
    }
    return paths.map((path) => known.get(path) ?? failed.get(path) ?? { error: undefined });
  }

  return {
    async refresh() {
      waits = SHORTAGE_WAITS;
      const isAnyUnused = [folders, files].map(dropUnused).includes(true);
      const [identity, changedFolders, changedFiles] = await Promise.all([
        identityOf(root),
        changedIn(folders),
        changedIn(files),
      ]);
      const isAnotherRoot = identity !== rootIdentity;
      rootIdentity = identity;
      // A folder that was moved here keeps the times of what is in it, so what lies below a changed one is not trusted.
      const forgetAll = isAnotherRoot || changedFolders.length > MANY_CHANGES;
      for (const folder of forgetAll ? [root] : changedFolders) forgetBelow(folder);
      for (const file of changedFiles) markStale(files.get(file));
      return isAnyUnused || isAnotherRoot || changedFolders.length + changedFiles.length > 0;
    },

    rootIdentity: () => rootIdentity,

    forgetBelow,

    readFolders: (paths) => readAll(paths, folders, (batch) => forAll(batch, readNames), roomForFolders),

    async readFiles<T extends object>(
      requests: readonly FileToRead[],
      { isPlaceChecked }: { readonly isPlaceChecked: boolean },
      interpret: (bytes: Uint8Array) => Promise<T>,
    ) {
      const reals = new Map(requests.map(({ path, real }) => [path, isPlaceChecked ? real : undefined]));
      // What was read by one `interpret` is asked for by the same again.
      const known = files as Map<string, Reading<T>>;
      const readBatch = (batch: readonly string[], slots: number) => readManyFiles(batch, slots, reals, interpret);
      return readAll<T>([...reals.keys()], known, readBatch, roomForFiles);
    },
  };
}

type ReadBatch<T> = (batch: readonly string[], slots: number) => Promise<readonly ReadOutcome<T>[]>;
type EnterRoom = (count: number) => Promise<Room>;

/**
 * Reads as many at a time as there is room for.
 *
 * @param note is told what came of each, and when its reading began, in milliseconds since 1970
 */
async function readInRoom<T>(
  paths: readonly string[],
  readBatch: ReadBatch<T>,
  enter: EnterRoom,
  note: (path: string, outcome: ReadOutcome<T>, at: number) => void,
): Promise<void> {
  for (let start = 0, size = 0; start < paths.length; start += size) {
    const { taken, room } = await enter(paths.length - start);
    size = room;
    const batch = paths.slice(start, start + size);
    const at = Date.now();
    const outcomes = await readBatch(batch, taken).finally(() => descriptors.release(taken));
    for (const [index, path] of batch.entries()) note(path, outcomes[index] ?? { error: undefined }, at);
  }
}

/** How many descriptors were taken, and how many readings have room in them. */
interface Room {
  readonly taken: number;
  readonly room: number;
}

/** Each is closed before the next begins in its slot, so that any number of them come into one batch. */
async function roomForFiles(count: number): Promise<Room> {
  return { taken: await descriptors.takeUpTo(count), room: count };
}

/** A folder is open only while a thread of the pool reads it, so that any number of them can wait in its queue. */
async function roomForFolders(count: number): Promise<Room> {
  const threads = Number(process.env["UV_THREADPOOL_SIZE"] || 4);
  const taken = await descriptors.takeUpTo(Math.min(count, MAX_DESCRIPTORS));
  return { taken, room: taken >= threads ? count : taken };
}

/** Whether there is no reading that may be used without looking again. */
function isMissing(reading: Reading<unknown> | undefined): boolean {
  return reading === undefined || (reading.isStale === true && reading.isKept !== true);
}

function markStale(reading: Reading<unknown> | undefined): void {
  if (reading) reading.isStale = true;
}

/** Forgets what the last listing did not ask for, and lets be read again what was kept in need. False when all is of use. */
function dropUnused(readings: Map<string, Reading<unknown>>): boolean {
  let isAnyUnused = false;
  for (const [path, reading] of readings) {
    if (reading.isStale) isAnyUnused = true;
    if (reading.isKept) reading.isKept = false;
    else if (reading.isStale) readings.delete(path);
  }
  return isAnyUnused;
}

/** Descriptors come back, and between the removal of an old file and the appearance of a new one there is none for a moment. */
function canPass(outcome: ReadOutcome<unknown> | undefined, attempt: number): boolean {
  if (!outcome || "value" in outcome) return false;
  return isShortage(outcome.error) || (attempt === 0 && systemCodeOf(outcome.error) === "ENOENT");
}

/** Which folder it is, and where it really lies; empty when there is none. */
function identityOf(path: string): Promise<string> {
  return new Promise((resolve) => {
    realpath.native(path, (failed, real) => {
      if (failed) return resolve("");
      stat(real, (error, status) => resolve(error ? "" : `${status.dev}:${status.ino}:${real}`));
    });
  });
}

/** The paths whose readings do not hold any more. */
async function changedIn(readings: ReadonlyMap<string, Reading<unknown>>): Promise<string[]> {
  const changed: string[] = [];
  await forAll<void>([...readings.keys()], (path, done) =>
    stat(path, (error, status) => {
      if (error || !isUnchanged(status, readings.get(path))) changed.push(path);
      done();
    }),
  );
  return changed;
}

/**
 * By the time of the last change of content, name or rights; unlike that of the last writing it cannot be set. What is
 * mounted over a folder changes no time.
 */
function isUnchanged({ ctimeMs, dev, ino }: Stats, reading: Reading<unknown> | undefined): boolean {
  if (reading === undefined || reading.isStale) return false;
  reading.dev ??= dev;
  reading.ino ??= ino;
  return ctimeMs < reading.at - CLOCK_TICK_MS && dev === reading.dev && ino === reading.ino;
}

function readNames(path: string, done: (outcome: ReadOutcome<readonly FolderEntry[]>) => void): void {
  readdir(path, { withFileTypes: true }, (error, entries) => {
    if (error) return done({ error });
    const isTooLong = entries.length > MAX_NAMES;
    const kept = isTooLong ? entries.filter(({ name }, index) => index <= MAX_NAMES || name === SKILL_FILE) : entries;
    done({ value: kept.map(toEntry) });
  });
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";
  return { name: entry.name, kind };
}
