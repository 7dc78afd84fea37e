// Where requests for an approval are kept between the question and the run.

/**
 * Keeps what a framework has asked a person about, until the call runs. Give the same store to every process that may receive
 * the answer, such as Redis (`SET NX` and `GET`, `GET`, `GETDEL`) or a table; what is put into it is JSON text.
 *
 * Whoever can write into it can approve scripts.
 */
export interface ApprovalStore {
  /** Keeps the text unless one is kept under this id already, and resolves to the one that is kept. */
  put(callId: string, request: string): Promise<string>;
  /** What is kept under this id; `undefined` where there is nothing. */
  get(callId: string): Promise<string | undefined>;
  /** As `get`, and removes it in one step: of two that take it at the same time, one receives it. */
  take(callId: string): Promise<string | undefined>;
}

/** How many requests wait at most for their answer in the memory of this process; then the oldest is dropped. */
const MAX_PENDING = 1_000;

/** How long all that wait may be together, in characters. */
const MAX_PENDING_LENGTH = 32_000_000;

/** A store in the memory of this process, for one toolset. */
export function memoryApprovals(): ApprovalStore {
  const pending = new Map<string, string>();
  let length = 0;

  const remove = (callId: string): string | undefined => {
    const request = pending.get(callId);
    if (pending.delete(callId)) length -= request?.length ?? 0;
    return request;
  };
  return {
    async put(callId, request) {
      const first = pending.get(callId);
      if (first !== undefined) return first;
      pending.set(callId, request);
      length += request.length;
      for (const [oldest] of pending) {
        if (pending.size <= MAX_PENDING && length <= MAX_PENDING_LENGTH) break;
        remove(oldest);
      }
      return request;
    },
    get: async (callId) => pending.get(callId),
    take: async (callId) => remove(callId),
  };
}
