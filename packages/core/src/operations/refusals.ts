// Why a run that needs an approval is refused, in words that a model can work with.

import type { ApprovalRequest } from "../base/approval-request.js";
import { SkillError } from "../base/errors.js";

/** What a refusal names. */
type RunName = Pick<ApprovalRequest, "skillName" | "scriptName">;

/** Refuses a run whose files are not those any more that were approved. */
export function filesChanged(request: RunName, cause?: unknown): SkillError {
  return changed(request, ["the skill's files"], cause);
}

/** @param developer what only the program can do */
export function denied(request: RunName, why: string, developer?: string): SkillError {
  const advice = `${why} Do not call it again; go on without it, or ask the user.`;
  return refusal(request, "was not approved and did not run", developer ? `${advice} ${developer}` : advice);
}

/** Refuses a call that nobody was asked about. */
export function notAsked(request: RunName): SkillError {
  const why =
    "Nobody was asked about this call, or its approval was used already. Call the tool again, so that the user can be asked; when this answer comes a second time, go on without it.";
  const developer =
    "(For the developer: something has to ask, through requestApproval with this call's id, on this toolset or on one with the same approvals store. In LangChain that is humanInTheLoopMiddleware({ interruptOn: toInterruptOn(skills) }).)";
  return refusal(request, "was not approved and did not run", `${why} ${developer}`);
}

/** Refuses a call while somebody is being asked about it. */
export function unanswered(request: RunName): SkillError {
  return denied(request, "Somebody is being asked about this call and has not answered, so nothing can run it yet.");
}

/** Refuses a call of which nobody can tell what was answered. */
export function disputed(request: RunName): SkillError {
  const why =
    "Different runs were asked about under the id of this call, so that nobody can tell which of them the answer is of. Call the tool again, and the user is asked anew.";
  return refusal(request, "did not run", why);
}

/** Refuses a run that is not the one any more that was approved. @param what the parts that changed, in words */
export function changed(request: RunName, what: readonly string[], cause?: unknown): SkillError {
  const parts = what.length > 0 ? what.join(" and ") : "the run";
  const advice = `What was approved is not what would run now: ${parts} changed in between. Call the tool again, and the user is asked anew.`;
  return refusal(request, "did not run", advice, cause);
}

function refusal({ scriptName, skillName }: RunName, what: string, why: string, cause?: unknown): SkillError {
  return new SkillError("denied", `The script '${scriptName}' of the skill '${skillName}' ${what}. ${why}`, { cause });
}
