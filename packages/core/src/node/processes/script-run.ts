// One run of a program: by what its processes are known, and whether it left any behind.

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createTimeSlices } from "../../base/time-slices.js";
import { HAS_PROCESS_GROUPS, lastStarted, readEnvironment, readProcess } from "./process-table.js";

/** The variable that every script receives. What it starts inherits it, and is known by it. */
export const RUN_VARIABLE = "SKILLPLUG_RUN";

/** Random, so that nothing else on the machine carries it: what all runs of this process have in common. */
export const HOST_MARKER: string = `skillplug-${randomBytes(12).toString("hex")}`;

/** A run that was started. */
export interface ScriptRun {
  readonly leader: ChildProcess;
  /** The part of {@link RUN_VARIABLE} that no other run has. */
  readonly marker: string;
  /** Of the leader; see `RunningProcess`. */
  readonly startTime: number | undefined;
  /** `performance.now()` at the start. */
  readonly startedAt: number;
}

/** A run of more milliseconds may have seen every process number given out once. */
const MAX_TRUSTED_MS = 1_000;
let runs = 0;
/** The leaders of the runs that go on: none of them is what another run left behind. */
const leaders = new Set<number>();

/** A marker for the next run. */
export function nextMarker(): string {
  runs += 1;
  // The second full stop ends the number: run 1 is not found in run 12.
  return `${HOST_MARKER}.${runs}.`;
}

/** The value of {@link RUN_VARIABLE}. Where this process is itself part of a run, what it starts belongs to both. */
export function runVariable(marker: string, outer: string | undefined = process.env[RUN_VARIABLE]): string {
  return outer ? `${outer} ${marker}` : marker;
}

/** To be called right after the leader was spawned with `detached: HAS_PROCESS_GROUPS`. */
export function describeRun(leader: ChildProcess, marker: string, startedAt: number): ScriptRun {
  const { pid } = leader;
  if (pid === undefined) return { leader, marker, startTime: undefined, startedAt };
  leaders.add(pid);
  leader.once("exit", () => leaders.delete(pid));
  return { leader, marker, startTime: readProcess(pid)?.startTime, startedAt };
}

/** False when a run that has ended by itself left nothing behind, as most do: told by the processes that are younger than it. */
export async function mayHaveLeft({ leader: { pid }, marker, startedAt }: ScriptRun): Promise<boolean> {
  if (pid === undefined || !HAS_PROCESS_GROUPS) return false;
  if (isGroup(pid)) return true;
  if (process.platform !== "linux") return false;
  const last = lastStarted();
  if (last === undefined || last < pid) return true;
  if (performance.now() - startedAt > MAX_TRUSTED_MS) return true;
  const slices = createTimeSlices();
  for (let younger = pid + 1; younger <= last; younger += 1) {
    const found = leaders.has(younger) ? undefined : readProcess(younger);
    if (found && (found.session === pid || readEnvironment(younger).includes(marker))) return true;
    await slices.rest();
  }
  return false;
}

/** Whether a group has a member, be it one that has ended and was not collected. */
export function isGroup(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
