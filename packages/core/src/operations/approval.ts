// Which runs of scripts need an approval, and who gives it.

import type { ApprovalRequest } from "../base/approval-request.js";
import { SkillError } from "../base/errors.js";

/** When a script needs an approval. A function is asked each time, and answers for itself; the words refuse what they name. */
export type Approval = "never" | "untrusted" | "always" | ((request: ApprovalRequest) => boolean | Promise<boolean>);

/**
 * Who asks. `"core"`: the function given as `approval`, and without one nobody, so that what needs an approval is refused.
 * `"framework"`: the agent framework, by its own interruption and resumption; the tools say which calls need it.
 */
export type ApprovalBy = "core" | "framework";

/** What a run needs before it may start. */
export interface ApprovalRule {
  readonly approval: Approval;
  readonly approvalBy: ApprovalBy;
}

/** @throws SkillError `invalid_option` where both core and the framework would ask */
export function checkApprovalRule(approval: Approval | undefined, approvalBy: ApprovalBy | undefined): void {
  if (approvalBy !== "framework" || typeof approval !== "function") return;
  const message = `approval is a function, which answers for itself, and approvalBy: "framework" leaves the question to the framework. Leave one of them out, or set approval to "always" or "untrusted".`;
  throw new SkillError("invalid_option", message);
}

/**
 * Whether the framework has to ask before a run.
 *
 * @param trusted whether the skill is trusted
 */
export function asksFramework({ approval, approvalBy }: ApprovalRule, trusted: boolean): boolean {
  return approvalBy === "framework" && needsApproval(approval, trusted);
}

/**
 * Whether a run needs an approval.
 *
 * @param trusted whether the skill is trusted
 */
export function needsApproval(approval: Approval, trusted: boolean): boolean {
  return approval !== "never" && (approval !== "untrusted" || !trusted);
}
