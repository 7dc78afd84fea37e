// Runs one process within limits of time and output. It knows nothing of skills.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { messageOf } from "../../base/errors.js";
import { onAbort } from "../../base/on-abort.js";
import type { ToolCallOptions } from "../../base/tool.js";
import type { LeftProcesses, ScriptResult } from "../../scripts/executor.js";
import { notStarted, type ScriptInterruption } from "../../scripts/script-result.js";
import { createTextStream } from "../../text/clean-text.js";
import type { BackgroundRuns } from "./background-runs.js";
import { type CapturedOutput, captureOutput } from "./captured-output.js";
import { onlyStandard } from "./inherited-descriptors.js";
import { HAS_PROCESS_GROUPS } from "./process-table.js";
import type { Variables } from "./script-environment.js";
import { describeRun, mayHaveLeft, nextMarker, RUN_VARIABLE, runVariable, type ScriptRun } from "./script-run.js";
import { endWithThisProcess, ensureWatchdog, hasNoPipes } from "./watchdog.js";

/** How one process is run. */
export interface ProcessSettings {
  /** Absolute path. */
  readonly cwd: string;
  /** The whole environment, but for the variable by which all that belongs to this run is known. */
  readonly env: Variables;
  readonly timeoutMs: number;
  /** Between SIGTERM and SIGKILL, in milliseconds. */
  readonly killGraceMs: number;
  /** What is kept of stdout, and of stderr. */
  readonly maxOutputBytes: number;
  /** What it reads from its standard input; empty when absent. */
  readonly stdin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: ToolCallOptions["onOutput"];
  /** Takes over what the program leaves running. @default none: it is ended */
  readonly background?: BackgroundRuns | undefined;
}

/** A process that prints more than this many times `maxOutputBytes` to one stream is ended. */
const MAX_PRINTED_MULTIPLE = 64;

/** How long output that is on its way may take to arrive once the process has ended, such as that of `> >(tee log)` in bash. */
const LINGER_MS = 250;

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * Runs a program to its end, and leaves nothing of it running but what is taken over.
 *
 * @param command the program and its arguments; no shell is involved
 * @returns never rejects: a program that cannot be started is a result too
 */
export async function runProcess(command: readonly string[], settings: ProcessSettings): Promise<ScriptResult> {
  if (settings.signal?.aborted) return notStarted("aborted", "Script aborted before it started");
  const startedAt = performance.now();
  const marker = nextMarker();
  let child: Child;
  try {
    // Before the script: were this process to die between the two, nobody would end the script.
    ensureWatchdog();
    child = start(command, settings, marker);
  } catch (error) {
    return notStarted("script_not_started", startFailure(error));
  }
  const run = describeRun(child, marker, startedAt);
  const stopWatching = endWithThisProcess(child);
  feed(child, settings.stdin);
  const stdout = capture(child, "stdout", settings);
  const stderr = capture(child, "stderr", settings);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const interrupted = await untilEnded(child, settings, [stdout, stderr]);
  const left = await endAll(run, child, closed, interrupted === undefined, settings);
  stopWatching();
  return {
    exitCode: interrupted?.code === "script_not_started" ? null : child.exitCode,
    signal: child.signalCode,
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated: stdout.truncated || stderr.truncated,
    durationMs: performance.now() - startedAt,
    interrupted,
    ...(left && { left }),
  };
}

/** Throws at once for a NUL in an argument, for arguments that are longer than the system accepts, and without descriptors. */
function start(
  [program = "", ...args]: readonly string[],
  { cwd, env, stdin }: ProcessSettings,
  marker: string,
): Child {
  const options = {
    cwd,
    env: { ...env, [RUN_VARIABLE]: runVariable(marker) },
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
  };
  const child: Child =
    stdin === undefined
      ? spawn(program, args, { ...options, stdio: onlyStandard(["ignore", "pipe", "pipe"]) })
      : spawn(program, args, { ...options, stdio: onlyStandard(["pipe", "pipe", "pipe"]) });
  if (hasNoPipes(child)) throw new Error("there are no file descriptors left (EMFILE). Try again when some are closed");
  return child;
}

/** A process that reads none of it, or ends before it has, is right to do so. */
function feed({ stdin }: Child, text: string | undefined): void {
  stdin?.on("error", () => {});
  stdin?.end(text);
}

function capture(
  child: Child,
  name: "stdout" | "stderr",
  { maxOutputBytes, onOutput }: ProcessSettings,
): CapturedOutput {
  const stream = child[name];
  const output = captureOutput(maxOutputBytes);
  stream.on("data", (chunk: Buffer) => output.add(chunk));
  if (onOutput) forward(stream, (chunk) => onOutput(chunk, name));
  return output;
}

/**
 * Cleaned across chunks, since an escape sequence can be cut between two of them. The toolset cleans once more what executors
 * print, as it cannot tell this one from those of others; who uses this one without a toolset gets clean text from here.
 */
function forward(stream: Readable, onOutput: (chunk: string) => void): void {
  const decoder = new TextDecoder();
  const clean = createTextStream();
  const send = (text: string) => {
    if (text === "") return;
    try {
      onOutput(text);
    } catch {
      // A listener that throws does not change how the script ends.
    }
  };
  stream.on("data", (chunk: Buffer) => send(clean.add(decoder.decode(chunk, { stream: true }))));
  stream.on("end", () => send(clean.add(decoder.decode()) + clean.end()));
}

/** Waits until the process ends by itself (`undefined`), or until there is a reason to end it. */
async function untilEnded(
  child: Child,
  { timeoutMs, signal, maxOutputBytes }: ProcessSettings,
  outputs: readonly CapturedOutput[],
): Promise<ScriptInterruption | undefined> {
  const maxPrintedBytes = maxOutputBytes * MAX_PRINTED_MULTIPLE;
  let forget = () => {};
  const ended = new Promise<ScriptInterruption | undefined>((resolve) => {
    const end = (code: ScriptInterruption["code"], message: string) => resolve({ code, message });
    const onData = () => {
      if (outputs.every((output) => output.printedBytes <= maxPrintedBytes)) return;
      end("script_failed", `Script ended because it printed more than ${maxPrintedBytes} bytes`);
    };
    child.once("exit", () => resolve(undefined));
    child.once("error", (error) => end("script_not_started", startFailure(error)));
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    const stopListening = signal && onAbort(signal, () => end("aborted", "Script aborted while it ran"));
    const timer = setTimeout(() => end("script_timeout", `Script execution timeout after ${timeoutMs}ms`), timeoutMs);
    forget = () => {
      clearTimeout(timer);
      stopListening?.();
    };
  });
  const interrupted = await ended;
  forget();
  return interrupted;
}

/** Ends what is left of the run, and closes its output. Resolves to what a process that ended by itself has left running. */
async function endAll(
  run: ScriptRun,
  child: Child,
  closed: Promise<void>,
  endedByItself: boolean,
  { background, killGraceMs }: ProcessSettings,
): Promise<LeftProcesses | undefined> {
  let left: LeftProcesses | undefined;
  if (endedByItself) await waitFor(closed, LINGER_MS);
  if (child.pid !== undefined && (!endedByItself || (await mayHaveLeft(run)))) {
    const kept = endedByItself ? await background?.keep(run) : undefined;
    if (kept) return goOn(child, kept);
    // Lazy: most scripts end by themselves and leave nothing.
    const { endRun } = await import("./end-run.js");
    const found = await endRun(run, killGraceMs, endedByItself);
    if (endedByItself && found.processes.length > 0) left = { ...found, goOn: false };
  }
  // What could not be found can hold the pipes for ever.
  await waitFor(closed, LINGER_MS);
  child.stdin?.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  return left;
}

/** What goes on may go on printing: closed pipes would end it. Nobody hears it, and it keeps this process no longer running. */
function goOn({ stdin, stdout, stderr }: Child, kept: LeftProcesses): LeftProcesses {
  stdin?.destroy();
  for (const stream of [stdout, stderr]) {
    stream.removeAllListeners("data").removeAllListeners("end").resume();
    if (stream instanceof Socket) stream.unref();
  }
  return kept;
}

async function waitFor(event: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([event, patience]);
  clearTimeout(timer);
}

function startFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const hint = code === "E2BIG" ? ". The arguments are too long; pass large data in a file" : "";
  return `Failed to execute script: ${messageOf(error)}${hint}`;
}
