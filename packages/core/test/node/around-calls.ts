// The calls of the file system, with something done between them.

import { type FileCalls, systemCalls } from "../../src/node/file-calls.js";

/** The way of a system where no descriptor tells its path. */
export const portable: FileCalls = { ...systemCalls, pathOf: undefined };
export const ways: [string, FileCalls][] = [["by names", portable]];
if (systemCalls.pathOf) ways.push(["by the descriptor", systemCalls]);

/** Does something right before a call of the file system that is the so-and-so-many-th one, and something right after it. */
export function around(calls: FileCalls, index: number, before: () => void, after: () => void = () => undefined) {
  let count = 0;
  const step = async <T>(call: () => Promise<T>): Promise<T> => {
    const isIt = count === index;
    count += 1;
    if (isIt) before();
    try {
      return await call();
    } finally {
      if (isIt) after();
    }
  };
  const wrapped: FileCalls = {
    open: (path, flags) => step(() => calls.open(path, flags)),
    realpath: (path) => step(() => calls.realpath(path)),
    lstat: (path) => step(() => calls.lstat(path)),
    readdir: (path, most) => step(() => calls.readdir(path, most)),
    readlink: (path) => step(() => calls.readlink(path)),
    pathOf: calls.pathOf,
  };
  return { wrapped, count: () => count };
}
