// The listeners of one toolset: its logger and its `onEvent` handler, neither of which can break a call.

import { messageOf } from "../base/errors.js";
import { MAX_MESSAGE } from "../text/limits.js";
import { loggedLine } from "../text/shown-name.js";
import type { SkillEvent, SkillEventHandler } from "./event.js";
import { isEventLogger, type Logger, logEvent } from "./logger.js";

/** Who receives the events of a toolset. */
export interface ListenerOptions {
  readonly onEvent?: SkillEventHandler | undefined;
  readonly logger?: Logger | false | undefined;
}

/**
 * A toolset's own listeners. Failures of the handler go to the logger, those of the logger to the process.
 *
 * @param warn shows a text where the process shows its warnings
 */
export function listenersOf(
  { onEvent, logger: given }: ListenerOptions,
  warn: (message: string) => void,
): SkillEventHandler[] {
  const logger = given ?? { warn };
  const wantsEvents = logger && isEventLogger(logger);
  const write = (event: SkillEvent): void => {
    if (wantsEvents) logEvent(logger, event);
    else if (logger && event.type === "warning") logger.warn(loggedLine(event.diagnostic.message, MAX_MESSAGE));
  };
  const log = guarded("The logger", write, warn);
  const report = (message: string, { callId }: SkillEvent): void => {
    const diagnostic = { code: "event-handler-failed", severity: "warning", message } as const;
    log({ type: "warning", callId, diagnostic }, undefined);
  };
  return [...(wantsEvents ? [log] : []), ...(onEvent ? [guarded("The onEvent handler", onEvent, report)] : [])];
}

/** A listener whose failures stop nothing. The first is reported. */
function guarded(
  name: string,
  listener: SkillEventHandler,
  report: (message: string, event: SkillEvent) => void,
): SkillEventHandler {
  let reported = false;
  const fail = (error: unknown, event: SkillEvent): void => {
    if (reported) return;
    reported = true;
    const message = `${name} failed: ${messageOf(error)}`;
    report(`${message}. It goes on receiving events; further failures of it are not reported.`, event);
  };
  return (event, context) => {
    try {
      const returned: unknown = listener(event, context);
      if (returned instanceof Promise) returned.catch((error: unknown) => fail(error, event));
    } catch (error) {
      fail(error, event);
    }
  };
}
