// The operation `run`: finds the script, requires its approval, and calls the executor or the script's function.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import { type CatalogEntry, foreignSourceOf } from "../catalog/catalog.js";
import { CallableScriptExecutor } from "../scripts/callable-executor.js";
import type { ScriptResult } from "../scripts/executor.js";
import { originOf, takeGrant, withGrant } from "../scripts/handed-on.js";
import { hasOwnLimits } from "../scripts/own-limits.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";
import { needsApproval } from "./approval.js";
import type { AskedSkill } from "./asked-skill.js";
import { bindRun, type Run } from "./bind-run.js";
import { checkStdin } from "./check-stdin.js";
import { confirmTree } from "./confirm-tree.js";
import { copyArguments, thawArguments } from "./copy-arguments.js";
import { findScript } from "./find-script.js";
import { runCall } from "./observe-run.js";
import { requireApproval } from "./require-approval.js";
import type { ScriptGates } from "./script-gates.js";
import { startScript } from "./start-script.js";
import { folderOf } from "./work-folder.js";

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
  let ofSkill: CatalogEntry | undefined;
  const told = runCall(asked.name, name, args, options, () => resolved);
  const call = { ...told, source: () => foreignSourceOf(ofSkill) };
  const grant = takeGrant(options);
  return gates.events.observe(call, async () => {
    const copied = copyArguments(args);
    const stdin = checkStdin(options.stdin);
    const found = await asked.find();
    // What the toolset that it was handed to does not trust runs as a stranger's here too.
    const entry = grant?.trusted === false ? { ...found, trusted: false } : found;
    ofSkill = entry;
    const { script, guessed } = await findScript(asked, entry, name);
    resolved = script.name;
    const workFolder = await folderOf(script, options, gates);
    const run = { entry, script, args: copied, stdin, workFolder };
    const isAsked = needsApproval(gates.approval, found.trusted) || grant?.digest !== undefined;
    const approved = isAsked ? await approve(run, options, gates, grant?.digest) : undefined;
    const start = script.function ? callScript : startScript;
    const result = await start(run, options, gates, approved);
    return guessed
      ? { ...result, notes: [`this is ${shownLine(script.name, MAX_SHOWN_PATH)}`, ...(result.notes ?? [])] }
      : result;
  });
}

/** Resolves to what was approved. */
function approve(
  run: Run,
  options: ToolCallOptions,
  gates: ScriptGates,
  grant: string | undefined,
): Promise<ApprovalRequest> {
  const names = { skillName: run.entry.skill.name, scriptName: run.script.name };
  const bind = () => gates.binding(options.signal, () => bindRun(run, gates.executor, options));
  const { records, unasked } = gates;
  return requireApproval(gates, { ...names, options, grant, records, unasked, bind });
}

/** Calls the function of a script. One that another toolset has handed on is told there what was approved here. */
async function callScript(
  run: Run,
  options: ToolCallOptions,
  gates: ScriptGates,
  approved: ApprovalRequest | undefined,
): Promise<ScriptResult> {
  const { entry, script, args, workFolder } = run;
  const call = script.function;
  const origin = originOf(script);
  // Before the digest is compared, so that what was approved and what is granted are the same.
  const granted = approved && (await origin?.digest(options.signal));
  if (approved) await confirmTree(run.entry, approved, { signal: options.signal });
  const input = args === undefined ? {} : thawArguments(args);
  const grant = (own: ToolCallOptions) =>
    origin
      ? withGrant(
          { ...own, ...(workFolder !== undefined && { workFolder }) },
          { digest: granted, trusted: entry.trusted },
        )
      : own;
  const timeoutMs = call && hasOwnLimits(call) ? undefined : gates.functionTimeoutMs;
  const callable = new CallableScriptExecutor((_, own) => call?.(input, grant(own)), { timeoutMs });
  const request = { skillName: entry.skill.name, scriptName: script.name, args };
  return callable.execute(request, options);
}
