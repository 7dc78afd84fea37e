// What the result of a script means: whether it failed, why, and in which words.

import { SkillScriptExecutionError } from "../base/errors.js";
import type { ScriptResult } from "./executor.js";

/** Why a script did not run to its own end. */
export type ScriptInterruption = NonNullable<ScriptResult["interrupted"]>;

type FailureCode = ScriptInterruption["code"] | "function_failed";

/** The result of a script that never started: it could not, or the call was aborted before. */
export function notStarted(code: ScriptInterruption["code"], message: string): ScriptResult {
  return {
    exitCode: null,
    signal: null,
    stdout: "",
    stderr: "",
    truncated: false,
    durationMs: 0,
    interrupted: { code, message },
  };
}

/**
 * What a person or a model should read of a script that did not succeed; `undefined` for one that did.
 * The first line says what happened, then follows what it printed to stderr, then what it printed to stdout.
 */
export function describeFailure(result: ScriptResult): string | undefined {
  const headline = headlineOf(result);
  if (headline === undefined) return undefined;
  const stderr = result.stderr.trim();
  const stdout = result.stdout.trim();
  return `${headline}${stderr && `\n${stderr}`}${stdout && `\n\nstdout:\n${stdout}`}`;
}

/** A text about a result, and below it what there is to say beside the output; of what was interrupted, a program has the code. */
function withNotes(text: string, { notes = [], interrupted }: ScriptResult): string {
  if (interrupted) return text;
  return [text, ...notes.map((note) => `[${note}]`)].join("\n\n");
}

function headlineOf({ interrupted, exitCode, signal }: ScriptResult): string | undefined {
  if (interrupted) return interrupted.message;
  if (exitCode === 0) return undefined;
  return exitCode === null
    ? `Script was ended by ${signal ?? "an unknown signal"}`
    : `Script exited with code ${exitCode}`;
}

/**
 * What the script printed, without the white space at its ends.
 *
 * @throws SkillScriptExecutionError when it did not succeed, with how it ended and what it printed
 */
export function outputOf(result: ScriptResult): string {
  const failure = describeFailure(result);
  if (failure !== undefined)
    throw new SkillScriptExecutionError(withNotes(failure, result), {
      code: codeOfResult(result),
      cause: result.cause,
    });
  return result.stdout.trim();
}

/**
 * Whether a script came to its own end with something to say: it succeeded, or its exit code is that of a report, as checkers
 * and validators have it that found something. Without a word, and with the codes of shells for what could not be run or was
 * killed (from 126), it failed.
 */
export function isReport(result: ScriptResult): boolean {
  const { exitCode, interrupted, stdout } = result;
  if (interrupted || exitCode === null || "cause" in result) return false;
  return exitCode === 0 || (exitCode > 0 && exitCode < 126 && stdout.trim() !== "");
}

/** Why a script did not succeed, as an error code; for one that did, `undefined`. */
export function codeOfResult(result: ScriptResult): FailureCode | undefined {
  if (result.interrupted) return result.interrupted.code;
  if (result.exitCode === 0) return undefined;
  return "cause" in result ? "function_failed" : "script_failed";
}
