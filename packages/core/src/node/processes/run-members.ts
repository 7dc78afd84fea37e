// Tells which of the machine's processes belong to a run, however they left its process group.

import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { createTimeSlices } from "../../base/time-slices.js";
import { listProcesses, type RunningProcess, readEnvironment } from "./process-table.js";
import { isGroup, type ScriptRun } from "./script-run.js";

/** The processes of one run, looked for again and again: what once was its own stays so. */
export interface RunMembers {
  /** Those that run now. */
  find(): Promise<readonly RunningProcess[]>;
  /** The groups of these members in which nobody else is. */
  ownGroups(members: readonly RunningProcess[]): ReadonlySet<number>;
}

/**
 * What belongs to a run: its leader, the group and the session of the leader, every descendant, on Linux also what carries
 * the marker in its environment, and the sessions in which nothing is older than the run. Out of reach: a process that
 * emptied its environment, opened a session of its own and lost its parent before anybody looked.
 */
export function createRunMembers(run: ScriptRun): RunMembers {
  const leader = run.leader.pid ?? -1;
  const sessions = new Set<number>();
  /** Those that were found already: large environments are not read again. */
  const known = new Set<string>();
  let everyone: readonly RunningProcess[] = [];

  /** Once the leader is collected, its number can be given to a stranger. */
  const isStranger = (pid: number) => pid === leader && hasEnded(run.leader);

  function isYoung({ startTime }: RunningProcess): boolean {
    return startTime === undefined || run.startTime === undefined || startTime >= run.startTime;
  }

  function belongsByItself(found: RunningProcess, numberIsTaken: boolean): boolean {
    if (!isYoung(found) || isStranger(found.pid)) return false;
    if (found.pid === leader) return true;
    if (!numberIsTaken && (found.group === leader || found.session === leader)) return true;
    return sessions.has(found.session ?? -1) || known.has(identityOf(found));
  }

  function isMarked(found: RunningProcess): boolean {
    if (process.platform !== "linux" || !isYoung(found) || isStranger(found.pid)) return false;
    return readEnvironment(found.pid).includes(run.marker);
  }

  function rememberSessions(members: Iterable<RunningProcess>): void {
    for (const { session } of members) {
      if (session === undefined || session === leader) continue;
      if (everyone.every((other) => other.session !== session || isYoung(other))) sessions.add(session);
    }
  }

  async function collect(): Promise<RunningProcess[]> {
    const slices = createTimeSlices();
    const numberIsTaken = everyone.some(({ pid }) => isStranger(pid));
    const children = groupByParent(everyone);
    const members = new Map<number, RunningProcess>();
    const addWithDescendants = (found: RunningProcess): void => {
      const waiting = [found];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (members.has(next.pid) || !isYoung(next) || isStranger(next.pid)) continue;
        members.set(next.pid, next);
        waiting.push(...(children.get(next.pid) ?? []));
      }
    };
    for (const found of everyone) if (belongsByItself(found, numberIsTaken)) addWithDescendants(found);
    // Last, as thousands of processes can have an environment of a megabyte each.
    for (const found of everyone) {
      if (!members.has(found.pid) && isMarked(found)) addWithDescendants(found);
      await slices.rest();
    }
    rememberSessions(members.values());
    for (const found of everyone) if (sessions.has(found.session ?? -1)) addWithDescendants(found);
    for (const member of members.values()) if (member.startTime !== undefined) known.add(identityOf(member));
    return [...members.values()];
  }

  return {
    async find() {
      const listed = await listProcesses();
      everyone = listed ?? [];
      if (listed) return collect();
      // Nothing lists processes here. The group can still be asked after, and be signalled.
      return isGroup(leader)
        ? [{ pid: leader, parent: -1, group: leader, session: undefined, startTime: undefined }]
        : [];
    },
    ownGroups(members) {
      const own = new Set(members.map(({ pid }) => pid));
      const groups = new Set(members.map(({ group }) => group));
      for (const { pid, group } of everyone) if (!own.has(pid)) groups.delete(group);
      return groups;
    },
  };
}

/** How long what was told to end may take for that once its script has ended, such as a server that cleans up. */
const LEAVING_MS = 250;
const POLL_MS = 20;

/** Waits a moment for what ends by itself. Resolves to what still runs then. */
export async function findRemaining(members: RunMembers): Promise<readonly RunningProcess[]> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
  }, LEAVING_MS);
  try {
    for (;;) {
      const wasOver = isOver;
      const found = await members.find();
      if (found.length === 0 || wasOver) return found;
      await delay(POLL_MS);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The same for one process at all times, where the system tells when it started. */
export function identityOf({ pid, startTime }: RunningProcess): string {
  return `${pid} ${startTime}`;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function groupByParent(all: readonly RunningProcess[]): Map<number, RunningProcess[]> {
  const children = new Map<number, RunningProcess[]>();
  for (const found of all) {
    const siblings = children.get(found.parent);
    if (siblings) siblings.push(found);
    else children.set(found.parent, [found]);
  }
  return children;
}
