// What events need of the platform: channels to publish on, and traces around calls.

import type { SkillEvent, SkillOperation } from "./event.js";

/** What a tracing channel's subscribers receive: one object from the start to the end of a call, so that they can use it as a key. */
export interface SkillTrace {
  readonly operation: SkillOperation;
  readonly callId: number;
  /** As they were asked for. */
  readonly skill?: string | undefined;
  readonly resource?: string | undefined;
  readonly script?: string | undefined;
  /** The framework's run context. */
  readonly context?: unknown;
  /** What the call came to; set before `error` and `asyncEnd`. */
  event?: SkillEvent | undefined;
}

/** What a traced call settles to, its failure included. */
export interface Settled {
  /** The last is that of the operation itself. */
  readonly events: readonly SkillEvent[];
  readonly failed: boolean;
}

/** Publish-subscribe channels of the process: who subscribes needs no access to a toolset. */
export interface EventChannels {
  /** Whether anybody listens to the events, or to traces of this operation. */
  hasSubscribers(operation: SkillOperation): boolean;
  publish(event: SkillEvent): void;
  /** Does the work, and publishes its start and end on the operation's tracing channel. The work never rejects. */
  trace<Result extends Settled>(trace: SkillTrace, work: () => Promise<Result>): Promise<Result>;
}
