// Approvals in LangChain: the rules for its human-in-the-loop middleware.

import { type ApprovalRequest, type SkillTools, TOOL_NAMES, type ToolName } from "@skillplug/core";
import { describeApproval } from "@skillplug/core/adapter";
import { isResumed } from "./is-resumed.js";

/** As much of a call as a rule is about. Without an id, a call that needs an approval does not run. */
interface AskedCall {
  readonly id?: string | undefined;
  readonly args: Record<string, unknown>;
}

/** When LangChain stops for a person, what the person is shown, and what the person may answer. */
export interface InterruptRule {
  allowedDecisions: ("approve" | "reject")[];
  /** Remembers what the call would run, for the tool to compare with what it runs in the end. */
  when(request: { toolCall: AskedCall }): Promise<boolean>;
  /** All that the approval is of: skill, source, digest, script and command line. */
  description(toolCall: AskedCall): Promise<string>;
}

/** For how many calls it is remembered whether a person was asked. */
const MAX_REMEMBERED = 1_000;

/**
 * What `humanInTheLoopMiddleware({ interruptOn })` needs to know of skills that were loaded with `approvalBy: "framework"`.
 *
 * There is an entry for each tool, and each call is decided by the skills of that moment: a set that changes needs no new agent.
 */
export function toInterruptOn(skills: SkillTools): Record<ToolName, InterruptRule> {
  const asked = new Map<string, boolean>();

  const requestFor = async (name: ToolName, { id, args }: AskedCall): Promise<ApprovalRequest | undefined> => {
    const tool = (await skills.getTools()).find((offered) => offered.name === name);
    return tool?.requestApproval?.(args, { callId: id, answered: isResumed() });
  };
  const when = async (name: ToolName, toolCall: AskedCall): Promise<boolean> => {
    const { id } = toolCall;
    // LangChain counts the questions again when it goes on, and ends the run when there are more or fewer than answers.
    const before = id !== undefined && isResumed() ? asked.get(id) : undefined;
    if (before !== undefined) return before;
    const needed = (await requestFor(name, toolCall)) !== undefined;
    if (id !== undefined) remember(asked, id, needed);
    return needed;
  };
  const entries = TOOL_NAMES.map((name): [ToolName, InterruptRule] => [
    name,
    {
      allowedDecisions: ["approve", "reject"],
      when: ({ toolCall }) => when(name, toolCall),
      async description(toolCall) {
        const request = await requestFor(name, toolCall);
        return request ? `Run a script of a skill?\n${describeApproval(request)}` : `Call ${name}?`;
      },
    },
  ]);
  return Object.fromEntries(entries) as Record<ToolName, InterruptRule>;
}

function remember(asked: Map<string, boolean>, id: string, needed: boolean): void {
  asked.set(id, needed);
  const [oldest] = asked.keys();
  if (asked.size > MAX_REMEMBERED && oldest !== undefined) asked.delete(oldest);
}
