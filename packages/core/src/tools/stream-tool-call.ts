// A tool call as an async generator, which coalesces what a script prints.

import type { SkillTool, ToolCallOptions, ToolResult } from "../base/tool.js";
import { escapeOwnTags } from "../text/escape-xml.js";

/** How much of what was printed a preliminary result shows: the last so many characters. */
const MAX_PROGRESS_LENGTH = 4_000;

/**
 * Runs a tool call and yields what a script has printed so far, then the result. For frameworks whose tools are generators.
 *
 * Each yield replaces the one before, so chunks that arrive while the reader is busy are coalesced.
 */
export async function* streamToolCall(
  tool: Pick<SkillTool, "execute">,
  input: unknown,
  options: ToolCallOptions = {},
): AsyncGenerator<ToolResult, void> {
  let printed = "";
  let shown = "";
  let finished = false;
  let wake = () => {};
  const onOutput: ToolCallOptions["onOutput"] = (chunk, stream) => {
    printed = (printed + chunk).slice(-MAX_PROGRESS_LENGTH).replace(/^[\uDC00-\uDFFF]/, "");
    options.onOutput?.(chunk, stream);
    wake();
  };
  const result = tool.execute(input, { ...options, onOutput }).finally(() => {
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
      yield { ok: true, text: escapeOwnTags(shown) };
    }
  }
  yield await result;
}
