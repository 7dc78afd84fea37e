// What is told of the run of a script: its events, and what a developer should know of it.

import type { Diagnostic } from "../base/diagnostics.js";
import { toldChanges } from "../base/folder-changes.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { ObservedCall } from "../events/create-events.js";
import type { SkillEvent } from "../events/event.js";
import type { ScriptResult } from "../scripts/executor.js";
import { codeOfResult, describeFailure } from "../scripts/script-result.js";

/**
 * How the run of a script is observed.
 *
 * @param resolved the script's name, as far as it is known at the end
 */
export function runCall(
  skill: string,
  script: string,
  args: ScriptArguments | undefined,
  { context }: ToolCallOptions,
  resolved: () => string,
): ObservedCall<ScriptResult> {
  return {
    operation: "run",
    skill,
    script,
    context,
    input: args,
    start: (call) => ({ type: "run-start", ...call, skill, script }),
    output: ({ stdout }) => stdout,
    failure: (result) => {
      const [outcome, error] = [codeOfResult(result), describeFailure(result)];
      return outcome === undefined || error === undefined ? undefined : { outcome, error };
    },
    warnings: (result) => warningsOf(skill, resolved(), result),
    end: (ending, result) => {
      const { callId, outcome, source } = ending;
      const names = { skill, script: resolved() };
      const ended: SkillEvent = { type: "run-end", ...ending, ...names, ...(result && figuresOf(result)) };
      return outcome === "denied"
        ? [{ type: "denied", callId, ...names, ...(source !== undefined && { source }) }, ended]
        : [ended];
    },
  };
}

function figuresOf({ exitCode, durationMs: scriptMs, stdout, changes, kept, left }: ScriptResult) {
  return {
    exitCode,
    scriptMs,
    length: stdout.length,
    ...(changes && toldChanges(changes)),
    ...(kept?.folder !== undefined && { keptIn: kept.folder }),
    ...(left && { leftRunning: left.processes.length + left.more }),
  };
}

/** A skill is one for all its users: what one run writes into it, the next one finds, and an update may remove. */
function warningsOf(skill: string, script: string, { skillChanges }: ScriptResult): readonly Diagnostic[] {
  if (!skillChanges) return [];
  const count = skillChanges.files.length + skillChanges.more;
  const message = `${script} changed ${count === 1 ? "a file" : `${count} files`} in the folder of its own skill, where other runs find them and an update may remove them. Have it write into its working folder.`;
  return [{ code: "skill-folder-changed", severity: "warning", message, skill }];
}
