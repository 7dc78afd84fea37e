// The calls of the file system by which files of skills are opened, in one object, so that tests can stand between them.

import { type BigIntStats, type Dirent, existsSync, readlinkSync } from "node:fs";
import { type FileHandle, lstat, open, opendir, readdir, readlink, realpath } from "node:fs/promises";

/** What opening a contained file asks of the system. */
export interface FileCalls {
  open(path: string, flags: number): Promise<FileHandle>;
  realpath(path: string): Promise<string>;
  lstat(path: string): Promise<BigIntStats>;
  /** @param most how many entries are read at most; without it all are, at once */
  readdir(path: string, most?: number): Promise<readonly Dirent[]>;
  readlink(path: string): Promise<string>;
  /** The real path of what is open, where the system tells it: Linux with /proc. */
  readonly pathOf?: ((descriptor: number) => string) | undefined;
}

/** A path below this one leads to what a descriptor of this process stands for, wherever that was moved. */
export const DESCRIPTORS = "/proc/self/fd";

/** The real path of what a descriptor stands for. Asks the kernel alone, never a disk, so that it need not be awaited. */
export const pathOfDescriptor: FileCalls["pathOf"] =
  process.platform === "linux" && existsSync(DESCRIPTORS)
    ? (descriptor) => readlinkSync(`${DESCRIPTORS}/${descriptor}`)
    : undefined;

/** The calls of this system. */
export const systemCalls: FileCalls = {
  open: (path, flags) => open(path, flags),
  realpath: (path) => realpath(path),
  lstat: (path) => lstat(path, { bigint: true }),
  readdir: (path, most) => (most === undefined ? readdir(path, { withFileTypes: true }) : firstEntries(path, most)),
  readlink: (path) => readlink(path),
  pathOf: pathOfDescriptor,
};

/** In parts, as a folder with very many entries would hold the process while objects are made of all. */
async function firstEntries(path: string, most: number): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path, { bufferSize: 256 })) {
    if (entries.length >= most) break;
    entries.push(entry);
  }
  return entries;
}
