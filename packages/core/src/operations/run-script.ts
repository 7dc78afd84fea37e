// The operation `run`: finds the script, requires its approval, stages files, and calls the executor.

import { stageFiles } from "#platform";
import { failureOf, SkillScriptNotFoundError } from "../base/errors.js";
import type { ScriptArguments, SkillEntry } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { CatalogEntry } from "../catalog/catalog.js";
import type { ObservedCall, SkillEvents } from "../events/create-events.js";
import type { SkillEvent } from "../events/event.js";
import { CallableScriptExecutor } from "../scripts/callable-executor.js";
import type { ScriptExecutor, ScriptRequest, ScriptResult } from "../scripts/executor.js";
import { hasOwnLimits } from "../scripts/own-limits.js";
import { codeOfResult, describeFailure } from "../scripts/script-result.js";
import { type ApprovalRule, requireApproval } from "./approval.js";
import type { AskedSkill } from "./asked-skill.js";
import { readFile } from "./read-file.js";
import { resolveEntry } from "./resolve-entry.js";

/** The largest file of a skill that is staged to run a script, in bytes. */
const MAX_STAGED_BYTES = 10 * 1024 * 1024;

/** What every run needs: the rule of approvals, the executor, and the events that report it. */
export interface ScriptGates extends ApprovalRule {
  readonly executor: ScriptExecutor;
  readonly events: SkillEvents;
  /** How long a function may take in place of a script, in milliseconds. */
  readonly functionTimeoutMs: number;
}

/**
 * Runs a script of a skill once it is approved. A failing script is a result.
 *
 * @throws SkillScriptNotFoundError when no script has that name, with the names that exist
 * @throws SkillError `denied` when it is not approved
 */
export function runScript(
  asked: AskedSkill,
  name: string,
  args: ScriptArguments | undefined,
  options: ToolCallOptions,
  gates: ScriptGates,
): Promise<ScriptResult> {
  let resolved = name;
  const call = runCall(asked.name, name, args, options, () => resolved);
  return gates.events.observe(call, async () => {
    const entry = await asked.find();
    const script = await findScript(entry.skill.scripts, name);
    resolved = script.name;
    return runFound(entry, script, args, options, gates);
  });
}

async function runFound(
  entry: CatalogEntry,
  script: SkillEntry,
  args: ScriptArguments | undefined,
  options: ToolCallOptions,
  gates: ScriptGates,
): Promise<ScriptResult> {
  const { skill, source, trusted } = entry;
  const { executor } = gates;
  const { approved = false, context } = options;
  const subject = { skillName: skill.name, scriptName: script.name, args, trusted, context };
  await requireApproval(gates, subject, approved);
  const checkFolder = source.checkFolder && (async () => source.checkFolder?.(skill));
  const request = { skillName: skill.name, scriptName: script.name, args, checkFolder };
  const call = script.function;
  if (call) {
    const timeoutMs = hasOwnLimits(call) ? undefined : gates.functionTimeoutMs;
    const callable = new CallableScriptExecutor((_, own) => call(args ?? {}, own), { timeoutMs });
    return callable.execute({ ...request, directory: "" }, options);
  }
  const directory = directoryOf(entry);
  if (directory !== undefined) return execute(executor, { ...request, directory }, options);
  const staged = await stageFiles(await filesOf(entry, options.signal));
  try {
    return await execute(executor, { ...request, directory: staged.directory }, options);
  } finally {
    await staged.dispose();
  }
}

/** Where the files of a skill lie, if that is on this disk. */
function directoryOf({ skill, source }: CatalogEntry): string | undefined {
  try {
    return source.directoryOf?.(skill);
  } catch (error) {
    const what = `The source ${source.id} could not tell the folder of the skill ${skill.name}`;
    throw failureOf(what, error, "source_failed");
  }
}

/** A failing script is a result; an executor that rejects has failed itself. */
async function execute(
  executor: ScriptExecutor,
  request: ScriptRequest,
  options: ToolCallOptions,
): Promise<ScriptResult> {
  try {
    return await executor.execute(request, options);
  } catch (error) {
    throw failureOf(`The executor failed to run ${request.scriptName}`, error, "function_failed", options.signal);
  }
}

async function findScript(scripts: readonly SkillEntry[], name: string): Promise<SkillEntry> {
  const { entry, candidates, ambiguous } = await resolveEntry(scripts, name, ["scripts"]);
  if (entry) return entry;
  throw new SkillScriptNotFoundError(name, { available: candidates, ambiguous });
}

async function filesOf(entry: CatalogEntry, signal: AbortSignal | undefined) {
  const { skill } = entry;
  const files = [...skill.resources, ...skill.scripts].filter((file) => !file.function);
  const read = async ({ name: path }: SkillEntry) => ({
    path,
    bytes: await readFile(entry, path, { maxBytes: MAX_STAGED_BYTES, signal }),
  });
  return Promise.all(files.map(read));
}

/**
 * How the run of a script is observed.
 *
 * @param resolved the script's name, as far as it is known at the end
 */
function runCall(
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
    end: (ending, result) => {
      const { callId, outcome } = ending;
      const names = { skill, script: resolved() };
      const figures = result && {
        exitCode: result.exitCode,
        scriptMs: result.durationMs,
        length: result.stdout.length,
      };
      const ended: SkillEvent = { type: "run-end", ...ending, ...names, ...figures };
      return outcome === "denied" ? [{ type: "denied", callId, ...names }, ended] : [ended];
    },
  };
}
