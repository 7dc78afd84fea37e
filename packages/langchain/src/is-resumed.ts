// Whether LangGraph runs a node again because a person has answered.

import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** Where LangGraph keeps the answers that wait for the `interrupt` of a node. */
const SCRATCHPAD = "__pregel_scratchpad";

/**
 * True while a node is run again and the next `interrupt` in it has its answer already. A rule is asked once more then, and what
 * it would remember now, nobody was shown.
 */
export function isResumed(): boolean {
  const config: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  const scratchpad = fieldOf(fieldOf(config, "configurable"), SCRATCHPAD);
  const [answers, made] = [fieldOf(scratchpad, "resume"), fieldOf(scratchpad, "interruptCounter")];
  const next = typeof made === "number" ? made + 1 : 0;
  return (Array.isArray(answers) && answers.length > next) || fieldOf(scratchpad, "nullResume") !== undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !(name in value)) return undefined;
  const fields: { readonly [field: string]: unknown } = { ...value };
  return fields[name];
}
