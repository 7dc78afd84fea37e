/** What a caller hands to one tool call. */
export interface ToolCallOptions {
  /** Ends the call; what was started for it is ended too. */
  readonly signal?: AbortSignal | undefined;
  /** The framework's run context, passed on to functions and approvals unchanged. */
  readonly context?: unknown;
  /**
   * That a person has approved this call: the framework asks before it runs a tool that needs an approval. Read only with
   * `approvalBy: "framework"`. @default false
   */
  readonly approved?: boolean | undefined;
  /** Receives what a script prints, while it runs, and where: to stdout when that is absent. */
  readonly onOutput?: ((chunk: string, stream?: "stdout" | "stderr") => void) | undefined;
}
