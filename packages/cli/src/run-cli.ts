// The roof: parses a command line, runs the command, writes what it returns or why it failed.

import { CommanderError } from "commander";
import { CliError } from "./base/cli-error.js";
import { EXIT, exitCodeOf } from "./base/exit-codes.js";
import type { Outcome } from "./base/outcome.js";
import { type Page, styleOf } from "./base/page.js";
import type { Terminal } from "./base/terminal.js";
import { printable, printableLine, toJson } from "./output/printable.js";
import { createProgram, type GlobalOptions } from "./program.js";

/** Runs one command line to its end, and resolves to the exit code. Everything is written here, but for a running script's output. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const finish = async (outcome: Promise<Outcome>) => {
    const ended = await outcome;
    exitCode = ended.exitCode;
    await show(ended, program.opts<GlobalOptions>(), terminal);
  };
  const program = createProgram(terminal, finish);
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.write("stdout", text),
      writeErr: (text) => terminal.write("stderr", printable(text)),
      getOutHelpWidth: () => terminal.columns ?? 80,
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const failure = await toFailure(error);
    showFailure(failure, program.opts<GlobalOptions>(), terminal);
    return failure.exitCode;
  }
}

async function show(
  { data, text, notes = [] }: Outcome,
  { json, color }: GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const page: Page = { columns: terminal.columns, style: styleOf(color && terminal.colour.stdout) };
  const output = json ? toJson(data) : await text(page);
  if (output !== "") terminal.write("stdout", `${output}\n`);
  const { dim } = styleOf(color && terminal.colour.stderr);
  for (const note of notes) terminal.write("stderr", `${dim(printableLine(note))}\n`);
}

interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
  readonly available?: readonly string[] | undefined;
}

async function toFailure(error: unknown): Promise<Failure> {
  if (error instanceof CliError)
    return { exitCode: error.exitCode, code: error.code, message: error.message, fix: error.fix };
  const { SkillError } = await import("@skillplug/core");
  if (!SkillError.isInstance(error)) {
    return { exitCode: EXIT.findings, code: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  const { code, message, available = [], nearest } = error;
  const fix = nearest ? `The nearest name is ${nearest}.` : undefined;
  return { exitCode: exitCodeOf(code), code, message, fix, available };
}

/** On stderr, with `--json` as an object too, so that stdout holds an answer or nothing. */
function showFailure({ exitCode: _, ...failure }: Failure, { json, color }: GlobalOptions, terminal: Terminal): void {
  const { red } = styleOf(color && terminal.colour.stderr);
  const lines = [
    `${red("error:")} ${printable(failure.message)}`,
    ...(failure.fix ? [printableLine(failure.fix)] : []),
  ];
  terminal.write("stderr", json ? `${toJson({ error: failure })}\n` : `${lines.join("\n")}\n`);
}
