// Which scripts could not be started on this machine, and why.

import { LocalScriptExecutor, type SkillSummary } from "@skillplug/core";

/** Asks the executor that would run them; a function needs no program. */
export async function unrunnableScripts(skills: readonly SkillSummary[]): Promise<string[]> {
  const executor = new LocalScriptExecutor();
  const checks = skills.flatMap(({ name: skillName, baseDir: directory, scripts }) =>
    scripts.map(async ({ name: scriptName, function: call }) => {
      if (directory === undefined || call) return [];
      const problem = await executor.check({ skillName, scriptName, directory });
      return problem === undefined ? [] : [`${skillName}/${scriptName}: ${problem}`];
    }),
  );
  return (await Promise.all(checks)).flat();
}
