import { SkillError } from "./errors.js";

/**
 * Calls a function that stands for a file. An abort ends the waiting at once; the function itself must listen to the signal.
 *
 * @returns a text as it is, nothing as an empty text, anything else as JSON
 * @throws SkillError `aborted`, or what the function throws
 */
export async function callFunction(call: () => unknown, signal: AbortSignal | undefined): Promise<string> {
  if (signal?.aborted) throw aborted();
  const called = Promise.resolve(call()).then(toText);
  if (!signal) return called;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted());
    signal.addEventListener("abort", stop, { once: true });
    called.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function aborted(): SkillError {
  return new SkillError("aborted", "The call was aborted.");
}

function toText(value: unknown): string {
  // JSON has no text for undefined and for functions.
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
