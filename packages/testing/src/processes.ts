// Helpers for tests that run processes: to their end, or to see whether they still run.

import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** What a process printed, and how it ended. */
export interface EndedProcess {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for the end of a process whose outputs are pipes that nobody else reads. */
export async function runToEnd(child: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<EndedProcess> {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** Whether a process runs; one that has ended and that its parent did not collect yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    // "pid (name) state …", where the name may contain anything.
    const status = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    // A process whose first thread alone has ended looks like one that waits to be collected, and runs.
    return !/^[ZX]/.test(fields[0] ?? "") || Number(fields[17]) > 1;
  } catch {
    return false;
  }
}
