/** What a command knows of the terminal where it was started, and the only way out of it. */
export interface Terminal {
  /** Columns of the terminal that stdout is; `undefined` when it is none. */
  readonly columns: number | undefined;
  /** Whether each stream gets colour, before `--no-color`. */
  readonly colour: { readonly stdout: boolean; readonly stderr: boolean };
  write(stream: "stdout" | "stderr", text: string): void;
  /** Asks on stderr for a yes; what was typed before the question is no answer. Without a person at the terminal the answer is `undefined`. */
  confirm(question: string, signal: AbortSignal): Promise<boolean | undefined>;
  /**
   * What is piped into this program; `undefined` at a terminal, which nobody waits for.
   *
   * @param maxBytes reading ends once it is more
   */
  input(signal: AbortSignal, maxBytes: number): Promise<string | undefined>;
  /** Fires at Ctrl-C and when the terminal goes away. Only who calls this can end in its own way; all else ends at once. */
  interruption(): AbortSignal;
}
