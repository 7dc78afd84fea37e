// A script that is ready to be run: its command, and what was found out about it on the way.

import type { DeclaredPackages } from "./python-script.js";

/** What is run in place of a script. */
export interface PreparedScript {
  /** The program and its arguments, up to and including the script; the script's own arguments follow. */
  readonly command: readonly string[];
  /** Removes what was made for this run. */
  dispose?(): Promise<void>;
  /** The program that its first line asks for, where that is not here and another runs it. */
  readonly missing?: string | undefined;
  /** What it declares by PEP 723. */
  readonly declared?: DeclaredPackages | undefined;
}
