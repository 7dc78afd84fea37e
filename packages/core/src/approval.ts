import { SkillError } from "./errors.js";
import type { ScriptArguments } from "./skill.js";

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

/** @throws SkillError `denied`, with a text that a model can work with */
export async function requireApproval(approval: Approval, request: ApprovalRequest): Promise<void> {
  if (approval === "never" || (approval === "untrusted" && request.trusted)) return;
  if (typeof approval === "function" && (await approval(request))) return;
  const why =
    typeof approval === "function"
      ? "The request was turned down."
      : approval === "untrusted"
        ? "Its source is not trusted, and nobody is there to approve it."
        : "Every script needs an approval, and nobody is there to give it.";
  throw new SkillError(
    "denied",
    `The script '${request.scriptName}' of the skill '${request.skillName}' was not approved and did not run. ${why} Do not call it again; go on without it, or ask the user.`,
  );
}
