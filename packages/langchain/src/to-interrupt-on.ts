// Approvals in LangChain: the rules for its human-in-the-loop middleware.

import { type ApprovalRequest, type SkillTools, TOOL_NAMES, type ToolName } from "@skillplug/core";
import { describeApproval } from "@skillplug/core/adapter";
import { currentTask, questionId } from "./graph-task.js";
import { refusesAll } from "./refused-calls.js";

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
    const task = currentTask();
    const answer = task?.answer && !refusesAll(task.answer.value);
    return tool?.requestApproval?.(args, { callId: questionId(task, id), answer, signal: task?.signal });
  };
  const when = async (name: ToolName, toolCall: AskedCall): Promise<boolean> => {
    const task = currentTask();
    const id = questionId(task, toolCall.id);
    // LangChain counts the questions again when it goes on, and ends the run when there are more or fewer than answers.
    const before = id !== undefined && task?.answer ? asked.get(id) : undefined;
    if (before === false) return false;
    const needed = (await requestFor(name, toolCall)) !== undefined || before === true;
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
