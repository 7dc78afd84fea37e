// Caches what was read of folders and SKILL.md files, validated by their times of change (ctime).

import { closeSync, type Dirent, fstat, open, read, readdir, realpath, type Stats, stat } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { SkillValidationError } from "../../base/errors.js";
import { MAX_SKILL_FILE_BYTES, SKILL_FILE } from "../../base/skill.js";
import { descriptors, isShortage, MAX_DESCRIPTORS, SHORTAGE_WAITS, systemCodeOf } from "../descriptors.js";
import { pathOfDescriptor } from "../file-calls.js";
import { READ_FLAGS } from "../open-flags.js";
import { pathIn } from "./path-in.js";

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** The outcome of one of many readings. `isKept`: the system had no descriptor left, and this is what was read before. */
export type ReadOutcome<T> = { readonly value: T; readonly isKept?: boolean } | { readonly error: unknown };

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
/** Most SKILL.md files fit into the first read. */
const FIRST_READ_BYTES = 16 * 1024;

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
    readBatch: (batch: readonly string[], slots: number) => Promise<readonly ReadOutcome<T>[]>,
    enter: (count: number) => Promise<Room>,
  ): Promise<ReadOutcome<T>[]> {
    const failed = new Map<string, ReadOutcome<T>>();
    let missing = paths.filter((path) => isMissing(known.get(path)));
    for (let attempt = 0; missing.length > 0; attempt += 1) {
      for (let start = 0, size = 0; start < missing.length; start += size) {
        const { taken, room } = await enter(missing.length - start);
        size = room;
        const batch = missing.slice(start, start + size);
        const at = Date.now();
        const outcomes = await readBatch(batch, taken).finally(() => descriptors.release(taken));
        for (const [index, path] of batch.entries()) {
          const outcome = outcomes[index];
          if (outcome && "value" in outcome) {
            known.set(path, { at, value: outcome.value });
            failed.delete(path);
          } else failed.set(path, outcome ?? { error: undefined });
        }
      }
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
      const readBatch = (batch: readonly string[], slots: number) => {
        const slab = Buffer.allocUnsafeSlow(slots * FIRST_READ_BYTES);
        const read = (path: string, slot: number, done: (outcome: ReadOutcome<Uint8Array>) => void) => {
          const buffer = slab.subarray(slot * FIRST_READ_BYTES, (slot + 1) * FIRST_READ_BYTES);
          readBytes(path, reals.get(path), buffer, done);
        };
        return inBatches(batch, slots, read, (outcome) => interpretOutcome(outcome, interpret));
      };
      return readAll<T>([...reals.keys()], known, readBatch, roomForFiles);
    },
  };
}

/**
 * Reads so many at once, all of which begin together: a full queue keeps the threads of the pool awake, and waking one for
 * each file costs more than opening it.
 */
async function inBatches<T>(
  paths: readonly string[],
  size: number,
  read: (path: string, slot: number, done: (outcome: ReadOutcome<Uint8Array>) => void) => void,
  use: (outcome: ReadOutcome<Uint8Array>) => Promise<T>,
): Promise<T[]> {
  const used: T[] = [];
  for (let start = 0; start < paths.length; start += size) {
    const batch = paths.slice(start, start + size);
    const outcomes = await forAll<ReadOutcome<Uint8Array>>(batch, (path, done, slot) => read(path, slot, done));
    // One after the other, since the next batch is read into the same buffers.
    for (const outcome of outcomes) used.push(await use(outcome));
  }
  return used;
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

async function interpretOutcome<T>(
  outcome: ReadOutcome<Uint8Array>,
  interpret: (bytes: Uint8Array) => Promise<T>,
): Promise<ReadOutcome<T>> {
  if ("error" in outcome) return outcome;
  try {
    return { value: await interpret(outcome.value) };
  } catch (error) {
    return { error };
  }
}

function forAll<T>(
  paths: readonly string[],
  start: (path: string, done: (outcome: T) => void, index: number) => void,
): Promise<T[]> {
  return new Promise((resolve) => {
    const outcomes = new Array<T>(paths.length);
    let pending = paths.length;
    if (pending === 0) resolve(outcomes);
    for (const [index, path] of paths.entries()) {
      const done = (outcome: T): void => {
        outcomes[index] = outcome;
        pending -= 1;
        if (pending === 0) resolve(outcomes);
      };
      start(path, done, index);
    }
  });
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

function readBytes(
  path: string,
  real: string | undefined,
  buffer: Buffer,
  done: (outcome: ReadOutcome<Uint8Array>) => void,
): void {
  open(path, READ_FLAGS, (openError, descriptor) => {
    if (openError) return done({ error: openError });
    // Closing what was only read waits for nothing.
    const finish = (outcome: ReadOutcome<Uint8Array>) => {
      closeSync(descriptor);
      done(outcome);
    };
    checkPlace(descriptor, path, real, (misplaced) => {
      if (misplaced) return finish({ error: misplaced });
      // A reading at a position is refused for whatever has none: FIFOs, sockets and terminals.
      readInto(descriptor, buffer, (first) => {
        if ("error" in first || first.value.length < buffer.length) return finish(first);
        fstat(descriptor, (error, status) => {
          if (error) return finish({ error });
          if (!status.isFile()) return finish({ error: new Error(`${path} is not a regular file`) });
          if (status.size > MAX_SKILL_FILE_BYTES) return finish({ error: tooLarge(status.size) });
          readInto(descriptor, Buffer.allocUnsafe(status.size), finish);
        });
      });
    });
  });
}

/** A folder above the file can have become a link since it was listed. */
function checkPlace(
  descriptor: number,
  path: string,
  real: string | undefined,
  done: (misplaced: Error | undefined) => void,
): void {
  if (real === undefined) {
    done(undefined);
    return;
  }
  const check = (found: string) =>
    done(found === real ? undefined : new Error(`${path} was replaced while it was listed; it leads to another place`));
  try {
    if (pathOfDescriptor) check(pathOfDescriptor(descriptor).replace(/ \(deleted\)$/, ""));
    else realpath.native(path, (error, found) => (error ? done(error) : check(found)));
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function readInto(descriptor: number, buffer: Buffer, done: (outcome: ReadOutcome<Uint8Array>) => void): void {
  read(descriptor, buffer, 0, buffer.length, 0, (error, bytesRead) =>
    done(error ? { error } : { value: buffer.subarray(0, bytesRead) }),
  );
}

function tooLarge(size: number): SkillValidationError {
  return new SkillValidationError(
    `The file has ${size} bytes; at most ${MAX_SKILL_FILE_BYTES} are read. Move parts of it into files of their own.`,
    { reason: "too-large" },
  );
}
