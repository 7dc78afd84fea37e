import type { Outcome } from "./outcome.js";
import type { Terminal } from "./terminal.js";

/** What the commands are given. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** The folders that were named. */
  directories(): readonly string[];
  wantsJson(): boolean;
  /** Takes what a command came to. */
  finish(outcome: Promise<Outcome>): Promise<void>;
}
