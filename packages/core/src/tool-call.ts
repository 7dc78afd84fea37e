/** What a caller hands to one tool call. */
export interface ToolCallOptions {
  /** Ends the call; what was started for it is ended too. */
  readonly signal?: AbortSignal | undefined;
  /** The framework's run context, passed on to functions and approvals unchanged. */
  readonly context?: unknown;
  /** Receives what a script prints, while it runs. */
  readonly onOutput?: ((chunk: string) => void) | undefined;
}
