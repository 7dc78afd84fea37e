import type { ToolResult } from "@skillplug/core";

/** How much of what was printed a preliminary result shows: its end, in characters. */
export const MAX_PROGRESS_LENGTH = 4_000;

/**
 * Runs a tool call and yields what it has printed so far, then its result.
 *
 * Each yield replaces the one before, so chunks that arrive while the reader is busy become one.
 */
export async function* withProgress(
  run: (onOutput: (chunk: string) => void) => Promise<ToolResult>,
): AsyncGenerator<ToolResult, void> {
  let printed = "";
  let shown = "";
  let finished = false;
  let wake = () => {};
  const result = run((chunk) => {
    printed = (printed + chunk).slice(-MAX_PROGRESS_LENGTH);
    wake();
  }).finally(() => {
    finished = true;
    wake();
  });
  // It is awaited below, unless the reader has gone: then its rejection must not end the process.
  result.catch(() => {});
  while (!finished) {
    if (printed === shown) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    } else {
      shown = printed;
      yield { ok: true, text: shown };
    }
  }
  yield await result;
}
