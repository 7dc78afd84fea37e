import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type MockInstance, onTestFinished, vi } from "vitest";

/** Lets modules that import a function of `node:fs` by its name see that it was replaced, and that it is back when the test ends. */
function untilTestFinished(...spies: readonly Pick<MockInstance, "mockRestore">[]): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
}

/** What is opened from now on until the test ends, in this order. The files are opened all the same. */
export function recordOpened(): string[] {
  const opened: string[] = [];
  const { open } = fs;
  const openByPromise = fs.promises.open;
  const record = (path: fs.PathLike) => void opened.push(String(path));
  untilTestFinished(
    vi.spyOn(fs, "open").mockImplementation(((...args: Parameters<typeof open>) => {
      record(args[0]);
      open(...args);
    }) as typeof open),
    vi.spyOn(fs.promises, "open").mockImplementation((...args) => {
      record(args[0]);
      return openByPromise(...args);
    }),
  );
  return opened;
}

/** Does something in the moment before a file is opened by a promise, and something else right after. */
export function aroundOpen(before: (path: string) => void, after: () => void = () => undefined): void {
  const { open } = fs.promises;
  const spy = vi.spyOn(fs.promises, "open").mockImplementation(async (...args) => {
    before(String(args[0]));
    try {
      return await open(...args);
    } finally {
      after();
    }
  });
  untilTestFinished(spy);
}

/** The files below a folder that this process has open. Only Linux tells. */
export function openBelow(folder: string): string[] {
  const targets = fs.readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return ""; // the one with which the list was read is closed by now
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

/** Does something in the moment before a folder's names are read. */
export function beforeReadingFolder(act: (path: string) => void): void {
  const readdir = fs.readdir.bind(fs);
  const spy = vi.spyOn(fs, "readdir").mockImplementation(((...args: Parameters<typeof readdir>) => {
    act(String(args[0]));
    readdir(...args);
  }) as typeof fs.readdir);
  untilTestFinished(spy);
}

/** Makes the real path of one path known only once that of another is. */
export function resolveLater(late: string, early: string): void {
  const realpath = fs.promises.realpath.bind(fs.promises);
  let resolveFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });
  const spy = vi.spyOn(fs.promises, "realpath").mockImplementation((async (path: string) => {
    if (path === late) await first;
    const real = await realpath(path);
    if (path === early) setImmediate(resolveFirst);
    return real;
  }) as typeof fs.promises.realpath);
  untilTestFinished(spy);
}

/** Makes numbers too small for the inodes of what is looked at, as on file systems that use all 64 bits: bigints alone tell them. */
export function roundInodes(): void {
  const lstat = fs.lstat.bind(fs);
  const spy = vi.spyOn(fs, "lstat").mockImplementation(((path: fs.PathLike, ...rest: [never, never?]) => {
    const done = rest.at(-1) as unknown as (error: Error | null, status: fs.Stats) => void;
    if (rest.length > 1) return lstat(path, ...(rest as [never, never]));
    lstat(path, (error, status) => done(error, status && Object.assign(status, { ino: 2 ** 60 })));
  }) as typeof fs.lstat);
  untilTestFinished(spy);
}
