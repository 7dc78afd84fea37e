// Caches what was read of folders and SKILL.md files, validated by their times of change (ctime).

import { close, type Dirent, fstat, open, read, readdir, type Stats, stat } from "node:fs";
import { sep } from "node:path";
import { SkillValidationError } from "../../base/errors.js";
import { MAX_SKILL_FILE_BYTES } from "../../base/skill.js";
import { READ_FLAGS } from "../open-flags.js";

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** The outcome of one of many readings. */
export type ReadOutcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Reads folders and small files once, and again what has changed by the next {@link FolderCache.refresh}.
 *
 * Each method takes many paths and starts them all at once: a full queue of the thread pool costs a third of the CPU that
 * one operation after the other does, and a callback half of what a promise does.
 */
export interface FolderCache {
  /** Invalidates what has changed since it was read, and resolves to whether that was anything. */
  refresh(): Promise<boolean>;
  /** Invalidates what was read below a folder, since another one may lie there now. */
  forgetBelow(folder: string): void;
  /** The names in each of the folders. */
  readFolders(paths: readonly string[]): Promise<readonly ReadOutcome<readonly FolderEntry[]>[]>;
  /** What `interpret` makes of each regular file's bytes: a view of a reused buffer, valid until it has resolved. Follows no symlink. */
  readFiles<T extends object>(
    paths: readonly string[],
    interpret: (bytes: Uint8Array) => Promise<T>,
  ): Promise<readonly ReadOutcome<T>[]>;
}

/**
 * A file system stamps a change with a clock that ticks every 4 to 10 ms. What changed this many milliseconds before we
 * read it may have changed again within the same tick, so it is read again.
 */
const CLOCK_TICK_MS = 20;
/** Files that are open at once; systems allow 256 and more. */
const BATCH = 128;
/** With more changed folders than this it costs less to read everything again than to tell what lies below which. */
const MANY_CHANGES = 100;
/** Most SKILL.md files fit into the first read. */
const FIRST_READ_BYTES = 16 * 1024;

interface Reading<T> {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly value: T;
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

  function forgetBelow(folder: string): void {
    folders.delete(folder);
    for (const readings of [folders, files]) {
      for (const path of readings.keys()) if (path.startsWith(folder + sep)) readings.delete(path);
    }
  }

  return {
    async refresh() {
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
      for (const file of changedFiles) files.delete(file);
      return isAnotherRoot || changedFolders.length + changedFiles.length > 0;
    },

    forgetBelow,

    readFolders(paths) {
      const at = Date.now();
      return forAll(paths, (path, done) => {
        const known = folders.get(path);
        if (known) return done(known);
        readdir(path, { withFileTypes: true }, (error, entries) => {
          if (error) return done({ error });
          const reading = { at, value: entries.map(toEntry) };
          folders.set(path, reading);
          done(reading);
        });
      });
    },

    async readFiles<T extends object>(paths: readonly string[], interpret: (bytes: Uint8Array) => Promise<T>) {
      const unknown = paths.filter((path) => !files.has(path));
      const failed = new Map<string, { error: unknown }>();
      const slab = Buffer.allocUnsafeSlow(Math.min(unknown.length, BATCH) * FIRST_READ_BYTES);
      for (let start = 0; start < unknown.length; start += BATCH) {
        const batch = unknown.slice(start, start + BATCH);
        const at = Date.now();
        const outcomes = await forAll<ReadOutcome<Uint8Array>>(batch, (path, done, index) => {
          const from = index * FIRST_READ_BYTES;
          readBytes(path, slab.subarray(from, from + FIRST_READ_BYTES), done);
        });
        for (const [index, path] of batch.entries()) {
          try {
            files.set(path, { at, value: await interpret(bytesOf(outcomes[index])) });
          } catch (error) {
            failed.set(path, { error });
          }
        }
      }
      return paths.map((path) => failed.get(path) ?? (files.get(path) as Reading<T>));
    },
  };
}

function bytesOf(outcome: ReadOutcome<Uint8Array> | undefined): Uint8Array {
  if (outcome && "value" in outcome) return outcome.value;
  throw outcome?.error;
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

/** Which folder it is, wherever it was moved or linked to; empty when there is none. */
function identityOf(path: string): Promise<string> {
  return new Promise((resolve) => {
    stat(path, (error, status) => resolve(error ? "" : `${status.dev}:${status.ino}`));
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

/** The time of the last change of content, name or rights; unlike that of the last writing it cannot be set. */
function isUnchanged({ ctimeMs }: Stats, reading: Reading<unknown> | undefined): boolean {
  return reading !== undefined && ctimeMs < reading.at - CLOCK_TICK_MS;
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";
  return { name: entry.name, kind };
}

function readBytes(path: string, buffer: Buffer, done: (outcome: ReadOutcome<Uint8Array>) => void): void {
  open(path, READ_FLAGS, (openError, descriptor) => {
    if (openError) return done({ error: openError });
    const finish = (outcome: ReadOutcome<Uint8Array>) => close(descriptor, () => done(outcome));
    readInto(descriptor, buffer, (first) => {
      if ("error" in first || first.value.length < buffer.length) return finish(first);
      fstat(descriptor, (error, { size } = { size: 0 } as Stats) => {
        if (error) return finish({ error });
        if (size > MAX_SKILL_FILE_BYTES) return finish({ error: tooLarge(size) });
        readInto(descriptor, Buffer.allocUnsafe(size), finish);
      });
    });
  });
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
