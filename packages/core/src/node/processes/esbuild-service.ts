// Calls of esbuild, whose service is a process of its own: it can die, and be held up.

import { messageOf, SkillError } from "../../base/errors.js";
import { untilAborted } from "../../base/until-aborted.js";

export type Esbuild = typeof import("esbuild");

/** How often the service of each esbuild was started anew. */
const renewals = new WeakMap<Esbuild, number>();

/**
 * Does work with esbuild. A service that has died is started anew, once: esbuild does not do so by itself.
 *
 * @throws esbuild's own error for what is wrong with the source
 * @throws SkillError `script_not_started` when the service does not work, and when the signal is aborted first
 */
export async function withService<T>(
  esbuild: Esbuild,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const known = renewals.get(esbuild) ?? 0;
  try {
    return await orAborted(signal, work);
  } catch (error) {
    if (isAboutSource(error) || SkillError.isInstance(error)) throw error;
  }
  // Of several that find it dead one starts it anew: stopped by the next, it would be dead for the first again.
  if ((renewals.get(esbuild) ?? 0) === known) {
    renewals.set(esbuild, known + 1);
    await esbuild.stop();
  }
  try {
    return await orAborted(signal, work);
  } catch (error) {
    if (isAboutSource(error) || SkillError.isInstance(error)) throw error;
    const problem = `esbuild, which prepares this TypeScript, does not work: ${messageOf(error)}`;
    throw new SkillError("script_not_started", `${problem}. Install it again`, { cause: error });
  }
}

/** Whether esbuild has read the source, and found something wrong with it. */
export function isAboutSource(error: unknown): boolean {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

/** What esbuild does can not be stopped alone: it goes on, and nobody waits for it. */
async function orAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await untilAborted(signal, work);
  } catch (error) {
    if (!signal?.aborted) throw error;
    const message = `esbuild was given up while it prepared the script: ${messageOf(signal.reason)}`;
    throw new SkillError("script_not_started", message, { cause: signal.reason });
  }
}
