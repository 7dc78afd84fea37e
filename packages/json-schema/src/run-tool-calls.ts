// What the providers share: running the calls of a response, and mapping the parts of an answer.

import type { ApprovalRequest, ContentPart, SkillTool, SkillTools, ToolResult } from "@skillplug/core";
import { type ApprovedCallOptions, callWithApproval, noSuchTool } from "@skillplug/core/adapter";

/** A model's call of one tool, as every provider has it. */
export interface ToolCall {
  readonly name: string;
  /** An object, or the same as a JSON string. */
  readonly input: unknown;
}

/** How the calls of a response are run. */
export interface ToolCallsOptions extends ApprovedCallOptions {
  /**
   * The names of your own tools, whose calls are left to you. With it, a call of any other name is answered too, that there is no
   * such tool: models make names up, and every API refuses a turn in which a call has no answer.
   *
   * @default unknown: all calls that are none of skill tools are left to you
   */
  readonly ownTools?: readonly string[] | undefined;
}

/**
 * Runs those of the calls that are calls of skill tools, all at once, and resolves to their answers in the order of the calls.
 * Each that needs an approval is asked about by itself, in the same order; no question waits for the answer to another.
 *
 * Calls of other tools are left out: their answers are the caller's. Where the names of those are known, all that is left is
 * answered here. Never rejects for what a model can cause.
 */
export async function runToolCalls<Call extends ToolCall, Answer>(
  skills: SkillTools,
  calls: readonly Call[],
  toAnswer: (call: Call, result: ToolResult) => Answer,
  { ownTools, ...options }: ToolCallsOptions = {},
): Promise<Answer[]> {
  const tools = new Map<string, SkillTool>();
  for (const tool of await skills.getTools()) tools.set(tool.name, tool);
  const run = takeTurns(options);
  const answers = calls.map(async (call) => {
    const tool = tools.get(call.name);
    if (tool) return [toAnswer(call, await run(tool, call.input))];
    if (ownTools === undefined || ownTools.includes(call.name)) return [];
    return [toAnswer(call, noSuchTool(call.name, [...tools.keys(), ...ownTools]))];
  });
  return (await Promise.all(answers)).flat();
}

/** Runs calls at once, and asks about them in the order in which they begin, however long it takes to tell what each is about. */
function takeTurns({ approve, ...options }: ApprovedCallOptions) {
  let before: Promise<unknown> = Promise.resolve();
  return (tool: SkillTool, input: unknown): Promise<ToolResult> => {
    if (!approve) return callWithApproval(tool, input, options);
    const earlier = before;
    let end = () => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    before = Promise.all([earlier, own]);
    const inTurn = async (request: ApprovalRequest): Promise<boolean> => {
      await earlier;
      options.signal?.throwIfAborted();
      const answer = Promise.resolve(approve(request));
      end();
      return (await answer) === true;
    };
    return callWithApproval(tool, input, { ...options, approve: inTurn }).finally(end);
  };
}

/**
 * An answer's parts in a provider's own form.
 *
 * @param toPart `undefined` for a kind that the API does not take
 * @returns `undefined` where the text alone must do: it says of what kind a part is
 */
export function toParts<Part>(result: ToolResult, toPart: (part: ContentPart) => Part | undefined): Part[] | undefined {
  const parts = result.ok ? result.content?.map(toPart) : undefined;
  return parts?.every((part) => part !== undefined) ? parts : undefined;
}
