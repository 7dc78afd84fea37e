// What LangGraph knows of the task that runs: its thread, what it was given, and the answer to its next question.

import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** Where LangGraph keeps the answers that wait for the `interrupt` of a node, and what the node was given. */
const SCRATCHPAD = "__pregel_scratchpad";

/** A node of a graph while it runs. */
export interface GraphTask {
  readonly threadId: string | undefined;
  /** The state that the node was given. */
  readonly input: unknown;
  /**
   * What the next `interrupt` in it comes back with, while the node is run again: a rule is asked once more then, and what it
   * would remember now, nobody was shown. `undefined` where it stops.
   */
  readonly answer: { readonly value: unknown } | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The task within which this is called; `undefined` outside of a graph's run. */
export function currentTask(): GraphTask | undefined {
  const config: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  const configurable = fieldOf(config, "configurable");
  const scratchpad = fieldOf(configurable, SCRATCHPAD);
  if (scratchpad === undefined) return undefined;
  const [threadId, signal] = [fieldOf(configurable, "thread_id"), fieldOf(config, "signal")];
  return {
    threadId: threadId === undefined ? undefined : String(threadId),
    input: fieldOf(scratchpad, "currentTaskInput"),
    answer: nextAnswer(scratchpad),
    signal: signal instanceof AbortSignal ? signal : undefined,
  };
}

/** The id under which the question about a call is kept: calls of other threads can have the same id. */
export function questionId(task: GraphTask | undefined, callId: string | undefined): string | undefined {
  return callId === undefined ? undefined : JSON.stringify([task?.threadId ?? null, callId]);
}

function nextAnswer(scratchpad: unknown): GraphTask["answer"] {
  const [answers, made] = [fieldOf(scratchpad, "resume"), fieldOf(scratchpad, "interruptCounter")];
  const next = typeof made === "number" ? made + 1 : 0;
  if (Array.isArray(answers) && answers.length > next) return { value: answers[next] };
  const value = fieldOf(scratchpad, "nullResume");
  return value === undefined ? undefined : { value };
}

/** A field of whatever LangGraph holds there; `undefined` for what has none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !(name in value)) return undefined;
  return Reflect.get(value, name);
}
