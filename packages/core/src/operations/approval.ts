// Which runs of scripts need an approval, who gives it, and the error without one.

import { failureOf, SkillError } from "../base/errors.js";
import type { ScriptArguments } from "../base/skill.js";

/** What a person or a policy decides about: one run of one script. */
export interface ApprovalRequest {
  readonly skillName: string;
  /** The path inside the skill's folder. */
  readonly scriptName: string;
  readonly args?: ScriptArguments | undefined;
  /** Whether the skill's source is trusted. */
  readonly trusted: boolean;
  /** The framework's run context. */
  readonly context?: unknown;
}

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

/** @throws SkillError `invalid_option` for any other value, and where both core and the framework would ask */
export function checkApprovalRule({ approval, approvalBy }: ApprovalRule): void {
  if (!["core", "framework"].includes(approvalBy)) {
    throw new SkillError(
      "invalid_option",
      `approvalBy must be "core" or "framework", but is ${JSON.stringify(approvalBy)}.`,
    );
  }
  if (typeof approval !== "function" && !["never", "untrusted", "always"].includes(approval)) {
    const expected = '"never", "untrusted", "always" or a function';
    throw new SkillError("invalid_option", `approval must be ${expected}, but is ${JSON.stringify(approval)}.`);
  }
  if (approvalBy === "core" || typeof approval !== "function") return;
  const message = `approval is a function, which answers for itself, and approvalBy: "framework" leaves the question to the framework. Leave one of them out, or set approval to "always" or "untrusted".`;
  throw new SkillError("invalid_option", message);
}

/**
 * Whether the framework has to ask before a run.
 *
 * @param trusted whether the skill's source is trusted
 */
export function asksFramework({ approval, approvalBy }: ApprovalRule, trusted: boolean): boolean {
  return approvalBy === "framework" && needsApproval(approval, trusted);
}

/**
 * Asks for the approval of a run, where the rule wants one.
 *
 * @param approved whether the framework has asked, and the run was approved
 * @throws SkillError `denied`, with a text that a model can work with; `function_failed` when the function that is asked throws
 */
export async function requireApproval(
  { approval, approvalBy }: ApprovalRule,
  request: ApprovalRequest,
  approved: boolean,
): Promise<void> {
  if (!needsApproval(approval, request.trusted)) return;
  if (approvalBy === "framework" ? approved : await isApproved(approval, request)) return;
  throw new SkillError(
    "denied",
    `The script '${request.scriptName}' of the skill '${request.skillName}' was not approved and did not run. ${whyNot(approval, approvalBy)} Do not call it again; go on without it, or ask the user.`,
  );
}

async function isApproved(approval: Approval, request: ApprovalRequest): Promise<boolean> {
  if (typeof approval !== "function") return false;
  try {
    return (await approval(request)) === true;
  } catch (error) {
    throw failureOf(`The script '${request.scriptName}' did not run, since approval failed`, error, "function_failed");
  }
}

function needsApproval(approval: Approval, trusted: boolean): boolean {
  return approval !== "never" && (approval !== "untrusted" || !trusted);
}

function whyNot(approval: Approval, approvalBy: ApprovalBy): string {
  if (approvalBy === "framework") return "It needs an approval, and the agent framework passed none on.";
  if (typeof approval === "function") return "The request was turned down.";
  if (approval === "untrusted") return "Its source is not trusted, and nobody is there to approve it.";
  return "Every script needs an approval, and nobody is there to give it.";
}
