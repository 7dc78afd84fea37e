// Which skills of a listing have a file beside their SKILL.md that says who may call for them.

import { invocationOf, restriction } from "../../base/invocation.js";
import type { SkillInvocation, SkillSummary } from "../../base/skill.js";
import type { FolderCache } from "./folder-cache.js";
import type { FoundSkill } from "./found-skill.js";
import type { Policies } from "./read-policies.js";

/** Where Codex keeps it. */
export const POLICY_FOLDER = "agents";
const POLICY_FILE = `${POLICY_FOLDER}/openai.yaml`;

const NO_POLICIES: Policies = { bySkill: new Map(), diagnostics: [], isWhole: true };

/** The policies of those skills that have one. They are read once, and again when they have changed. */
export async function policiesOf(skills: readonly FoundSkill[], cache: FolderCache): Promise<Policies> {
  // Also where it lies behind a link, or is none of the files that are listed: what cannot be read may forbid.
  const having = skills.filter(({ mayHavePolicy }) => mayHavePolicy);
  if (having.length === 0) return NO_POLICIES;
  // Lazy: few folders have one.
  const { readPolicies } = await import("./read-policies.js");
  return readPolicies(having, POLICY_FILE, cache);
}

/** Who may call for a skill by its front matter and by its policy: whom both allow. */
export function withPolicy(
  fields: Pick<SkillSummary, "invocation" | "metadata">,
  policy: SkillInvocation | undefined,
): SkillInvocation | undefined {
  if (!policy) return fields.invocation;
  const { model, user } = invocationOf(fields);
  return restriction({ model: model && policy.model, user: user && policy.user });
}
