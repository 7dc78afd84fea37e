// The command `run`: one script, with its output as it comes and its exit code as ours.

import { localExecutor, type ScriptExecutor, type ScriptResult, SkillError } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT, exitCodeOf } from "../base/exit-codes.js";
import type { Outcome } from "../base/outcome.js";
import type { Terminal } from "../base/terminal.js";
import { count } from "../output/count.js";
import { createPrintableStream } from "../output/printable-stream.js";
import { findSkill } from "../skills/find-skill.js";
import { approvalOf, type Consent } from "../skills/is-approved.js";
import { load, type Places } from "../skills/load.js";
import { folderOf, inputOf } from "../skills/run-surroundings.js";

/** `skillplug run SKILL SCRIPT -- ARGS`: runs a script as a model's tool call would, and shows its output while it runs. */
export async function run(
  { skillName, scriptName, args }: RunTarget,
  places: Places,
  options: RunOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const signal = terminal.interruption();
  const stdin = await inputOf(options.stdin, terminal, signal);
  const executor = keepingResult(localExecutor({ timeoutMs: options.timeoutMs }));
  const approval = approvalOf(options, (question) => terminal.confirm(question, signal));
  const workFolder = await folderOf(options.cwd);
  const loaded = await load(places, { executor, approval, workFolder });
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
  const result = executor.result();
  if (signal.aborted) return outcomeOf(skillName, scriptName, EXIT.interrupted, result);
  if (failure === undefined) return outcomeOf(skillName, scriptName, EXIT.ok, result);
  // Without a result it never came to a run: no such script, or not approved.
  if (!SkillError.isInstance(failure) || !result) throw causeOf(failure);
  return outcomeOf(skillName, scriptName, exitCodeOf(failure.code), result, failure);
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

function outcomeOf(
  skill: string,
  script: string,
  exitCode: Outcome["exitCode"],
  result: ScriptResult | undefined,
  failure?: SkillError,
): Outcome {
  const [headline = ""] = failure?.message.split("\n") ?? [];
  const notes =
    exitCode === EXIT.interrupted
      ? [result ? "Interrupted; the script was ended." : "Interrupted."]
      : failure
        ? [headline]
        : [];
  notes.push(...notesOf(result));
  return { exitCode, data: { skill, script, ...result }, text: () => "", notes };
}

/** What a person cannot see: files of a private copy that were put elsewhere, and processes that were ended. */
function notesOf({ left, kept }: Pick<ScriptResult, "left" | "kept"> = {}): string[] {
  const processes = left?.processes.map(({ pid, command }) => command || `process ${pid}`) ?? [];
  return [
    ...(left
      ? [`Ended what the script had left running: ${[...processes, ...(left.more > 0 ? ["…"] : [])].join(", ")}.`]
      : []),
    ...(kept?.folder === undefined ? [] : [`What it wrote into the folder of its skill is in ${kept.folder}.`]),
    ...(kept && kept.lost > 0 ? [`${count(kept.lost, "file")} that it wrote there could not be kept.`] : []),
  ];
}

/** An executor that remembers what the one run came to, with both outputs apart. */
function keepingResult(executor: ScriptExecutor): ScriptExecutor & { result(): ScriptResult | undefined } {
  let last: ScriptResult | undefined;
  const keep = async (running: Promise<ScriptResult>) => {
    last = await running;
    return last;
  };
  const { describe } = executor;
  return {
    workFolder: async () => executor.workFolder?.(),
    execute: (request, options) => keep(executor.execute(request, options)),
    ...(describe && { describe: (request) => describe.call(executor, request) }),
    result: () => last,
  };
}
