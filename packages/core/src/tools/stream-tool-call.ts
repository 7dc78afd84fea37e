// A tool call as an async generator, which coalesces what a script prints.

import { onAbort } from "../base/on-abort.js";
import type { SkillTool, ToolCallOptions, ToolResult } from "../base/tool.js";
import { escapeOwnTags } from "../text/escape-xml.js";

/** How much of what was printed a preliminary result shows: the last so many characters. */
const MAX_PROGRESS_LENGTH = 4_000;

/** One call: how to end it, and whether it has ended. */
interface Call {
  readonly controller: AbortController;
  finished: boolean;
}

/**
 * Runs a tool call and yields what a script has printed so far, then the result. For frameworks whose tools are generators.
 *
 * Each yield replaces the one before, so chunks that arrive while the reader is busy are coalesced. A reader that leaves
 * (`break`, `return()`) ends the call, and with it the script.
 */
export function streamToolCall(
  tool: Pick<SkillTool, "execute">,
  input: unknown,
  options: ToolCallOptions = {},
): AsyncGenerator<ToolResult, void> {
  const call: Call = { controller: new AbortController(), finished: false };
  const results = resultsOf(tool, input, options, call);
  const end = () => {
    if (!call.finished) call.controller.abort();
  };
  const [leave, fail] = [results.return.bind(results), results.throw.bind(results)];
  // A generator that waits hears of its reader's leaving only when it is woken, which is the end of the call.
  return Object.assign(results, {
    return(value: undefined) {
      end();
      return leave(value);
    },
    throw(error: unknown) {
      end();
      return fail(error);
    },
  });
}

async function* resultsOf(
  tool: Pick<SkillTool, "execute">,
  input: unknown,
  options: ToolCallOptions,
  call: Call,
): AsyncGenerator<ToolResult, void> {
  let printed = "";
  let shown = "";
  let wake = () => {};
  const onOutput: ToolCallOptions["onOutput"] = (chunk, stream) => {
    printed = (printed + chunk).slice(-MAX_PROGRESS_LENGTH).replace(/^[\uDC00-\uDFFF]/, "");
    options.onOutput?.(chunk, stream);
    wake();
  };
  const stopListening = options.signal && followSignal(options.signal, call.controller);
  const result = tool.execute(input, { ...options, signal: call.controller.signal, onOutput }).finally(() => {
    call.finished = true;
    stopListening?.();
    wake();
  });
  // It is awaited below, unless the reader has gone: then its rejection must not end the process.
  result.catch(() => {});
  while (!call.finished) {
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

function followSignal(signal: AbortSignal, controller: AbortController): () => void {
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  return onAbort(signal, follow);
}
