// What every run of a script needs, put together once for a toolset.

import type { SkillEvents } from "../events/create-events.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import type { ApprovalRule } from "./approval.js";
import { type ApprovalRecords, approvalRecords } from "./approval-records.js";
import { type ApprovalStore, memoryApprovals } from "./approval-store.js";
import { createLimit, type Limit } from "./limit.js";
import { type UnaskedCalls, unaskedCalls } from "./unasked-calls.js";
import type { WorkFolderRule } from "./work-folder.js";

/** What every run needs: the rule of approvals, the executor, and the events that report it. */
export interface ScriptGates extends ApprovalRule, WorkFolderRule {
  readonly executor: ScriptExecutor;
  readonly events: SkillEvents;
  /** How long a function may take in place of a script, in milliseconds. */
  readonly functionTimeoutMs: number;
  /** What a framework has asked about and not had run yet. */
  readonly records: ApprovalRecords;
  /** Why nobody was asked about calls that need an approval. */
  readonly unasked: UnaskedCalls;
  /** Bounds for how many calls at once whole skills are read to tell what an approval is of. */
  readonly binding: Limit;
}

/** For how many calls at a time whole skills are read. */
const BOUND_AT_ONCE = 4;

/** @param options `approvals` is the memory of this process by default */
export function createGates({
  approvals = memoryApprovals(),
  ...gates
}: Omit<ScriptGates, "records" | "unasked" | "binding"> & {
  readonly approvals?: ApprovalStore | undefined;
}): ScriptGates {
  return {
    ...gates,
    records: approvalRecords(approvals),
    unasked: unaskedCalls(),
    binding: createLimit(BOUND_AT_ONCE),
  };
}
