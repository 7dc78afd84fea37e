// What a logger is, and the message and level with which it receives each event.

import { MAX_MESSAGE } from "../text/limits.js";
import { loggedLine, shownName } from "../text/shown-name.js";
import type { SkillEvent } from "./event.js";

/** Receives every event with a message that describes it. pino and `console` fit. */
export interface EventLogger {
  debug(event: SkillEvent, message: string): void;
  info(event: SkillEvent, message: string): void;
  warn(event: SkillEvent, message: string): void;
  error(event: SkillEvent, message: string): void;
}

/** Receives one text for each load with errors, which says how many there are and where to look, and the first failure of `onEvent`. */
export interface WarningLogger {
  warn(message: string): void;
  readonly info?: undefined;
}

/** Receives what a developer should know: all of it, or warnings alone. */
export type Logger = EventLogger | WarningLogger;

/** The levels of an {@link EventLogger}. */
type Level = keyof EventLogger;

/** Whether a logger wants events. */
export function isEventLogger(logger: Logger): logger is EventLogger {
  return typeof logger.info === "function";
}

/** Writes an event to a logger, at the level that suits it: its line is clean, although names in it can be of a model's. */
export function logEvent(logger: EventLogger, event: SkillEvent): void {
  logger[levelOf(event)](event, loggedLine(`skillplug: ${describeEvent(event)}`, MAX_MESSAGE));
}

function levelOf(event: SkillEvent): Level {
  if (event.type === "warning") return event.diagnostic.severity === "warning" ? "warn" : event.diagnostic.severity;
  if (event.type === "run-start") return "debug";
  if (event.type === "denied") return "warn";
  if (event.type === "discover") return event.outcome === "ok" ? "info" : "error";
  if (event.outcome !== "ok") return "warn";
  return event.type === "run-end" ? "info" : "debug";
}

function describeEvent(event: SkillEvent): string {
  switch (event.type) {
    case "warning":
      return event.diagnostic.message;
    case "run-start":
    case "denied":
      return `${event.type} ${shownName(event.skill)} ${shownName(event.script)}`;
    default:
      return `${event.type} ${subjectOf(event)}: ${event.outcome}, ${Math.round(event.durationMs)} ms`;
  }
}

function subjectOf(event: Extract<SkillEvent, { outcome: unknown }>): string {
  switch (event.type) {
    case "discover":
      return `${event.skills} skills (${event.added} added, ${event.changed} changed, ${event.removed} removed, ${event.problems} problems)`;
    case "search":
      return `${event.hits} hits`;
    case "load":
      return shownName(event.skill);
    case "read":
      return `${shownName(event.skill)} ${shownName(event.resource)}`;
    case "run-end":
      return `${shownName(event.skill)} ${shownName(event.script)}`;
  }
}
