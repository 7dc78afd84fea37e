// The operation `requestApproval`: what a framework has to ask a person about before a run, and remembers until then.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ApprovalCall } from "../base/tool.js";
import { untilAborted } from "../base/until-aborted.js";
import { asksFramework } from "./approval.js";
import type { BoundRun } from "./approval-records.js";
import type { AskedSkill } from "./asked-skill.js";
import { bindRun } from "./bind-run.js";
import { checkStdin } from "./check-stdin.js";
import { copyArguments } from "./copy-arguments.js";
import { findScript } from "./find-script.js";
import { keepAnswer, keepQuestion } from "./keep-question.js";
import type { ScriptGates } from "./script-gates.js";
import { digestOf } from "./skill-tree.js";
import { folderOf } from "./work-folder.js";

/** The longest id of a call under which something is remembered, in characters. */
const MAX_CALL_ID_LENGTH = 1_000;

/**
 * Resolves to what a person has to be asked about, and remembers it under the call's id. `undefined` where nobody has to be
 * asked, and where nobody can be: the run itself then says why.
 *
 * @throws SkillError `aborted` when the signal fires
 */
export function requestApproval(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  call: ApprovalCall,
  gates: ScriptGates,
): Promise<ApprovalRequest | undefined> {
  const { callId, signal } = call;
  return untilAborted(signal, async () => {
    try {
      const request = await askOrAnswer(asked, name, args, call, gates);
      return request && { ...request, context: call.context };
    } catch (error) {
      if (canKeep(callId) && !signal?.aborted) gates.unasked.put(callId, error);
      return undefined;
    }
  });
}

function canKeep(callId: string | undefined): callId is string {
  return callId !== undefined && callId !== "" && callId.length <= MAX_CALL_ID_LENGTH;
}

async function askOrAnswer(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  { callId, answer, ...options }: ApprovalCall,
  gates: ScriptGates,
): Promise<ApprovalRequest | undefined> {
  const { records } = gates;
  const copied = copyArguments(args);
  const stdin = checkStdin(options.stdin);
  const bind = () => runOf(asked, name, copied, { ...options, stdin }, gates);
  if (!canKeep(callId)) return (await bind())?.request;
  const call = await digestOf([JSON.stringify([asked.name, name, copied ?? null, stdin ?? null])]);
  // Before anything is read of a skill that may be another by now.
  if (answer !== undefined) return (await keepAnswer(records, callId, call, answer)) ?? (await bind())?.request;
  const run = await bind();
  if (run) await keepQuestion(records, callId, { ...run, call });
  return run?.request;
}

/** The run as it would be now; `undefined` where nobody has to be asked. */
async function runOf(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  options: Omit<ApprovalCall, "callId" | "answer">,
  gates: ScriptGates,
): Promise<BoundRun | undefined> {
  const entry = await asked.find();
  if (!asksFramework(gates, entry.trusted)) return undefined;
  const { script } = await findScript(asked, entry, name);
  const { signal, stdin } = options;
  const workFolder = await folderOf(script, options, gates);
  return gates.binding(signal, () => bindRun({ entry, script, args, stdin, workFolder }, gates.executor, options));
}
