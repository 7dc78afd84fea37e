// The processes that run on this machine: from /proc on Linux, elsewhere from `ps`.

import { execFile } from "node:child_process";
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { createTimeSlices } from "../../base/time-slices.js";

/** A process that runs. One that has ended, and that its parent did not collect yet, is none. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** `undefined` where only Linux tells. */
  readonly session: number | undefined;
  /** When it started, in clock ticks since the machine did; `undefined` where only Linux tells. */
  readonly startTime: number | undefined;
}

/** Windows has no process groups; there `taskkill` ends a process with its descendants. */
export const HAS_PROCESS_GROUPS = process.platform !== "win32";

/**
 * How much of an environment is read, in bytes: all that Linux takes, arguments included, whatever the limits are. A process
 * can have the system tell gigabytes.
 */
const MAX_ENVIRONMENT = 6 * 2 ** 20;
/** What is read at once. Files of /proc make nobody wait, so that one is enough for all of them. */
const part = Buffer.allocUnsafe(2 ** 16);

/** Every process; `undefined` where nothing tells, such as a container without /proc. */
export async function listProcesses(): Promise<readonly RunningProcess[] | undefined> {
  return process.platform === "linux" ? listFromProc() : listFromPs();
}

async function listFromProc(): Promise<RunningProcess[] | undefined> {
  const pids = pidsInProc();
  if (pids.length === 0) return undefined;
  const running: RunningProcess[] = [];
  const slices = createTimeSlices();
  for (const pid of pids) {
    const found = readProcess(pid);
    if (found) running.push(found);
    await slices.rest();
  }
  return running;
}

function pidsInProc(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  } catch {
    return [];
  }
}

/** One process on Linux; `undefined` when it does not run. Read at once, as a file of /proc never makes anybody wait. */
export function readProcess(pid: number): RunningProcess | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // "pid (name) state parent group session …", where the name may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, group, session] = fields;
  const [threads, startTime] = [Number(fields[17]), Number(fields[19])];
  // When its first thread alone has ended, a process looks like one that waits to be collected.
  const hasEnded = state === "" || state === "X" || (state === "Z" && threads <= 1);
  if (hasEnded) return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), startTime };
}

/** The environment that a process was started with, on Linux, or its beginning; empty where this user may not read it. */
export function readEnvironment(pid: number): string {
  const text = readText(`/proc/${pid}/environ`);
  if (text !== "") return text;
  // Its threads share it. Once the first of them has ended, it is told through the others alone. They are sorted as texts.
  const other = threadsOf(pid).find((thread) => Number(thread) !== pid);
  return other === undefined ? "" : readText(`/proc/${pid}/task/${other}/environ`);
}

/** The command line of a process on Linux, its words apart by spaces; empty where nothing tells it. */
export function commandOf(pid: number): string {
  const words = Buffer.from(readText(`/proc/${pid}/cmdline`), "latin1").toString("utf8");
  return words.replaceAll("\0", " ").trim();
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The number of the process or thread that was started last; `undefined` where only Linux tells. */
export function lastStarted(): number | undefined {
  const [number] = /\d+\s*$/.exec(readText("/proc/loadavg")) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A file of /proc, or its beginning; empty where it cannot be read. */
function readText(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    let text = "";
    for (let read = -1; read !== 0 && text.length < MAX_ENVIRONMENT; text += part.toString("latin1", 0, read)) {
      read = readSync(descriptor, part);
    }
    return text;
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function listFromPs(): Promise<RunningProcess[] | undefined> {
  return new Promise((resolve) => {
    const options = { env: { PATH: "/bin:/usr/bin" }, maxBuffer: 2 ** 26, timeout: 5_000 };
    execFile("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], options, (error, stdout) => {
      resolve(error ? undefined : parsePs(stdout));
    });
  });
}

/** Reads what `ps -A -o pid=,ppid=,pgid=,stat=` prints. */
export function parsePs(printed: string): RunningProcess[] {
  return printed.split("\n").flatMap((line) => {
    const [, pid, parent, group, state] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? [];
    if (state === undefined || /^[ZX]/.test(state)) return [];
    const unknown = { session: undefined, startTime: undefined };
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), ...unknown }];
  });
}
