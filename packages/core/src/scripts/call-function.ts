// Calls a function of the program within a time, and makes a text of what it returns.

import { messageOf, SkillError } from "../base/errors.js";
import { onAbort } from "../base/on-abort.js";
import type { ToolCallOptions } from "../base/tool.js";

/** How much an async iterable may yield in all, in characters: as much as a script may print. */
export const MAX_YIELDED_LENGTH: number = 64 * 256 * 1024;

/** The function took longer than it may. */
export class FunctionTimeoutError extends SkillError {
  constructor(timeoutMs: number) {
    super(
      "function_failed",
      `The function took longer than ${timeoutMs} ms. Try again with less to do, or have the program raise functionTimeoutMs.`,
    );
  }
}

/**
 * Calls a function that stands for a file. An abort ends the waiting at once, and so does the time limit. The function itself
 * must listen to the signal that it is given, which fires in both cases; an async iterable is closed by its `return()`.
 *
 * @param call receives the options with that signal
 * @param timeoutMs in milliseconds; `undefined` for what has a limit of its own
 * @returns a text as it is, nothing as an empty text, the texts of an async iterable as one, anything else as JSON
 * @throws SkillError `aborted`, FunctionTimeoutError, or what the function throws
 */
export async function callFunction(
  call: (options: ToolCallOptions) => unknown,
  options: ToolCallOptions,
  timeoutMs: number | undefined,
): Promise<string> {
  const { signal } = options;
  if (signal?.aborted) throw aborted();
  const controller = new AbortController();
  const own = { ...options, signal: controller.signal };
  return new Promise<string>((resolve, reject) => {
    const end = (error: SkillError, reason: unknown): void => {
      forget();
      reject(error);
      controller.abort(reason);
    };
    const tooLong = (limit: number) => {
      const error = new FunctionTimeoutError(limit);
      end(error, error);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(tooLong, timeoutMs, timeoutMs);
    const stopListening = signal && onAbort(signal, () => end(aborted(), signal.reason));
    const forget = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    start(call, own).then(resolve, reject).finally(forget);
  });
}

async function start(call: (options: ToolCallOptions) => unknown, own: ToolCallOptions): Promise<string> {
  const value = await call(own);
  return isIterable(value) ? join(value, own) : toText(value);
}

function aborted(): SkillError {
  return new SkillError("aborted", "The call was aborted.");
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Joins the chunks of an async iterable, and passes each one to `onOutput` while the function still runs. */
async function join(chunks: AsyncIterable<unknown>, { signal, onOutput }: ToolCallOptions): Promise<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  const close = once(async () => iterator.return?.());
  // Also while it is waited for: otherwise what never yields again would never be told.
  const stopListening = signal && onAbort(signal, () => void close().catch(() => {}));
  let joined = "";
  try {
    while (!signal?.aborted) {
      const { done, value } = await iterator.next();
      if (done) return joined;
      if (signal?.aborted) break;
      const text = toText(value);
      joined += text;
      if (joined.length > MAX_YIELDED_LENGTH) throw tooMuch();
      onOutput?.(text);
    }
  } catch (error) {
    await close().catch(() => {});
    throw error;
  } finally {
    stopListening?.();
  }
  await close();
  return joined;
}

function tooMuch(): SkillError {
  const message = `The function yielded more than ${MAX_YIELDED_LENGTH} characters. Yield less, such as a summary or a part at a time.`;
  return new SkillError("function_failed", message);
}

/** Calls it the first time, and answers the same afterwards. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) throw new TypeError("The function returned bytes. Return a text, or plain data.");
  try {
    // JSON has no text for undefined and for functions.
    return JSON.stringify(value) ?? "";
  } catch (error) {
    const [reason = ""] = messageOf(error).split("\n");
    throw new TypeError(
      `The function returned a value that is neither a text nor JSON: ${reason}. Return a text, or plain data without circles and BigInts.`,
      { cause: error },
    );
  }
}
