// What scripts have left running in the background, where the host lets them.

import type { LeftProcesses } from "../../scripts/executor.js";
import { describeProcesses } from "./describe-processes.js";
import { createRunMembers, findRemaining, type RunMembers } from "./run-members.js";
import type { ScriptRun } from "./script-run.js";

/** Runs that have ended, and whose processes go on. */
export interface BackgroundRuns {
  /** Lets what a run has left go on; `undefined` where nothing was found, or too many go on: then it is to be ended. */
  keep(run: ScriptRun): Promise<LeftProcesses | undefined>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** How many runs may have processes in the background at once. */
const MAX_RUNS = 32;

/** @param graceMs between SIGTERM and SIGKILL, in milliseconds */
export function createBackgroundRuns(graceMs: number): BackgroundRuns {
  const kept = new Map<ScriptRun, RunMembers>();
  const forgetEnded = async () => {
    for (const [run, members] of [...kept]) if ((await members.find()).length === 0) kept.delete(run);
  };
  return {
    async keep(run) {
      const members = createRunMembers(run);
      const found = await findRemaining(members);
      if (found.length === 0) return undefined;
      if (kept.size >= MAX_RUNS) await forgetEnded();
      if (kept.size >= MAX_RUNS) return undefined;
      kept.set(run, members);
      return { ...describeProcesses(found), goOn: true };
    },
    async close() {
      const runs = [...kept.keys()];
      kept.clear();
      if (runs.length === 0) return;
      const { endRun } = await import("./end-run.js");
      await Promise.all(runs.map((run) => endRun(run, graceMs)));
    },
  };
}
