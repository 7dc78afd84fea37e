// The operation `requestApproval`: what a framework has to ask a person about before a run, and remembers until then.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { ScriptArguments } from "../base/skill.js";
import type { SkillTool } from "../base/tool.js";
import { asksFramework } from "./approval.js";
import type { ApprovalRecord } from "./approval-records.js";
import type { AskedSkill } from "./asked-skill.js";
import { bindRun } from "./bind-run.js";
import { copyArguments } from "./copy-arguments.js";
import { findScript } from "./run-script.js";
import type { ScriptGates } from "./script-gates.js";

/** The longest id of a call under which something is remembered, in characters. */
const MAX_CALL_ID_LENGTH = 1_000;

/**
 * Resolves to what a person has to be asked about, and remembers it under the call's id. `undefined` where nobody has to be
 * asked, and where nothing could run: the run itself then says why.
 */
export async function requestApproval(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  { callId = "", context, answered = false }: Parameters<NonNullable<SkillTool["requestApproval"]>>[1],
  gates: ScriptGates,
): Promise<ApprovalRequest | undefined> {
  const canKeep = callId !== "" && callId.length <= MAX_CALL_ID_LENGTH;
  const earlier = canKeep ? await gates.records.get(callId) : undefined;
  if (earlier) return { ...earlier.request, context };
  const record = await recordOf(asked, name, args, context, gates);
  if (!record || !canKeep || answered) return record?.request;
  const { request } = await gates.records.put(callId, record);
  return { ...request, context };
}

/** The run as it would be now; `undefined` where nobody has to be asked, and where it could not run. */
async function recordOf(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  context: unknown,
  gates: ScriptGates,
): Promise<ApprovalRecord | undefined> {
  try {
    const copied = copyArguments(args);
    const entry = await asked.find();
    if (!asksFramework(gates, entry.trusted)) return undefined;
    const script = await findScript(entry, name);
    return await gates.binding(undefined, () => bindRun({ entry, script, args: copied }, gates.executor, { context }));
  } catch {
    // The run meets the same fault, does not start, and its answer says why.
    return undefined;
  }
}
