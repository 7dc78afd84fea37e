// Observes operations: makes their events, and passes them to listeners and channels.

import type { Diagnostic } from "../base/diagnostics.js";
import { codeOf, messageOf } from "../base/errors.js";
import type { EventChannels, Settled, SkillTrace } from "./channels.js";
import type { SkillEnding, SkillEvent, SkillEventDetails, SkillOutcome } from "./event.js";
import { type ListenerOptions, listenersOf } from "./listeners.js";

/** Who receives events, and how much is in them. */
export interface EventOptions extends ListenerOptions {
  readonly eventDetails?: boolean | undefined;
}

/** What the platform provides for events. */
export interface EventSurroundings {
  readonly channels: EventChannels;
  /** Shows a text where the process shows its warnings. */
  warn(message: string): void;
}

/** How one call is observed. The functions are called only when somebody listens. */
export interface ObservedCall<Result> extends Omit<SkillTrace, "callId" | "event"> {
  readonly input?: unknown;
  /** The event of its start, where it has one. */
  readonly start?: (call: Pick<SkillEnding, "callId" | "details">) => SkillEvent;
  /** What a developer should know of its result: a warning event each, before those of its end. */
  readonly warnings?: (result: Result) => readonly Diagnostic[];
  /** The id of the source of its skill, where that is not trusted, as far as it is known at the end. */
  readonly source?: () => string | undefined;
  /** The events of its end; the last is its own. */
  readonly end: (ending: SkillEnding, result: Result | undefined) => readonly SkillEvent[];
  /** What came out, for details. */
  readonly output: (result: Result) => unknown;
  /** Why a call failed that has a result. */
  readonly failure?: (result: Result) => { readonly outcome: SkillOutcome; readonly error: string } | undefined;
}

/** Every operation on skills passes through `observe`. */
export interface SkillEvents {
  /** Does the work, and emits its events to those who listen. */
  observe<Result>(call: ObservedCall<Result>, work: () => Promise<Result>): Promise<Result>;
}

type SettledCall<Result> = Settled & ({ readonly result: Result } | { readonly thrown: unknown });

let lastCallId = 0;

/** Makes the observer of operations. Where nobody listens, an operation costs one check, and no event is made. */
export function createEvents(
  { eventDetails = false, ...options }: EventOptions,
  { channels, warn }: EventSurroundings,
): SkillEvents {
  const listeners = listenersOf(options, warn);

  const emit = (event: SkillEvent, context: unknown): void => {
    for (const listener of listeners) listener(event, context);
    channels.publish(event);
  };

  const settle = async <Result>(
    call: ObservedCall<Result>,
    callId: number,
    work: () => Promise<Result>,
  ): Promise<SettledCall<Result>> => {
    const { input, warnings = none, source = unknown, end, output, failure } = call;
    const startedAt = performance.now();
    const ending = (outcome: SkillOutcome, details: () => SkillEventDetails): SkillEnding => {
      const durationMs = performance.now() - startedAt;
      const foreign = source();
      const about = { callId, durationMs, outcome, ...(foreign !== undefined && { source: foreign }) };
      return { ...about, ...(eventDetails && { details: details() }) };
    };
    try {
      const result = await work();
      const failed = failure?.(result);
      const ended = ending(failed?.outcome ?? "ok", () => ({ input, output: output(result), error: failed?.error }));
      const warned = warnings(result).map((diagnostic): SkillEvent => ({ type: "warning", callId, diagnostic }));
      return { result, failed: failed !== undefined, events: [...warned, ...end(ended, result)] };
    } catch (thrown) {
      const ended = ending(codeOf(thrown), () => ({ input, error: messageOf(thrown) }));
      return { thrown, failed: true, events: end(ended, undefined) };
    }
  };

  return {
    async observe(call, work) {
      const { operation, skill, resource, script, context, input, start } = call;
      if (listeners.length === 0 && !channels.hasSubscribers(operation)) return work();
      const callId = ++lastCallId;
      if (start) emit(start({ callId, ...(eventDetails && { details: { input } }) }), context);
      const trace = { operation, callId, skill, resource, script, context };
      const settled = await channels.trace(trace, () => settle(call, callId, work));
      for (const event of settled.events) emit(event, context);
      if ("thrown" in settled) throw settled.thrown;
      return settled.result;
    },
  };
}

function unknown(): undefined {
  return undefined;
}

function none(): readonly Diagnostic[] {
  return [];
}
