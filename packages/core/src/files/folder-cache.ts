import { close, constants, type Dirent, fstat, open, read, readdir, type Stats, stat } from "node:fs";
import { promisify } from "node:util";
import { SkillValidationError } from "../errors.js";
import { MAX_SKILL_FILE_BYTES } from "../skill.js";
import { createSlots } from "../slots.js";

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** Whether a file without an extension is a program; looked up once. */
  isProgram?: boolean;
}

/** Reads folders and small files once, and again what has changed by the next {@link FolderCache.refresh}. */
export interface FolderCache {
  /** Forgets what is not as it was when it was read. */
  refresh(): Promise<void>;
  /** The names in a folder, sorted. */
  readFolder(path: string): Promise<readonly FolderEntry[]>;
  /** What `interpret` makes of a regular file's bytes; not called again while the file is remembered. Follows no symlink. */
  readFile<T extends object>(path: string, interpret: (bytes: Uint8Array) => T): Promise<T>;
}

/**
 * A file system stamps a change with a clock that ticks every 4 to 10 ms. What changed this many milliseconds before we
 * read it may have changed again within the same tick, so it is read again.
 */
const CLOCK_TICK_MS = 20;
/** Files opened at once, well below the usual limit of 256 to 1,024. */
const MAX_OPEN_FILES = 200;
/** Most SKILL.md fit into one reading. */
const FIRST_READ_BYTES = 16 * 1024;
/** Without following a symlink and without waiting on a FIFO; both flags are absent on Windows. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

// The callback forms take half the CPU of `node:fs/promises`, which matters at thousands of files.
const file = { open: promisify(open), status: promisify(fstat), read: promisify(read), close: promisify(close) };
const entriesOf: (path: string, options: { withFileTypes: true }) => Promise<Dirent[]> = promisify(readdir);

interface Reading<T> {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly value: T;
}

/** Each source has one of these for as long as it lives. */
export function createFolderCache(): FolderCache {
  const folders = new Map<string, Reading<readonly FolderEntry[]>>();
  const files = new Map<string, Reading<object>>();
  const slots = createSlots(MAX_OPEN_FILES);
  const buffers: Buffer[] = [];

  /** The bytes are looked at before the next file is read into the same buffer. */
  async function interpretFile<T>(path: string, interpret: (bytes: Uint8Array) => T): Promise<T> {
    await slots.take(undefined);
    const buffer = buffers.pop() ?? Buffer.allocUnsafe(FIRST_READ_BYTES);
    try {
      return interpret(await readSmallFile(path, buffer));
    } finally {
      buffers.push(buffer);
      slots.release();
    }
  }

  return {
    async refresh() {
      await Promise.all([forgetChanged(folders), forgetChanged(files)]);
    },

    async readFolder(path) {
      const earlier = folders.get(path);
      if (earlier) return earlier.value;
      const at = Date.now();
      const value = (await entriesOf(path, { withFileTypes: true })).map(toEntry).sort(byName);
      folders.set(path, { at, value });
      return value;
    },

    async readFile<T extends object>(path: string, interpret: (bytes: Uint8Array) => T) {
      const earlier = files.get(path);
      if (earlier) return earlier.value as T;
      const at = Date.now();
      const value = await interpretFile(path, interpret);
      files.set(path, { at, value });
      return value;
    },
  };
}

/** Asks for all of them at once, without a promise for each, which is three times as cheap. */
function forgetChanged(readings: Map<string, Reading<unknown>>): Promise<void> {
  return new Promise((resolve) => {
    let pending = readings.size;
    if (pending === 0) resolve();
    for (const [path, reading] of readings) {
      stat(path, (error, status) => {
        if (error || !isUnchanged(status, reading)) readings.delete(path);
        pending -= 1;
        if (pending === 0) resolve();
      });
    }
  });
}

/** The time of the last change of content, name or rights; unlike that of the last writing it cannot be set. */
function isUnchanged({ ctimeMs }: Stats, { at }: Reading<unknown>): boolean {
  return ctimeMs < at - CLOCK_TICK_MS;
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other";
  return { name: entry.name, kind };
}

function byName(a: FolderEntry, b: FolderEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

async function readSmallFile(path: string, buffer: Buffer): Promise<Uint8Array> {
  const descriptor = await file.open(path, OPEN_FLAGS);
  try {
    const { bytesRead } = await file.read(descriptor, buffer, 0, FIRST_READ_BYTES, 0);
    if (bytesRead < FIRST_READ_BYTES) return buffer.subarray(0, bytesRead);
    return await readLongerFile(descriptor);
  } finally {
    await file.close(descriptor);
  }
}

async function readLongerFile(descriptor: number): Promise<Uint8Array> {
  const { size } = await file.status(descriptor);
  if (size > MAX_SKILL_FILE_BYTES) {
    throw new SkillValidationError(
      `The file has ${size} bytes; at most ${MAX_SKILL_FILE_BYTES} are read. Move parts of it into files of their own.`,
      { reason: "too-large" },
    );
  }
  const buffer = Buffer.allocUnsafe(size);
  const { bytesRead } = await file.read(descriptor, buffer, 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
