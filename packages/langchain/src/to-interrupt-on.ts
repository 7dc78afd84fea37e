// Approvals in LangChain: the rules for its human-in-the-loop middleware.

import { type SkillTools, TOOL_NAMES, type ToolName } from "@skillplug/core";

/** When LangChain stops for a person, and what the person may answer. */
export interface InterruptRule {
  allowedDecisions: ("approve" | "reject")[];
  when(request: { toolCall: { args: Record<string, unknown> } }): Promise<boolean>;
}

/**
 * What `humanInTheLoopMiddleware({ interruptOn })` needs to know of skills that were loaded with `approvalBy: "framework"`.
 *
 * There is an entry for each tool, and each call is decided by the skills of that moment: a set that changes needs no new agent.
 */
export function toInterruptOn(skills: SkillTools): Record<ToolName, InterruptRule> {
  const entries = TOOL_NAMES.map((name): [ToolName, InterruptRule] => {
    const when: InterruptRule["when"] = async ({ toolCall: { args } }) => {
      const { needsApproval = false } = (await skills.getTools()).find((tool) => tool.name === name) ?? {};
      return typeof needsApproval === "function" ? needsApproval(args) : needsApproval;
    };
    return [name, { allowedDecisions: ["approve", "reject"], when }];
  });
  return Object.fromEntries(entries) as Record<ToolName, InterruptRule>;
}
