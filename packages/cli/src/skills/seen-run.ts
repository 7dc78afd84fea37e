// What the one run of a command came to: its result, with both outputs apart, and what core warns of.

import type { ScriptExecutor, ScriptResult, SkillEventHandler } from "@skillplug/core";

/** What a toolset is loaded with so that its run is seen. */
export interface SeenRun {
  readonly executor: ScriptExecutor;
  readonly onEvent: SkillEventHandler;
  /** `undefined` where nothing was run. */
  result(): ScriptResult | undefined;
  /** What there is to say of the skill's own folder. */
  readonly warnings: readonly string[];
}

/** Sees the one run of an executor. */
export function seeRun(executor: ScriptExecutor): SeenRun {
  let last: ScriptResult | undefined;
  const warnings: string[] = [];
  const keep = async (running: Promise<ScriptResult>) => {
    last = await running;
    return last;
  };
  const { describe } = executor;
  return {
    executor: {
      workFolder: async () => executor.workFolder?.(),
      execute: (request, options) => keep(executor.execute(request, options)),
      ...(describe && { describe: (request) => describe.call(executor, request) }),
    },
    onEvent(event) {
      if (event.type === "warning" && event.diagnostic.code === "skill-folder-changed")
        warnings.push(event.diagnostic.message);
    },
    result: () => last,
    warnings,
  };
}
