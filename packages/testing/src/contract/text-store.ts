// Stores of approvals: one as several processes share it, and one that fails.
import type { ApprovalStore } from "@skillplug/core";

/** As a database behind several processes: text alone passes. */
export function textStore(): ApprovalStore {
  const rows = new Map<string, string>();
  return {
    async put(callId, request) {
      if (!rows.has(callId)) rows.set(callId, request);
      return rows.get(callId) ?? request;
    },
    get: async (callId) => rows.get(callId),
    async take(callId) {
      const row = rows.get(callId);
      rows.delete(callId);
      return row;
    },
  };
}

/** As a database that can be read and not written. */
export function failingStore(): ApprovalStore {
  return { ...textStore(), put: () => Promise.reject(new Error("the disk is full")) };
}
