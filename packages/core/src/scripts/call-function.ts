// Calls a function of the program, and makes a text of what it returns.

import { messageOf, SkillError } from "../base/errors.js";
import type { ToolCallOptions } from "../base/tool.js";

/**
 * Calls a function that stands for a file. An abort ends the waiting at once; the function itself must listen to the signal.
 *
 * @returns a text as it is, nothing as an empty text, the texts of an async iterable as one, anything else as JSON
 * @throws SkillError `aborted`, or what the function throws
 */
export async function callFunction(call: () => unknown, options: ToolCallOptions): Promise<string> {
  const { signal } = options;
  if (signal?.aborted) throw aborted();
  const called = Promise.resolve(call()).then((value) => (isIterable(value) ? join(value, options) : toText(value)));
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

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Joins the chunks of an async iterable, and passes each one to `onOutput` while the function still runs. */
async function join(chunks: AsyncIterable<unknown>, { signal, onOutput }: ToolCallOptions): Promise<string> {
  let joined = "";
  for await (const chunk of chunks) {
    if (signal?.aborted) break;
    const text = toText(chunk);
    joined += text;
    onOutput?.(text);
  }
  return joined;
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
