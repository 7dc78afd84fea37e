// What the one run of a command came to: its result, with both outputs apart, and what changed on the disk meanwhile.

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

/** Sees the one run of an executor. The toolset looks at the disk, and tells that by its events alone. */
export function seeRun(executor: ScriptExecutor): SeenRun {
  let last: ScriptResult | undefined;
  let changes: ScriptResult["changes"];
  const warnings: string[] = [];
  const keep = async (running: Promise<ScriptResult>) => {
    last = await running;
    return last;
  };
  const { executeStaged, describe } = executor;
  return {
    executor: {
      workFolder: async () => executor.workFolder?.(),
      execute: (request, options) => keep(executor.execute(request, options)),
      ...(executeStaged && {
        executeStaged: (stage, request, options) => keep(executeStaged.call(executor, stage, request, options)),
      }),
      ...(describe && { describe: (request) => describe.call(executor, request) }),
    },
    onEvent(event) {
      if (event.type === "run-end" && event.files) {
        const { files, moreFiles: more = 0, filesComplete: complete = true } = event;
        changes = { files, more, complete };
      }
      if (event.type === "warning" && event.diagnostic.code === "skill-folder-changed")
        warnings.push(event.diagnostic.message);
    },
    result: () => last && { ...last, ...(changes && { changes }) },
    warnings,
  };
}
