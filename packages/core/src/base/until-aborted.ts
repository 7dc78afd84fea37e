// Waiting that ends with the call's abort.

import { SkillError } from "./errors.js";
import { onAbort } from "./on-abort.js";

/**
 * What the work comes to, unless the signal fires first. A late answer is dropped.
 *
 * @throws SkillError `aborted` as soon as the signal fires; the work does not begin when it has fired before
 */
export async function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (!signal) return work();
  if (signal.aborted) throw abortedError();
  return new Promise<Result>((resolve, reject) => {
    const stopListening = onAbort(signal, () => reject(abortedError()));
    new Promise<Result>((begin) => begin(work())).then(resolve, reject).finally(stopListening);
  });
}

/** What a call rejects with that was aborted before its script started. */
export function abortedError(): SkillError {
  return new SkillError("aborted", "The call was aborted before the script started; nothing has run.");
}
