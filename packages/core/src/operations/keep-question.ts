// What becomes of the question that is kept under a call's id: asked anew, answered, forgotten.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { ApprovalRecord, ApprovalRecords } from "./approval-records.js";

/**
 * Keeps a question. One about the same run that waits already stays, one that was answered makes way, and where one about another
 * run waits, this one takes its place, and no answer under the id counts: a person may have seen either.
 */
export async function keepQuestion(records: ApprovalRecords, callId: string, question: ApprovalRecord): Promise<void> {
  const kept = await records.put(callId, question);
  if (kept.binding === question.binding && !kept.answered) return;
  const earlier = await records.take(callId);
  // Also when somebody else has taken it away in between, to put a question of their own.
  await records.put(callId, { ...question, disputed: earlier?.answered !== true });
}

/**
 * Keeps what was answered to the question that waits: a refusal forgets it.
 *
 * @param call as {@link ApprovalRecord.call}: an answer to another call changes nothing
 * @returns what was asked about; `undefined` where nothing waits
 */
export async function keepAnswer(
  records: ApprovalRecords,
  callId: string,
  call: string,
  answer: boolean,
): Promise<ApprovalRequest | undefined> {
  const earlier = answer ? await records.get(callId) : await records.take(callId);
  if (!answer || !earlier || earlier.answered) return earlier?.request;
  const taken = await records.take(callId);
  // What was used up meanwhile is not put back.
  if (taken) await records.put(callId, taken.call === call ? { ...taken, answered: true } : taken);
  return earlier.request;
}
