// A tool call in a loop of one's own: asks for each call that needs an approval, and runs what was approved.

import type { ApprovalRequest } from "../base/approval-request.js";
import { codeOf, failureOf, messageOf } from "../base/errors.js";
import type { SkillTool, ToolCallOptions, ToolResult } from "../base/tool.js";
import { untilAborted } from "../base/until-aborted.js";

/** How calls in a loop of one's own are approved. */
export interface ApprovedCallOptions extends Omit<ToolCallOptions, "approved" | "callId" | "stdin"> {
  /**
   * Asked before each call that needs an approval with `approvalBy: "framework"`: only `true` lets it run. Without it, such calls
   * are refused.
   */
  readonly approve?: ((request: ApprovalRequest) => boolean | Promise<boolean>) | undefined;
}

/**
 * Runs one tool call, and asks `approve` before it where the tool needs an approval. Never rejects for what a model can cause;
 * what `approve` throws is an answer `function_failed`, and nothing has run.
 */
export async function callWithApproval(
  tool: Pick<SkillTool, "requestApproval" | "execute">,
  input: unknown,
  { approve, ...rest }: ApprovedCallOptions = {},
): Promise<ToolResult> {
  const { signal, context, onOutput, workFolder } = rest;
  const options = { signal, context, onOutput, ...(workFolder !== undefined && { workFolder }) };
  if (!tool.requestApproval || !approve) return tool.execute(input, options);
  // Of our own and not the provider's: an id that comes twice would stand for another call.
  const callId = crypto.randomUUID();
  try {
    const request = await tool.requestApproval(input, { callId, context, signal, workFolder });
    // With its id, under which it is known why nobody could be asked.
    if (!request) return await tool.execute(input, { ...options, callId });
    const approved = (await untilAborted(signal, () => approve(request))) === true;
    return await tool.execute(input, { ...options, callId, approved });
  } catch (thrown) {
    return toAnswer(failureOf("The call did not run, since approve failed", thrown, "function_failed"));
  }
}

function toAnswer(error: unknown): ToolResult {
  const message = messageOf(error);
  return { ok: false, text: `Error: ${message}`, error: { code: codeOf(error), message } };
}
