// Asks for the approval of one run, or holds the framework's answer against it, and refuses what nobody said yes to.

import type { ApprovalRequest } from "../base/approval-request.js";
import { failureOf } from "../base/errors.js";
import type { ToolCallOptions } from "../base/tool.js";
import { untilAborted } from "../base/until-aborted.js";
import type { ApprovalRule } from "./approval.js";
import type { ApprovalRecord, ApprovalRecords, BoundRun } from "./approval-records.js";
import { differences } from "./bind-run.js";
import { changed, denied, disputed, notAsked, unanswered } from "./refusals.js";
import type { UnaskedCalls } from "./unasked-calls.js";

/** A run that needs an approval, and what its call brings along. */
export interface AskedRun {
  readonly skillName: string;
  readonly scriptName: string;
  readonly options: ToolCallOptions;
  /** The digest that another toolset has had approved, when it has handed the call on. */
  readonly grant: string | undefined;
  readonly records: ApprovalRecords;
  readonly unasked: UnaskedCalls;
  /** Reads the run as it would be now. */
  bind(): Promise<BoundRun>;
}

/**
 * Resolves to what was approved. Nothing of the skill is read where nobody could approve it.
 *
 * @throws SkillError `denied`, with a text that a model can work with; `function_failed` when the function that is asked throws;
 *   `aborted` when the call is aborted while anything is waited for
 */
export async function requireApproval({ approval, approvalBy }: ApprovalRule, run: AskedRun): Promise<ApprovalRequest> {
  const { signal } = run.options;
  if (typeof approval === "function") {
    const { request } = await untilAborted(signal, run.bind);
    if (await isApproved(approval, request, signal)) return request;
    throw denied(run, "The request was turned down.");
  }
  if (run.grant !== undefined) {
    const { request } = await untilAborted(signal, run.bind);
    if (request.digest === run.grant) return request;
    throw changed(run, ["the skill's files"]);
  }
  if (approvalBy === "framework") return requireAnswer(run);
  throw denied(
    run,
    approval === "untrusted"
      ? "Its source is not trusted, and nobody is there to approve it."
      : "Every script needs an approval, and nobody is there to give it.",
    `(For the developer: give loadSkills a function as approval, or approvalBy: "framework", where the framework or the loop asks.)`,
  );
}

async function isApproved(
  approval: (request: ApprovalRequest) => boolean | Promise<boolean>,
  request: ApprovalRequest,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return (await untilAborted(signal, () => approval(request))) === true;
  } catch (error) {
    throw failureOf(`The script '${request.scriptName}' did not run, since approval failed`, error, "function_failed");
  }
}

/** The framework's answer counts for the run that was asked about, and once. */
async function requireAnswer(run: AskedRun): Promise<ApprovalRequest> {
  const record = await takeAnswered(run);
  if (record.disputed) throw disputed(run);
  const { request, binding } = await untilAborted(run.options.signal, run.bind);
  if (record.binding === binding) return request;
  throw changed(run, differences(record.request, request));
}

/** Takes the question that was answered with yes: by the framework's word, or by what is remembered where it passes none on. */
async function takeAnswered(run: AskedRun): Promise<ApprovalRecord> {
  const { approved, callId, signal } = run.options;
  if (callId === undefined && approved === undefined)
    throw denied(
      run,
      "It needs an approval, and the agent framework passed none on.",
      "(For the developer: give approve to the function that runs the calls, or ask through the tool's requestApproval.)",
    );
  const look = async (method: "get" | "take") =>
    callId === undefined ? undefined : untilAborted(signal, () => run.records[method](callId));
  const nobodyAsked = () => (callId === undefined ? undefined : run.unasked.take(callId)) ?? notAsked(run);
  if (approved === undefined) {
    // Left where it is: whoever is being asked can still answer it.
    const waiting = await look("get");
    if (!waiting) throw nobodyAsked();
    if (!waiting.answered) throw unanswered(run);
  }
  // Taken by a refusal too, and by a run that is then refused: whatever comes later is asked about anew.
  const record = await look("take");
  // Of an answer that came from a page or a queue, only `true` itself is a yes.
  if (approved !== undefined && approved !== true) throw denied(run, "The request was turned down.");
  if (!record) throw nobodyAsked();
  if (approved === undefined && !record.answered) throw unanswered(run);
  return record;
}
