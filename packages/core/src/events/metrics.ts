// Counters made of events, for programs without a metrics library.

import type { SkillEvent, SkillOperation } from "./event.js";

/** The calls of one operation so far. */
export interface OperationMetrics {
  readonly count: number;
  /** How many of them did not end with `ok`. */
  readonly errors: number;
  /** All durations together, in milliseconds; divided by `count`, the mean. */
  readonly totalMs: number;
  /** The longest, in milliseconds. */
  readonly maxMs: number;
}

/** Counters of the events that are recorded. */
export interface SkillMetrics {
  /** An `onEvent` handler. One can serve several toolsets. */
  record(event: SkillEvent): void;
  /** The figures of this moment. */
  snapshot(): Record<SkillOperation, OperationMetrics>;
}

const NONE: OperationMetrics = { count: 0, errors: 0, totalMs: 0, maxMs: 0 };

/** Makes counters and durations of each operation: `loadSkills("./skills", { onEvent: metrics.record })`. They keep a few numbers, never events. */
export function createMetrics(): SkillMetrics {
  const metrics = { discover: NONE, search: NONE, load: NONE, read: NONE, run: NONE };
  return {
    record(event) {
      if (!("durationMs" in event)) return;
      const { durationMs, outcome } = event;
      const operation = event.type === "run-end" ? "run" : event.type;
      const { count, errors, totalMs, maxMs } = metrics[operation];
      metrics[operation] = {
        count: count + 1,
        errors: errors + (outcome === "ok" ? 0 : 1),
        totalMs: totalMs + durationMs,
        maxMs: Math.max(maxMs, durationMs),
      };
    },
    snapshot: () => ({ ...metrics }),
  };
}
