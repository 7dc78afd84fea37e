// Why nobody could be asked about a call, until the call is made and answered with it.

/** How many calls are remembered at most; then the oldest is dropped. */
const MAX_REMEMBERED = 1_000;

/** What went wrong when somebody should have been asked, by the id of the call. */
export interface UnaskedCalls {
  put(callId: string, error: unknown): void;
  /** What went wrong, once; `undefined` where nothing did. */
  take(callId: string): unknown;
}

/** In the memory of this process: a call that nobody is asked about is made at once. */
export function unaskedCalls(): UnaskedCalls {
  const errors = new Map<string, unknown>();
  return {
    put(callId, error) {
      errors.set(callId, error);
      const [oldest] = errors.keys();
      if (errors.size > MAX_REMEMBERED && oldest !== undefined) errors.delete(oldest);
    },
    take(callId) {
      const error = errors.get(callId);
      errors.delete(callId);
      return error;
    },
  };
}
