// Runs synchronous code that others wrote, and stops it where it would hold the process.

/** In milliseconds of processor time. */
const MAX_CPU_MS = 60;

/** In milliseconds. On a busy machine so much can pass without any of it being ours: then it is tried again. */
const MAX_ATTEMPT_MS = 100;

/** What is thrown in place of an answer that did not come in time. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

const WORK = Symbol.for("skillplug.run-briefly");

/** What Node has for it; other platforms lack it, and there code runs for as long as it likes. */
interface Watchdog {
  run(limitMs: number): unknown;
  isTimeout(error: unknown): boolean;
  /** In milliseconds. */
  cpuTime(): number;
}

let watchdog: Watchdog | undefined;

/** Whether a call is under way: one within it ends with it, since the two could not tell whose time it was. */
let isRunning = false;

/**
 * Calls a function that does not change anything, such as a validation: on thirty characters a short pattern can take hours,
 * and no other work of the process runs before its end. What the function returns is returned, what it
 * throws is thrown.
 *
 * @throws TookTooLong once it has used 60 ms of processor time, what it calls briefly itself included
 */
export function runBriefly<T>(work: () => T): T {
  watchdog ??= createWatchdog();
  if (!watchdog || isRunning) return work();
  let result: { readonly value: T } | undefined;
  const startedAt = watchdog.cpuTime();
  do {
    Reflect.set(globalThis, WORK, () => {
      result = { value: work() };
    });
    isRunning = true;
    try {
      watchdog.run(MAX_ATTEMPT_MS);
    } catch (error) {
      if (!watchdog.isTimeout(error)) throw error;
    } finally {
      isRunning = false;
      Reflect.deleteProperty(globalThis, WORK);
    }
    if (result) return result.value;
  } while (watchdog.cpuTime() - startedAt < MAX_CPU_MS);
  throw new TookTooLong(`It was stopped after ${MAX_CPU_MS} ms of processor time.`);
}

/** By `node:vm`, which is asked for and not imported, since this code runs on other platforms too. */
function createWatchdog(): Watchdog | undefined {
  const vm = globalThis.process?.getBuiltinModule?.("node:vm");
  if (!vm) return undefined;
  const script = new vm.Script('globalThis[Symbol.for("skillplug.run-briefly")]()');
  return {
    run: (timeout) => script.runInThisContext({ timeout }),
    isTimeout: (error) => error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT",
    cpuTime: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
}
