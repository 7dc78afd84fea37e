// Names processes for whoever reads that a script has left them running.

import { shownLine } from "../../text/shown-name.js";
import { commandOf, type RunningProcess } from "./process-table.js";

/** Processes by their numbers and commands, as far as they are named. */
export interface NamedProcesses {
  readonly processes: readonly { readonly pid: number; readonly command: string }[];
  /** How many more there are. */
  readonly more: number;
}

const MAX_NAMED = 10;
/** How much of a command is shown, in characters. */
const MAX_COMMAND = 200;

/** To be called while they run. */
export function describeProcesses(found: readonly RunningProcess[]): NamedProcesses {
  const processes = found
    .slice(0, MAX_NAMED)
    .map(({ pid }) => ({ pid, command: shownLine(commandOf(pid), MAX_COMMAND) }));
  return { processes, more: found.length - processes.length };
}
