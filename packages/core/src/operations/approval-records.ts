// What is remembered of a request for an approval, as JSON text in a store.

import type { ApprovalRequest } from "../base/approval-request.js";
import { messageOf, SkillError } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import { shownLine } from "../text/shown-name.js";
import type { ApprovalStore } from "./approval-store.js";

/** A run that somebody is asked about, and what the question is bound to. */
export interface BoundRun {
  readonly request: ApprovalRequest;
  /** SHA-256 of all that must be the same at the run. A database may change the order of an object's fields, but not this. */
  readonly binding: string;
}

/** A question as it was asked. */
export interface ApprovalRecord extends BoundRun {
  /** SHA-256 of what was sent: the call is known by it when the framework asks again, whatever became of the skill. */
  readonly call: string;
  /** That the framework has an answer to it that is no refusal. */
  readonly answered?: boolean | undefined;
  /** That another run was asked about under the same id, so that nobody can tell what an answer is of. */
  readonly disputed?: boolean | undefined;
}

/** How much of a store's own message is passed on, in characters. */
const MAX_STORE_MESSAGE = 500;

/** Records by the id of their call. Each method rejects with a SkillError `function_failed` when the store fails. */
export interface ApprovalRecords {
  /** Resolves to the one that is kept under this id: the first. */
  put(callId: string, record: ApprovalRecord): Promise<ApprovalRecord>;
  get(callId: string): Promise<ApprovalRecord | undefined>;
  /** Removes it as well. */
  take(callId: string): Promise<ApprovalRecord | undefined>;
}

/** The records in a store. What is no record there, is none. */
export function approvalRecords(store: ApprovalStore): ApprovalRecords {
  return {
    async put(callId, record) {
      const { context: _, ...request } = record.request;
      const kept = await attempt("put", () => store.put(callId, JSON.stringify({ ...record, request })));
      return read(kept) ?? record;
    },
    get: async (callId) => read(await attempt("get", () => store.get(callId))),
    take: async (callId) => read(await attempt("take", () => store.take(callId))),
  };
}

async function attempt<Result>(method: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Whatever it throws, be it an abort of its own: the call was not aborted, and the message can hold a whole query.
    const message = shownLine(messageOf(error), MAX_STORE_MESSAGE);
    throw new SkillError("function_failed", `The script did not run, since approvals.${method} failed: ${message}`, {
      cause: error,
    });
  }
}

function read(text: unknown): ApprovalRecord | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return isApprovalRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isApprovalRecord(data: unknown): data is ApprovalRecord {
  if (!isRecord(data) || !isRecord(data["request"])) return false;
  if (typeof data["binding"] !== "string" || typeof data["call"] !== "string") return false;
  const { skillName, scriptName, source, digest, trusted } = data["request"];
  return (
    [skillName, scriptName, source, digest].every((text) => typeof text === "string") && typeof trusted === "boolean"
  );
}
