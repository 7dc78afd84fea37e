// One run of a program: by what its processes are known, and whether it left any behind.

import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
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
/** With more processes started meanwhile, the whole table is read instead. */
const MAX_YOUNGER = 256;
/** With larger environments too: nothing else happens while they are read. In bytes. */
const MAX_READ = 2 ** 22;

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
export function mayHaveLeft({ leader: { pid }, marker, startedAt }: ScriptRun): boolean {
  if (pid === undefined || !HAS_PROCESS_GROUPS) return false;
  if (isGroup(pid)) return true;
  if (process.platform !== "linux") return false;
  const last = lastStarted();
  if (last === undefined || last < pid || last - pid > MAX_YOUNGER) return true;
  if (performance.now() - startedAt > MAX_TRUSTED_MS) return true;
  let unread = MAX_READ;
  for (let younger = pid + 1; younger <= last; younger += 1) {
    const found = leaders.has(younger) ? undefined : readProcess(younger);
    if (!found) continue;
    const environment = readEnvironment(younger);
    unread -= environment.length;
    if (found.session === pid || unread < 0 || environment.includes(marker)) return true;
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
