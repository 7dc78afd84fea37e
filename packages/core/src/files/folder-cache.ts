import { close, constants, type Dirent, fstat, open, read, readdir, type Stats, stat } from "node:fs";
import { promisify } from "node:util";
import { SkillValidationError } from "../errors.js";
import { MAX_SKILL_FILE_BYTES } from "../skill.js";

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** Whether a file without an extension is a program; looked up once. */
  isProgram?: boolean;
}

/** Reads folders and small files, and again only what has changed since. */
export interface FolderCache {
  /** The names in a folder, sorted. */
  readFolder(path: string): Promise<readonly FolderEntry[]>;
  /** What `interpret` makes of a regular file's bytes; not called again while the file is the same. Follows no symlink. */
  readFile<T>(path: string, interpret: (bytes: Uint8Array) => T): Promise<{ value: T; revision: string }>;
}

/** A change within this many milliseconds before a reading might carry the same time stamp as that reading, so it is not trusted. */
const TIME_STAMP_GRAIN_MS = 20;
/** Files opened at once, well below the usual limit of 256 to 1,024. */
const MAX_OPEN_FILES = 64;
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// The callback forms take half the CPU of `node:fs/promises`, which matters at thousands of files.
const file = {
  open: promisify(open),
  status: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};
const statOf = promisify(stat);
const namesIn = promisify(readdir) as (path: string, options: { withFileTypes: true }) => Promise<Dirent[]>;

interface Cached<T> {
  readonly revision: string;
  readonly settled: boolean;
  readonly value: T;
}

/** Each source has one of these for as long as it lives. */
export function createFolderCache(): FolderCache {
  const folders = new Map<string, Cached<readonly FolderEntry[]>>();
  const files = new Map<string, Cached<unknown>>();
  const limit = createLimit(MAX_OPEN_FILES);

  return {
    async readFolder(path) {
      const now = Date.now();
      const status = await statOf(path);
      const cached = folders.get(path);
      if (cached && isSame(cached, status)) return cached.value;
      const entries = (await namesIn(path, { withFileTypes: true })).map(toEntry).sort(byName);
      folders.set(path, { ...stampOf(status, now), value: entries });
      return entries;
    },

    async readFile<T>(path: string, interpret: (bytes: Uint8Array) => T) {
      const cached = files.get(path);
      if (cached && isSame(cached, await statOf(path))) return { value: cached.value as T, revision: cached.revision };
      const now = Date.now();
      const { bytes, status } = await limit(() => readSmallFile(path));
      const entry = { ...stampOf(status, now), value: interpret(bytes) };
      files.set(path, entry);
      return { value: entry.value, revision: entry.revision };
    },
  };
}

function stampOf(status: Stats, now: number): { revision: string; settled: boolean } {
  return { revision: revisionOf(status), settled: now - status.ctimeMs > TIME_STAMP_GRAIN_MS };
}

function revisionOf({ ino, size, ctimeMs }: Stats): string {
  return `${ino}-${size}-${ctimeMs}`;
}

function isSame(cached: Cached<unknown>, status: Stats): boolean {
  return cached.settled && cached.revision === revisionOf(status);
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";
  return { name: entry.name, kind };
}

function byName(a: FolderEntry, b: FolderEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

async function readSmallFile(path: string): Promise<{ bytes: Uint8Array; status: Stats }> {
  const descriptor = await file.open(path, OPEN_FLAGS);
  try {
    const status = await file.status(descriptor);
    if (!status.isFile()) throw new SkillValidationError("It is not a regular file.", { reason: "not-a-file" });
    if (status.size > MAX_SKILL_FILE_BYTES) {
      throw new SkillValidationError(
        `The file has ${status.size} bytes; at most ${MAX_SKILL_FILE_BYTES} are read. Move parts of it into files of their own.`,
        { reason: "too-large" },
      );
    }
    const buffer = Buffer.allocUnsafe(status.size);
    const { bytesRead } = await file.read(descriptor, buffer, 0, status.size, 0);
    return { bytes: buffer.subarray(0, bytesRead), status };
  } finally {
    await file.close(descriptor);
  }
}

/** Runs at most `size` tasks at once; the others wait in order. */
function createLimit(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
