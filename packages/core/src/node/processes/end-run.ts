// Ends a run with all that it started: SIGTERM, a grace, then SIGKILL until nothing is found any more. Before either of them
// all members are stopped, so that a tree does not fall apart while it is ended.

import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { describeProcesses, type NamedProcesses } from "./describe-processes.js";
import { HAS_PROCESS_GROUPS, type RunningProcess, readProcess } from "./process-table.js";
import { createRunMembers, findRemaining, identityOf, type RunMembers } from "./run-members.js";
import { isGroup, type ScriptRun } from "./script-run.js";

type Signal = "SIGSTOP" | "SIGTERM" | "SIGCONT" | "SIGKILL";

const POLL_MS = 20;
/** How long killing goes on: for what the system removes slowly, and for what starts itself anew again and again. */
const REMOVAL_MS = 1_000;
/** How often it is looked for what is to be stopped. Two or three looks are usual; only what leads back to nothing goes on. */
const MAX_LOOKS = 20;

/**
 * Ends a run and everything that belongs to it, see `createRunMembers`. Resolves when none of it runs any more, or when
 * killing did not help within a second: the system keeps it, or it belongs to another user by now.
 *
 * @param endedByItself whether what it started has a moment to do so too
 * @returns what ran when it was to be ended
 */
export async function endRun(run: ScriptRun, graceMs: number, endedByItself = false): Promise<NamedProcesses> {
  let first: NamedProcesses | undefined;
  if (HAS_PROCESS_GROUPS) {
    const members = createRunMembers(run);
    if (endedByItself) await findRemaining(members);
    const note = (found: readonly RunningProcess[]) => {
      first ??= describeProcesses(found);
    };
    if (!(await endGently(members, graceMs, note))) await kill(members);
  } else await endTree(run);
  return first ?? { processes: [], more: 0 };
}

/** False when something of it still runs after the grace. */
async function endGently(
  members: RunMembers,
  graceMs: number,
  note: (found: readonly RunningProcess[]) => void,
): Promise<boolean> {
  const deadline = performance.now() + graceMs;
  const asked = new Set<string>();
  for (;;) {
    const found = await stopAll(members);
    note(found);
    if (found.length === 0) return isStillEmpty(members);
    const fresh = found.filter((member) => !asked.has(identityOf(member)));
    for (const member of fresh) asked.add(identityOf(member));
    signal(members, fresh, "SIGTERM");
    // What is stopped cannot hear. Children first: the system sends SIGHUP to a stopped group whose last parent outside ends.
    signal(members, found.toReversed(), "SIGCONT");
    do {
      if (performance.now() >= deadline) return false;
      await delay(POLL_MS);
    } while (found.some(isStillThere));
  }
}

async function kill(members: RunMembers): Promise<void> {
  const deadline = performance.now() + REMOVAL_MS;
  do {
    const found = await stopAll(members);
    signal(members, found, "SIGKILL");
    if (found.length > 0) await delay(POLL_MS);
    else if (await isStillEmpty(members)) return;
  } while (performance.now() < deadline);
}

/**
 * Stops what is found until a look finds nothing new, and tells all that was found last. Else what was started between a look
 * and a signal would lose its parent to that signal, and where it has no variable either, nothing would lead to it any more.
 */
async function stopAll(members: RunMembers): Promise<readonly RunningProcess[]> {
  const stopped = new Set<string>();
  for (let looks = 1; ; looks += 1) {
    const found = await members.find();
    const fresh = found.filter((member) => !stopped.has(identityOf(member)));
    if (fresh.length === 0 || looks === MAX_LOOKS) return found;
    signal(members, fresh, "SIGSTOP");
    for (const member of fresh) stopped.add(identityOf(member));
  }
}

/** What looks gone may have moved on into a new process while it was looked at. */
async function isStillEmpty(members: RunMembers): Promise<boolean> {
  return (await members.find()).length === 0;
}

/** A number that was given to another process meanwhile is told by the time of its start, where the system tells that. */
function isStillThere({ pid, group, startTime }: RunningProcess): boolean {
  if (process.platform === "linux" && startTime !== undefined) return readProcess(pid)?.startTime === startTime;
  return isGroup(group) && send(pid, 0);
}

/** A whole group at once where nobody else is in it, so that what is started at that moment hears it too. */
function signal(members: RunMembers, wanted: readonly RunningProcess[], name: Signal): void {
  const groups = members.ownGroups(wanted);
  const signalled = new Set<number>();
  for (const member of wanted) {
    const { pid, group } = member;
    if (signalled.has(group) || !isStillThere(member)) continue;
    if (groups.has(group)) {
      signalled.add(group);
      send(-group, name);
    } else send(pid, name);
  }
}

/** False when there is no such process, or when this user may not signal it. */
function send(pid: number, name: Signal | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function endTree({ leader }: ScriptRun): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null) return;
  const taskkill = spawn("taskkill", ["/PID", String(leader.pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
  await new Promise<void>((resolve) => {
    taskkill.once("exit", () => resolve());
    // Without taskkill there is nothing more to do; an unheard error would end this program.
    taskkill.once("error", () => resolve());
  });
}
