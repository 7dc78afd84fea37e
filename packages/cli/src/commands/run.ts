// The command `run`: one script, with its output as it comes and its exit code as ours.

import { localExecutor, type ScriptResult, SkillError } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT, exitCodeOf } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import type { Terminal } from "../base/terminal.js";
import { createPrintableStream } from "../output/printable-stream.js";
import { findSkill } from "../skills/find-skill.js";
import { approvalOf, type Consent } from "../skills/is-approved.js";
import { load, type Places } from "../skills/load.js";
import { folderOf, inputOf } from "../skills/run-surroundings.js";
import { type SeenRun, seeRun } from "../skills/seen-run.js";

/** `skillplug run SKILL SCRIPT -- ARGS`: runs a script as a model's tool call would, and shows its output while it runs. */
export async function run(
  { skillName, scriptName, args }: RunTarget,
  places: Places,
  options: RunOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const signal = terminal.interruption();
  const stdin = await inputOf(options.stdin, terminal, signal);
  const seen = seeRun(localExecutor({ timeoutMs: options.timeoutMs }));
  const { executor, onEvent } = seen;
  const approval = approvalOf(options, (question) => terminal.confirm(question, signal));
  const workFolder = await folderOf(options.cwd);
  const loaded = await load(places, { executor, onEvent, approval, workFolder });
  const skill = await findSkill(loaded, skillName);
  const streams = { stdout: createPrintableStream(), stderr: createPrintableStream() };
  const onOutput = (chunk: string, stream: "stdout" | "stderr" = "stdout") => show(stream, streams[stream].add(chunk));
  const show = (stream: "stdout" | "stderr", text: string) => text !== "" && terminal.write(stream, text);
  const call = { signal, stdin, ...(!options.json && { onOutput }) };
  const failure = await loaded.toolset.runSkillScript(skill.name, scriptName, args, call).then(
    () => undefined,
    (error: unknown) => error,
  );
  for (const name of ["stdout", "stderr"] as const) show(name, streams[name].end());
  const names = { skill: skillName, script: scriptName };
  if (signal.aborted) return outcomeOf(names, EXIT.interrupted, seen);
  if (failure === undefined) return outcomeOf(names, EXIT.ok, seen);
  // Without a result it never came to a run: no such script, or not approved.
  if (!SkillError.isInstance(failure) || !seen.result()) throw causeOf(failure);
  return outcomeOf(names, exitCodeOf(failure.code), seen, failure);
}

/** Core hands what the question about approval was answered with on as the cause of its own error. */
function causeOf(failure: unknown): unknown {
  return SkillError.isInstance(failure) && failure.cause instanceof CliError ? failure.cause : failure;
}

export interface RunOptions extends Consent {
  readonly timeoutMs?: number | undefined;
  /** The folder that it runs in. @default the one of this process */
  readonly cwd?: string | undefined;
  /** The file that it reads as its standard input; `-` for what is piped in. */
  readonly stdin?: string | undefined;
  /** No output while it runs: all of it comes at the end, as data. */
  readonly json?: boolean | undefined;
}

/** What is to be run. The arguments reach the script as they are. */
export interface RunTarget {
  readonly skillName: string;
  readonly scriptName: string;
  readonly args: readonly string[];
}

async function outcomeOf(
  names: { readonly skill: string; readonly script: string },
  exitCode: Outcome["exitCode"],
  { result: resultOf, warnings }: SeenRun,
  failure?: SkillError,
): Promise<Outcome> {
  const result = resultOf();
  const [headline] = failure?.message.split("\n") ?? [];
  const ended = result ? "Interrupted; the script was ended." : "Interrupted.";
  const notes = [
    ...(exitCode === EXIT.interrupted ? [ended] : headline === undefined ? [] : [headline]),
    ...(await notesOf(result)),
    ...warnings,
  ];
  return { exitCode, data: { ...names, ...dataOf(result) }, text: () => "", notes };
}

/** As the event of the run has it. */
function dataOf({ changes, ...result }: Partial<ScriptResult> = {}) {
  if (!changes) return result;
  return { ...result, files: changes.files, moreFiles: changes.more, filesComplete: changes.complete };
}

/** As a model is told it: the files that changed, what was left running, and what seems to be missing. */
async function notesOf(result: ScriptResult | undefined): Promise<readonly string[]> {
  const { changes, left, notes } = result ?? {};
  if (!result || !(changes?.files.length || left || notes)) return [];
  // Lazy: it loads all that adapters need.
  const { runNotes } = await import("@skillplug/core/adapter");
  return runNotes(result);
}
