// Ends a process with all that it started: by its process group, on Windows by taskkill.

import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 20;
/** How long the system may take to remove what was killed. */
const REMOVAL_MS = 500;

/** Windows has no process groups; there `taskkill` ends a process with its descendants. */
export const HAS_PROCESS_GROUPS = process.platform !== "win32";

/**
 * Ends a process and everything that it started and left in its group: SIGTERM first, SIGKILL after the grace.
 * Resolves when none of it runs any more. A descendant that opened a session of its own (`setsid`) is out of reach.
 *
 * @param leader was spawned with `detached: HAS_PROCESS_GROUPS`
 */
export async function endProcessGroup(leader: ChildProcess, graceMs: number): Promise<void> {
  sendSignal(leader, "SIGTERM");
  // What looks gone may have moved on into a new process while it was looked at.
  if ((await isGoneWithin(leader, graceMs)) && !signalGroup(leader, 0)) return;
  sendSignal(leader, "SIGKILL");
  await isGoneWithin(leader, REMOVAL_MS);
}

const groups = new Set<ChildProcess>();

/** Kills the group when this program exits first, for what is detached would outlive it. Returns how to stop watching. */
export function endWithThisProcess(leader: ChildProcess): () => void {
  if (groups.size === 0) process.on("exit", killGroups);
  groups.add(leader);
  return () => {
    groups.delete(leader);
    if (groups.size === 0) process.off("exit", killGroups);
  };
}

function killGroups(): void {
  for (const leader of groups) sendSignal(leader, "SIGKILL");
}

async function isGoneWithin(leader: ChildProcess, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (await isRunning(leader)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

async function isRunning(leader: ChildProcess): Promise<boolean> {
  if (!HAS_PROCESS_GROUPS) return hasNotEnded(leader);
  if (leader.pid === undefined || !signalGroup(leader, 0)) return false;
  return process.platform !== "linux" || hasLivingMember(leader.pid);
}

/**
 * An orphan that has ended stays in its group until the first process of the machine collects it, which in many
 * containers is never. Linux tells such a zombie from a process that runs.
 */
async function hasLivingMember(group: number): Promise<boolean> {
  const names = await readdir("/proc").catch(() => undefined);
  if (!names) return true;
  // "pid (name) state parent group …", where the name may contain anything.
  const readStatus = (pid: string) => readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  const statuses = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStatus));
  return statuses.some((status) => {
    const [state = "", , itsGroup] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return itsGroup === String(group) && !/[ZX]/.test(state);
  });
}

function sendSignal(leader: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (HAS_PROCESS_GROUPS) signalGroup(leader, signal);
  else if (hasNotEnded(leader)) endTree(leader.pid);
}

function hasNotEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

function endTree(pid: number | undefined): void {
  const taskkill = spawn("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true });
  // Without taskkill there is nothing more to do; an unheard error would end this program.
  taskkill.on("error", () => {});
  taskkill.unref();
}

/** False when the group is empty, or may not be signalled by this user. */
function signalGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
