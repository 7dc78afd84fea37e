import { SkillError } from "./errors.js";
import type { SkillFunction } from "./skill.js";
import type { ToolCallOptions } from "./tool-call.js";

/** Calls a function that stands for a file. An abort ends the waiting at once; the function has the signal to end its work. */
export async function callFunction(call: SkillFunction, args: unknown, options: ToolCallOptions): Promise<string> {
  const { signal } = options;
  if (signal?.aborted) throw aborted();
  let stop: (() => void) | undefined;
  const whenAborted = new Promise<never>((_, reject) => {
    stop = () => reject(aborted());
    signal?.addEventListener("abort", stop, { once: true });
  });
  try {
    return toText(await Promise.race([Promise.resolve(call(args, options)), whenAborted]));
  } finally {
    if (stop) signal?.removeEventListener("abort", stop);
  }
}

function aborted(): SkillError {
  return new SkillError("aborted", "The call was aborted.");
}

/** A text as it is, nothing as an empty text, anything else as JSON. */
function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}
