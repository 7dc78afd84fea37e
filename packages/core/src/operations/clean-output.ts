// Cleans what a script prints on its way to whoever listens.

import type { ToolCallOptions } from "../base/tool.js";
import { createTextStream, type TextStream } from "../text/clean-text.js";

type Stream = "stdout" | "stderr" | undefined;

/**
 * Runs something whose output is listened to: whatever it is, a process, a function or an executor of somebody else's, the
 * listener gets text without what cannot be seen, also where an escape sequence is cut between two chunks. The local executor,
 * which can be used without a toolset, has cleaned its own by then: to clean that again changes nothing.
 */
export async function withCleanOutput<T>(
  options: ToolCallOptions,
  run: (options: ToolCallOptions) => Promise<T>,
): Promise<T> {
  const { onOutput } = options;
  if (!onOutput) return run(options);
  const streams = new Map<Stream, TextStream>();
  const streamOf = (name: Stream): TextStream => {
    const stream = streams.get(name) ?? createTextStream();
    streams.set(name, stream);
    return stream;
  };
  const send = (text: string, name: Stream): void => {
    if (text !== "") onOutput(text, name);
  };
  try {
    return await run({ ...options, onOutput: (chunk, name) => send(streamOf(name).add(chunk), name) });
  } finally {
    for (const [name, stream] of streams) sendLast(() => send(stream.end(), name));
  }
}

/** A listener that throws does not change how the script ended. */
function sendLast(send: () => void): void {
  try {
    send();
  } catch {}
}
