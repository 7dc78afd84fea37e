// What was decided about a call in the OpenAI Agents SDK.

import type { RunContext } from "@openai/agents";

/** As much of a run as its decisions. */
type DecidedRun = Pick<RunContext<unknown>, "toJSON">;

/**
 * What a person has decided about a call; `undefined` where nobody has. Read from the run's written form, where a tool within a
 * namespace stands as `namespace.name`: `isToolApproved` knows it by no name of the SDK's API, and `needsApproval` is not told of
 * the namespace. Whichever of them it was, the run is held against what was asked about.
 */
export function decisionAbout(run: DecidedRun | undefined, toolName: string, callId: string): boolean | undefined {
  const decided = Object.entries(run?.toJSON().approvals ?? {}).filter(
    ([name]) => name === toolName || name.endsWith(`.${toolName}`),
  );
  const has = (list: "approved" | "rejected", sign: (value: boolean | string[]) => boolean) =>
    decided.some(([, decision]) => sign(decision[list]));
  const names = (value: boolean | string[]) => Array.isArray(value) && value.includes(callId);
  const isSticky = (value: boolean | string[]) => value === true;
  // A decision about this very call goes before one about all calls, as in the SDK; of two that differ, the refusal counts.
  for (const sign of [names, isSticky]) {
    if (has("rejected", sign)) return false;
    if (has("approved", sign)) return true;
  }
  return undefined;
}
