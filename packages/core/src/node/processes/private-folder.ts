// Private temporary folders, named so that a later process can tell whose they are and remove those of hosts that died.

import { createHash } from "node:crypto";
import { chmod, lstat, mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "../../base/errors.js";
import { systemCodeOf } from "../descriptors.js";

/** Sweeps that have begun, by their folder: one a process. */
const sweeps = new Map<string, Promise<void>>();

/** A host notes the time of its start in whole seconds, and file systems round as well. In milliseconds. */
const CLOCK_TOLERANCE_MS = 2_000;

/**
 * Makes a new folder in the system's temporary folder, which only this user may enter. The first one of this process removes
 * those that other processes left behind: of this user, this machine and this PID namespace, whose process does not run any more.
 *
 * @throws SkillError `script_not_started` when the system refuses it
 */
export async function makePrivateFolder(): Promise<string> {
  const temporary = tmpdir();
  const sweep = sweeps.get(temporary) ?? sweepFolders(temporary);
  sweeps.set(temporary, sweep);
  await sweep;
  // mkdtemp creates the folder with mode 700.
  const prefix = join(temporary, `skillplug-${await placeId()}-${process.pid}-`);
  return mkdtemp(prefix).catch((error: unknown) => {
    const message = `no folder can be made in ${temporary} (${systemCodeOf(error)}). Set the variable TMPDIR to a folder that this program may write to`;
    throw new SkillError("script_not_started", message, { cause: error });
  });
}

/** Removes the private folders in `temporary` whose host is gone. Whatever fails is left where it is. */
export async function sweepFolders(temporary: string): Promise<void> {
  const place = await placeId();
  const names = await readdir(temporary).catch(() => []);
  for (const name of names) {
    const [, itsPlace, pid] = /^skillplug-([0-9a-f]{16})-(\d{1,10})-[^/]+$/.exec(name) ?? [];
    if (pid === undefined || itsPlace !== place) continue;
    await sweepFolder(join(temporary, name), Number(pid)).catch(() => {});
  }
}

async function sweepFolder(folder: string, pid: number): Promise<void> {
  const status = await lstat(folder);
  if (!status.isDirectory() || status.uid !== process.getuid?.()) return;
  if (isAlive(pid, status.mtimeMs)) return;
  await removeFolder(folder);
}

/**
 * Removes a folder with all that is in it, also what a script has made and locked. What cannot be removed stays: the result of
 * a script that has run is worth more, and the sweep of a later process tries again.
 */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 2 });
  await remove()
    .catch(async () => {
      await unlock(folder);
      await remove();
    })
    .catch(() => {});
}

/** Root may do everything anyway; everybody else needs these rights in each folder. */
async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}

/** In a container that starts again, the host that died had the same id as this process. */
function isAlive(pid: number, changedAt: number): boolean {
  if (pid === process.pid) {
    const startedAt = Date.now() - process.uptime() * 1000;
    return changedAt > startedAt - CLOCK_TOLERANCE_MS;
  }
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** The same for all processes that can see each other's ids: of one machine, and of one PID namespace where there are any. */
export async function placeId(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return createHash("sha256").update(`${hostname()}\n${namespace}`).digest("hex").slice(0, 16);
}
