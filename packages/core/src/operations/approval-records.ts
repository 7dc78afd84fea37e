// What is remembered of a request for an approval, as JSON text in a store.

import type { ApprovalRequest } from "../base/approval-request.js";
import { failureOf } from "../base/errors.js";
import { isRecord } from "../base/is-record.js";
import type { ApprovalStore } from "./approval-store.js";

/** A request as it was made, and what it is bound to. */
export interface ApprovalRecord {
  readonly request: ApprovalRequest;
  /** SHA-256 of all that must be the same at the run. A database may change the order of an object's fields, but not this. */
  readonly binding: string;
}

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
    throw failureOf(`The script did not run, since approvals.${method} failed`, error, "function_failed");
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
  if (!isRecord(data) || typeof data["binding"] !== "string" || !isRecord(data["request"])) return false;
  const { skillName, scriptName, source, digest, trusted } = data["request"];
  return (
    [skillName, scriptName, source, digest].every((text) => typeof text === "string") && typeof trusted === "boolean"
  );
}
