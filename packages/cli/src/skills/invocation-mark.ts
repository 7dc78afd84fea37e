// Who may call for a skill, in words.

import type { SkillSummary } from "@skillplug/core";

/** Nothing where both the model and people may. */
export function callersOf({ invocation }: Pick<SkillSummary, "invocation">): string | undefined {
  if (!invocation || (invocation.model && invocation.user)) return undefined;
  if (invocation.model) return "only by models";
  return invocation.user ? "only by people" : "only by programs";
}

/** The description as lists show it, behind a mark where not everybody may call for the skill. */
export function markedDescription(skill: Pick<SkillSummary, "description" | "invocation">): string {
  const callers = callersOf(skill);
  return callers ? `(${callers}) ${skill.description}` : skill.description;
}
